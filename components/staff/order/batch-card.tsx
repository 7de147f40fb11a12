import { BatchPromise } from "@/components/orders/batch-promise";
import { OrderPrintLinks } from "@/components/orders/order-print-links";
import { inboundFacts } from "@/components/staff/inbound-facts";
import { Card } from "@/components/ui/card";
import { CardHeader } from "@/components/ui/card-header";
import { FactList } from "@/components/ui/fact-list";
import { Time } from "@/components/ui/time";
import { staffPaths } from "@/lib/base/staff-paths";
import { promiseWords } from "@/lib/orders/promise";
import { cardsStillHere } from "@/lib/orders/tracking/grader-line";
import { groupName } from "@/lib/staff/groups/grader-group";
import { conditionLabel, rollUpLabel } from "@/lib/staff/labels";
import type { OrderDetails } from "@/lib/staff/order/order-details";

/** Shows where the cards of an order are, how they came here, and what was promised. */
export function BatchCard({ page }: { page: OrderDetails }) {
  const { order, received_by: receivedBy, grader_group_id: groupId } = page;
  const promise = promiseWords(order, Date.now());
  const facts: [string, React.ReactNode][] = [
    ["Stage", rollUpLabel(order.submission_status)],
    ...inboundFacts(order),
  ];
  if (order.arrived_at)
    facts.push(["Arrived", <Time key="arrived" at={order.arrived_at} show="date-time" />]);
  if (order.received_at) {
    facts.push(["Received", <Time key="received" at={order.received_at} show="date-time" />]);
    facts.push(["Counted", `${order.received_count ?? "?"} of ${order.num_cards}`]);
    facts.push(["Condition", order.package_condition ? conditionLabel(order.package_condition) : "Unknown"]);
    facts.push(["Received by", receivedBy ?? "—"]);
  }
  if (order.shelf_location) facts.push(["Shelf", order.shelf_location]);
  if (promise?.state === "late" && order.delay_reason === null) {
    facts.push(["Reason for the delay", "No reason given yet"]);
  }
  if (groupId !== null) {
    facts.push([
      "To the grader in",
      <a key="group" className="link" href={staffPaths.group(groupId)}>
        {groupName(groupId)}
      </a>,
    ]);
  }
  const here = cardsStillHere(order);
  if (here) facts.push(["Not sent to the grader", here]);
  if (order.placed_by_admin) facts.push(["Placed by", "Staff, left out of revenue"]);
  return (
    <Card className="sm:p-6">
      <CardHeader title="Batch" />
      <div className="space-y-4">
        <BatchPromise promise={promise} />
        <FactList facts={facts} />
      </div>
      {order.payment_status === "paid" ? (
        <div className="mt-4">
          <OrderPrintLinks orderId={order.id} />
        </div>
      ) : null}
      {order.notes ? (
        <p className="mt-4 border-t border-border pt-4 text-sm wrap-anywhere whitespace-pre-line">
          <span className="block text-text-muted">Customer's notes</span>
          {order.notes}
        </p>
      ) : null}
    </Card>
  );
}
