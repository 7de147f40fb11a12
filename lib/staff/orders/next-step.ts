import { withQuery } from "@/lib/base/paths";
import { staffPaths } from "@/lib/base/staff-paths";
import { askedDay } from "@/lib/orders/address-question";
import { displayBatchId } from "@/lib/orders/batch-id";
import { isToCancel } from "@/lib/orders/status";
import { carrierPage } from "@/lib/orders/tracking/carrier";
import { disputeLabel } from "@/lib/staff/labels";
import { isUpchargeUnsettled } from "@/lib/staff/orders/order-question";
import type { StaffOrder } from "@/lib/staff/staff-order";

/** What we do next about an order, and where; null: nothing. */
type NextStep = { words: string; href: string } | null;

/** Returns what we do next about an order: first what somebody waits for an answer to, then the next step of its way. */
export function nextStep(order: StaffOrder): NextStep {
  const page = staffPaths.order(order.id);
  const code = { code: displayBatchId(order) };
  const isHere = order.fulfillment_status !== "complete" && order.arrived_at !== null;
  if (isToCancel(order)) return { words: "Cancel or decline", href: page };
  if (order.problem?.waiting_since) return { words: "Answer the customer", href: page };
  if (order.open_exceptions > 0) return { words: "Settle its payment", href: staffPaths.reconcile };
  if (order.review_reason !== null) return { words: "Look at its payment", href: page };
  if (order.payment_status === "canceled")
    return isHere ? { words: "Send its cards back", href: withQuery(staffPaths.returns, code) } : null;
  if (order.payment_status !== "paid") {
    if (isHere && order.set_aside?.asked_at) return { words: "Wait for the payment", href: page };
    return isHere
      ? { words: "Ask for the payment", href: page }
      : { words: "Look at its payment", href: page };
  }
  const isDisputed = order.dispute_status !== null && !disputeLabel(order.dispute_status).isOver;
  if (isDisputed && order.fulfillment_status !== "complete")
    return { words: "Wait for the dispute to end", href: page };
  if (isUpchargeUnsettled(order)) return { words: "Answer about the upcharge", href: page };
  if (order.asked?.status === "proposed") return { words: "Wait for the customer", href: page };
  if (order.set_aside) return { words: "Decide about its package", href: staffPaths.receive };
  switch (order.submission_status) {
    case "pending":
      return awaitedStep(order, page);
    case "received":
    case "processing":
      if (order.count_differs) return { words: "Settle its count", href: page };
      return groupStepOf(order, "Put it into a group");
    case "shipped":
    case "grading":
      return groupStepOf(order, "Bring its group back");
    case "graded":
      if (order.address_asked_until)
        return {
          words: `Wait for the owner's answer, until ${askedDay(order.address_asked_until)}`,
          href: page,
        };
      if (order.group) return groupStepOf(order, "Bring its group back");
      return { words: "Send it back", href: withQuery(staffPaths.returns, code) };
    case "completed":
      return parcelOf(order, page);
    default:
      return null;
  }
}

function groupStepOf({ group }: StaffOrder, without: string): NextStep {
  if (group === null) return { words: without, href: staffPaths.grader };
  const href = staffPaths.group(group.id);
  if (group.step === "open") return { words: "Close its group", href };
  return { words: group.step === "closed" ? "Ship its group" : "Bring its group back", href };
}

function awaitedStep(order: StaffOrder, page: string): NextStep {
  const desk = withQuery(staffPaths.receive, { code: displayBatchId(order) });
  if (order.is_said_delivered) return { words: "Look for the package", href: desk };
  const { inbound_tracking: number, inbound_carrier: carrier } = order;
  if (order.is_said_shipped) {
    const words = "Ask after it at the carrier";
    return { words, href: carrierPage(number, carrier)?.url ?? page };
  }
  if (order.is_counted_in_part) return { words: "Ask for the rest, or check in what is here", href: desk };
  return order.arrived_at
    ? { words: "Check it in", href: desk }
    : { words: "Wait for the package", href: page };
}

function parcelOf({ tracking_number: number, return_carrier: carrier }: StaffOrder, page: string): NextStep {
  const parcel = carrierPage(number, carrier);
  return parcel
    ? { words: `Follow it at ${parcel.carrier}`, href: parcel.url }
    : { words: "Look at its way back", href: page };
}
