import { Fragment } from "react";
import { BatchId } from "@/components/orders/batch-id";
import { ToDo } from "@/components/orders/dashboard/to-do";
import { paths } from "@/lib/base/paths";
import { cardCount } from "@/lib/base/words";
import { displayBatchId } from "@/lib/orders/batch-id";
import { isToShip } from "@/lib/orders/inbound";
import type { Order } from "@/lib/orders/order";

/** So many boxes are named; who has more to ship finds the others in their rows. */
const NAMED = 3;

/**
 * Shows what is to be done: the batches of which the cards are to be sent, the one that waits longest first. `isSecond`:
 * below something more urgent.
 */
export function ToShip({ orders, isSecond }: { orders: Order[]; isSecond: boolean }) {
  const waiting = orders.filter(isToShip).reverse();
  const [oldest] = waiting;
  if (!oldest) return null;
  const isOne = waiting.length === 1;
  const what = isOne ? `your ${cardCount(oldest.num_cards)}` : `${waiting.length} boxes`;
  const names = waiting.slice(0, NAMED).map(displayBatchId);
  const others = waiting.length > NAMED ? ` and ${waiting.length - NAMED} more` : null;
  return (
    <ToDo
      href={paths.label(oldest.id)}
      action={isOne ? "Print label" : "Print first label"}
      isSecond={isSecond}
    >
      {`Ship ${what}: `}
      {names.map((name, place) => (
        <Fragment key={name}>
          {place > 0 ? ", " : null}
          <BatchId name={name} />
        </Fragment>
      ))}
      {others}
    </ToDo>
  );
}
