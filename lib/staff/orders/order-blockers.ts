import { withQuery } from "@/lib/base/paths";
import { staffPaths } from "@/lib/base/staff-paths";
import { displayBatchId } from "@/lib/orders/batch-id";
import { carrierPage } from "@/lib/orders/tracking-number";
import { paymentLabel, whereaboutsLabel } from "@/lib/staff/labels";
import { ORDER_BLOCKERS, type StaffOrder } from "@/lib/staff/staff-order";

/** Returns the labels of an order's blockers, starting with those that wait for staff. */
export function blockerLabels({ blockers }: Pick<StaffOrder, "blockers">): string[] {
  return blockers.map((blocker) => ORDER_BLOCKERS[blocker].label);
}

type OrderState = {
  heading: string;
  /** The next step, unless a button already names it. */
  next: string | null;
  action: { label: string; href: string } | null;
};

export const NOTHING_TO_DO = "Nothing to do yet.";

/** Returns an order's state and the next step for staff. A blocker takes precedence. */
export function orderState(order: StaffOrder): OrderState {
  const code = { code: displayBatchId(order) };
  const isCanceled = order.payment_status === "canceled";
  const isHere = order.fulfillment_status !== "complete" && order.arrived_at !== null;
  const shipBack = { label: "Ship back", href: withQuery(staffPaths.returns, code) };
  const [blocker] = order.blockers;
  if (isCanceled && (blocker === "set_aside" || (!blocker && isHere)))
    return { heading: "Canceled, cards still here", next: null, action: shipBack };
  if (blocker) {
    const { label: heading, step: next } = ORDER_BLOCKERS[blocker];
    if (blocker === "exception")
      return { heading, next, action: { label: "Review payment", href: staffPaths.reconcile } };
    return { heading, next, action: null };
  }
  const badge = whereaboutsLabel(order)?.label;
  if (isCanceled || badge === undefined) return { heading: "Canceled", next: "Nothing to do.", action: null };
  switch (order.submission_status) {
    case "pending":
      if (order.payment_status !== "paid")
        return {
          heading: `Payment: ${paymentLabel(order.payment_status).label.toLowerCase()}`,
          next: NOTHING_TO_DO,
          action: null,
        };
      if (!order.arrived_at && order.inbound_delivered_at === null)
        return { heading: badge, next: NOTHING_TO_DO, action: null };
      return {
        heading: badge,
        next: order.arrived_at ? null : "The customer says the package was delivered. Look for it.",
        action: { label: "Check in", href: withQuery(staffPaths.receive, code) },
      };
    case "received":
    case "processing":
      return { heading: badge, next: null, action: { label: "Add to a shipment", href: staffPaths.grader } };
    case "graded":
      return { heading: badge, next: null, action: shipBack };
    case "completed": {
      const parcel = carrierPage(order.tracking_number, order.return_carrier);
      const action = parcel && { label: `Track with ${parcel.carrier}`, href: parcel.url };
      return { heading: badge, next: NOTHING_TO_DO, action };
    }
    case "delivered":
      return { heading: badge, next: "All done.", action: null };
    default:
      return { heading: badge, next: NOTHING_TO_DO, action: null };
  }
}
