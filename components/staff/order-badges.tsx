import { Badge } from "@/components/ui/badge";
import type { PaymentStatus } from "@/lib/orders/status";
import { paymentLabel, submissionLabel, whereaboutsLabel } from "@/lib/staff/labels";
import type { StaffOrder } from "@/lib/staff/staff-order";

/** Shows the payment of an order in one of five words; customers read two of them (`PaymentBadge`). */
export function StaffPaymentBadge({ status }: { status: PaymentStatus }) {
  const { label, tone } = paymentLabel(status);
  return <Badge tone={tone}>{label}</Badge>;
}

export function StaffSubmissionBadge({ status }: { status: string }) {
  const { label, tone } = submissionLabel(status);
  return <Badge tone={tone}>{label}</Badge>;
}

/** Shows where a batch is; nothing for one that was canceled before its cards came. */
export function WhereaboutsBadge({ order }: { order: StaffOrder }) {
  const whereabouts = whereaboutsLabel(order);
  return whereabouts ? <Badge tone={whereabouts.tone}>{whereabouts.label}</Badge> : null;
}
