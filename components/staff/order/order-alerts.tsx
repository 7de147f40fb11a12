import { SetAsideFacts } from "@/components/staff/batch-facts";
import { CancelRequest } from "@/components/staff/cancel-request";
import { ReleaseAddress } from "@/components/staff/release-address";
import { PostButton } from "@/components/staff/use-post";
import { Alert } from "@/components/ui/alert";
import { withQuery } from "@/lib/base/paths";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { staffPaths } from "@/lib/base/staff-paths";
import { displayBatchId } from "@/lib/orders/batch-id";
import { reasonText } from "@/lib/orders/messages";
import { setAsideText } from "@/lib/staff/desk/stop-reason";
import { conditionLabel, disputeLabel } from "@/lib/staff/labels";
import { cardsHere, isUncounted } from "@/lib/staff/order/cards-here";
import type { OrderDetails } from "@/lib/staff/orders/data";

type OrderAlertsProps = Pick<OrderDetails, "order" | "exceptions" | "set_aside">;

export function OrderAlerts({ order, exceptions, set_aside: aside }: OrderAlertsProps) {
  const open = exceptions.filter(({ resolved_at: at }) => at === null);
  const { package_condition: condition } = order;
  const isDamaged = condition !== null && condition !== "ok" && order.fulfillment_status !== "complete";
  const damage = isDamaged ? conditionLabel(condition) : null;
  const dispute = order.dispute_status ? disputeLabel(order.dispute_status) : null;
  const toSendBack = order.payment_status === "canceled" ? cardsHere(order) : null;
  return (
    <>
      {order.payment_status === "paid" && order.received_count === null ? (
        <CancelRequest order={order} />
      ) : null}
      {aside ? (
        <Alert
          tone="warning"
          title={`Package set aside: ${setAsideText(aside.reason).toLowerCase()}`}
          action={
            <a className="link" href={withQuery(staffPaths.receive, { code: displayBatchId(order) })}>
              Open at the desk
            </a>
          }
        >
          <SetAsideFacts aside={aside} />
        </Alert>
      ) : null}
      {isUncounted(order) ? (
        <Alert
          tone="warning"
          title="The cards aren't counted yet"
          action={
            <a className="link" href={withQuery(staffPaths.receive, { code: displayBatchId(order) })}>
              Count at the desk
            </a>
          }
        >
          Until you count them, the batch can't go to the grader and the customer won't get a receipt or
          estimate.
        </Alert>
      ) : null}
      {toSendBack ? <Alert tone="warning" title={toSendBack} /> : null}
      {open.map(({ id, reason }) => (
        <Alert
          key={id}
          tone="danger"
          title={reasonText(reason)}
          action={
            <a className="link" href={staffPaths.reconcile}>
              Resolve in Reconciliation
            </a>
          }
        />
      ))}
      {order.address_held_until ? <ReleaseAddress order={order} until={order.address_held_until} /> : null}
      {order.review_reason ? (
        <Alert
          tone="warning"
          title={reasonText(order.review_reason)}
          action={
            <PostButton
              path={staffApiPaths.order(order.id)}
              body={{ version: order.version, changes: { is_reviewed: true } }}
              done="Order updated successfully"
            >
              Mark reviewed
            </PostButton>
          }
        />
      ) : null}
      {dispute ? (
        <Alert
          tone={dispute.isOver ? "info" : "warning"}
          title={`Payment dispute: ${inSentence(dispute.label)}`}
        />
      ) : null}
      {order.blockers.includes("count_differs") ? (
        <Alert tone="warning" title={`Counted ${order.received_count} of ${order.num_cards} cards`} />
      ) : null}
      {damage ? <Alert tone="warning" title={`Condition on arrival: ${inSentence(damage)}`} /> : null}
    </>
  );
}

function inSentence(label: string): string {
  return label.charAt(0).toLowerCase() + label.slice(1);
}
