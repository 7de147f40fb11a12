import { batchIdLook } from "@/components/orders/batch-id";
import { BatchLink } from "@/components/orders/dashboard/batch-link";
import { ToDo } from "@/components/orders/dashboard/to-do";
import { Time } from "@/components/ui/time";
import { paths, withQuery } from "@/lib/base/paths";
import { adjustmentTitle, askWords, isRestAwaited } from "@/lib/orders/adjustment";
import { displayBatchId } from "@/lib/orders/batch-id";
import type { Order } from "@/lib/orders/order";
import { REST_LABEL_NAME, restLabelPath } from "@/lib/orders/print/print";
import type { Adjustment } from "@/lib/orders/schema";

/** So many are told at length; who has more finds the others in their rows. */
const TOLD = 3;

type ToDecideProps = {
  orders: Order[];
  /** What can be decided about `orders` at the moment `now`, the one that ends soonest first. */
  asked: Adjustment[];
  /** In milliseconds since 1970. */
  now: number;
  /** Below stand some of the submissions alone. */
  isPart: boolean;
};

/** Shows first of all what waits for the customer's answer: what it is about, until when, and where it is given. */
export function ToDecide({ orders, asked, now, isPart }: ToDecideProps) {
  const names = new Map(orders.map((order) => [order.id, displayBatchId(order)]));
  const more = asked.length - TOLD;
  return (
    <>
      {asked.slice(0, TOLD).map((proposal, place) => {
        const { id, order_id: orderId } = proposal;
        const name = names.get(orderId) ?? "";
        const way = isRestAwaited(proposal, now)
          ? { action: REST_LABEL_NAME, to: { href: restLabelPath(orderId, null) } }
          : { action: "Decide", to: { batchId: name } };
        return (
          <ToDo key={id} {...way} isSecond={place > 0}>
            {`${adjustmentTitle(proposal)}: `}
            <BatchLink batchId={name} look={`link ${batchIdLook(name)}`} />
            {`. ${askWords(proposal, now)} by `}
            <Time at={proposal.deadline_at} show="date-time" />
          </ToDo>
        );
      })}
      {more > 0 ? (
        <p>
          {`${more} more ${more === 1 ? "waits" : "wait"} for you. `}
          {isPart ? (
            <a className="link" href={withQuery(paths.dashboard, { tab: "all" })}>
              See all submissions
            </a>
          ) : null}
        </p>
      ) : null}
    </>
  );
}
