import { Badge } from "@/components/ui/badge";
import type { PaymentStatus } from "@/lib/orders/order";
import {
  fulfillmentLabel,
  paymentLabel,
  rollUpLabel,
  submissionLabel,
  whereaboutsLabel,
} from "@/lib/staff/labels";
import type { StaffOrder } from "@/lib/staff/staff-order";

/** Shows whether an order is paid in the staff's five words; customers read two of them (`PaymentBadge`). */
export function StaffPaymentBadge({ status }: { status: PaymentStatus }) {
  const { label, tone } = paymentLabel(status);
  return <Badge tone={tone}>{label}</Badge>;
}

/** Shows at which of its eight steps a batch is in the staff's words. */
export function StaffSubmissionBadge({ status }: { status: string }) {
  const { label, tone } = submissionLabel(status);
  return <Badge tone={tone}>{label}</Badge>;
}

type WhereaboutsBadgeProps = { order: StaffOrder; stage?: string };

/** Shows where a batch is, and that its package is here unopened; nothing of one that nobody waits for. */
export function WhereaboutsBadge({ order, stage }: WhereaboutsBadgeProps) {
  const whereabouts = whereaboutsLabel(order);
  if (!whereabouts) return null;
  return (
    <Badge tone={whereabouts.tone}>{stage ? `${stage}: ${whereabouts.label}` : whereabouts.label}</Badge>
  );
}

type OrderBadgesProps = {
  order: StaffOrder;
  /** The screen says beside it whether it is paid. */
  isPaymentTold?: boolean;
};

/**
 * Shows the statuses of an order side by side, on its page and in its drawer: where it is in one of the three words of staff,
 * and in the customer's.
 */
export function OrderBadges({ order, isPaymentTold = false }: OrderBadgesProps) {
  return (
    <div className="flex flex-wrap gap-2">
      {isPaymentTold ? null : <StaffPaymentBadge status={order.payment_status} />}
      <Badge>{fulfillmentLabel(order.fulfillment_status)}</Badge>
      <WhereaboutsBadge order={order} stage={rollUpLabel(order.submission_status)} />
    </div>
  );
}
