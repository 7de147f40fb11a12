import { BatchNames, NAMED } from "@/components/orders/dashboard/batch-names";
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

/**
 * Says on the overview that older batches than it shows are late, and which: the one that waits longest first. Where there may be
 * more than are named it leads to all; nothing where none is late.
 */
export function LateBelow({ orders, shown, isPart }: LateBelowProps) {
  const ids = new Set(shown.map(({ id }) => id));
  const now = Date.now();
  const late = orders.filter((order) => !ids.has(order.id) && promiseState(order, now) === "late").reverse();
  const { length } = late;
  if (length === 0) return null;
  return (
    <Alert tone="danger">
      {isPart ? "At least " : null}
      {length === 1 ? "1 older batch is late: " : `${length} older batches are late: `}
      <BatchNames orders={late} isLinked />.
      {isPart || length > NAMED ? (
        <>
          {" "}
          <a className="link" href={withQuery(paths.dashboard, { tab: "all" })}>
            See all submissions
          </a>
        </>
      ) : null}
    </Alert>
  );
}
