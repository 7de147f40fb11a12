import { ButtonLink } from "@/components/ui/button-link";
import { paths } from "@/lib/base/paths";
import { cardCount } from "@/lib/base/words";
import { displayBatchId } from "@/lib/orders/batch-id";
import { isToShip } from "@/lib/orders/inbound";
import type { Order } from "@/lib/orders/order";

/** Shows first what is to be done: the batch that waits longest for its cards to be sent, and how many others do. */
export function ToShip({ orders }: { orders: Order[] }) {
  const waiting = orders.filter(isToShip);
  const oldest = waiting.at(-1);
  if (!oldest) return null;
  const others = waiting.length > 1 ? ` And ${waiting.length - 1} more below.` : "";
  return (
    <p className="flex flex-wrap items-center justify-between gap-4 rounded-xl bg-accent-soft px-5 py-4">
      {`To do: ship ${displayBatchId(oldest)}, ${cardCount(oldest.num_cards)}.${others}`}
      <ButtonLink size="sm" href={paths.label(oldest.id)}>
        Print label
      </ButtonLink>
    </p>
  );
}
