import { Alert } from "@/components/ui/alert";
import { paths, withQuery } from "@/lib/base/paths";
import type { Order } from "@/lib/orders/order";
import { promiseState } from "@/lib/orders/promise";

type LateBelowProps = {
  /** Newest first. */
  orders: Order[];
  /** Those of `orders` that the overview shows, each of which says by itself that it is late. */
  shown: Order[];
  /** There are still older ones than `orders` holds. */
  isPart: boolean;
};

/** Says on the overview that older batches than it shows are late, and leads to all of them; nothing where none is. */
export function LateBelow({ orders, shown, isPart }: LateBelowProps) {
  const ids = new Set(shown.map(({ id }) => id));
  const now = Date.now();
  const { length } = orders.filter((order) => !ids.has(order.id) && promiseState(order, now) === "late");
  if (length === 0) return null;
  return (
    <Alert tone="warning">
      {isPart ? "At least " : null}
      {length === 1 ? "1 older batch is late." : `${length} older batches are late.`}{" "}
      <a className="link" href={withQuery(paths.dashboard, { tab: "all" })}>
        See all submissions
      </a>
    </Alert>
  );
}
