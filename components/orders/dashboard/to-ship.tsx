import { Fragment } from "react";
import { BatchId } from "@/components/orders/batch-id";
import { ButtonLink } from "@/components/ui/button-link";
import { paths } from "@/lib/base/paths";
import { cardCount } from "@/lib/base/words";
import { displayBatchId } from "@/lib/orders/batch-id";
import { isToShip } from "@/lib/orders/inbound";
import type { Order } from "@/lib/orders/order";

/** So many boxes are named; who has more to ship finds the others in their rows. */
const NAMED = 3;

/** Shows first what is to be done: the batches of which the cards are to be sent, the one that waits longest first. */
export function ToShip({ orders }: { orders: Order[] }) {
  const waiting = orders.filter(isToShip).reverse();
  const [oldest] = waiting;
  if (!oldest) return null;
  const isOne = waiting.length === 1;
  const what = isOne ? `your ${cardCount(oldest.num_cards)}` : `${waiting.length} boxes`;
  const names = waiting.slice(0, NAMED).map(displayBatchId);
  const others = waiting.length > NAMED ? ` and ${waiting.length - NAMED} more` : null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-4 rounded-xl bg-accent-soft px-5 py-4">
      <p>
        {`Ship ${what}: `}
        {names.map((name, place) => (
          <Fragment key={name}>
            {place > 0 ? ", " : null}
            <BatchId name={name} />
          </Fragment>
        ))}
        {others}
      </p>
      <ButtonLink size="sm" href={paths.label(oldest.id)}>
        {isOne ? "Print label" : "Print first label"}
      </ButtonLink>
    </div>
  );
}
