import { BatchNames } from "@/components/orders/dashboard/batch-names";
import { ToDo } from "@/components/orders/dashboard/to-do";
import { paths } from "@/lib/base/paths";
import { cardCount } from "@/lib/base/words";
import { isToShip } from "@/lib/orders/inbound";
import type { Order } from "@/lib/orders/order";

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
  return (
    <ToDo
      to={{ href: paths.label(oldest.id) }}
      action={isOne ? "Print label" : "Print first label"}
      isSecond={isSecond}
    >
      {`Ship ${what}: `}
      <BatchNames orders={waiting} />
    </ToDo>
  );
}
