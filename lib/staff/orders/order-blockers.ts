import { withQuery } from "@/lib/base/paths";
import { staffPaths } from "@/lib/base/staff-paths";
import { displayBatchId } from "@/lib/orders/batch-id";
import { isAwaited } from "@/lib/orders/status";
import { carrierPage } from "@/lib/orders/tracking/carrier";
import type { OrderBlocker, StaffOrder } from "@/lib/staff/staff-order";

/** What each blocker is called, and what someone does about it. */
const WORDS: Record<OrderBlocker, { label: string; step: string }> = {
  dispute: { label: "Payment disputed", step: "Check the dispute" },
  exception: { label: "Payment doesn't match", step: "Settle its payment" },
  review: { label: "Payment to review", step: "Review its payment" },
  cancel_request: { label: "Cancellation requested", step: "Cancel or decline" },
  problem: { label: "Problem reported", step: "Answer the customer" },
  upcharge: { label: "Upcharge to settle", step: "Settle the upcharge" },
  refund: { label: "Refund due", step: "Refund the missing cards" },
  set_aside: { label: "Set aside", step: "Decide about its package" },
  not_paid: { label: "Arrived unpaid", step: "Ask for the payment" },
  count_differs: { label: "Count differs", step: "Settle its count" },
  damaged: { label: "Arrived damaged", step: "Ask the customer, then set it to “Getting ready”" },
  cards_here: { label: "Cards still here", step: "Decide about the cards still here" },
  set_aside_asked: { label: "Set aside, customer asked", step: "Wait for the customer" },
  proposal: { label: "Customer is deciding", step: "Wait for the customer" },
};

/** Says what keeps an order from going on until someone acts, those that wait on us first. */
export function blockerLabels({ blockers }: Pick<StaffOrder, "blockers">): string[] {
  return blockers.map((blocker) => WORDS[blocker].label);
}

/** What we do next about an order, and where. */
type NextStep = { words: string; href: string };

/** Returns what we do next about an order: first what blocks it, then the next step of its way. Null: nothing. */
export function nextStep(order: StaffOrder): NextStep | null {
  const page = staffPaths.order(order.id);
  const code = { code: displayBatchId(order) };
  const [blocker] = order.blockers;
  if (blocker === "set_aside" && order.payment_status === "canceled")
    return { words: "Send its cards back", href: withQuery(staffPaths.returns, code) };
  if (blocker)
    return { words: WORDS[blocker].step, href: blocker === "exception" ? staffPaths.reconcile : page };
  if (order.payment_status === "canceled") {
    const isHere = order.fulfillment_status !== "complete" && order.arrived_at !== null;
    return isHere ? { words: "Send its cards back", href: withQuery(staffPaths.returns, code) } : null;
  }
  switch (order.submission_status) {
    case "pending":
      if (!isAwaited(order)) return null;
      return order.arrived_at
        ? { words: "Check it in", href: withQuery(staffPaths.receive, code) }
        : { words: "Wait for the package", href: page };
    case "received":
    case "processing":
      return { words: "Send it to the grader", href: staffPaths.grader };
    case "shipped":
    case "grading":
      return { words: "Wait for the grader", href: staffPaths.grader };
    case "graded":
      return { words: "Send it back", href: withQuery(staffPaths.returns, code) };
    case "completed": {
      const parcel = carrierPage(order.tracking_number, order.return_carrier);
      return parcel ? { words: `Follow it at ${parcel.carrier}`, href: parcel.url } : null;
    }
    default:
      return null;
  }
}
