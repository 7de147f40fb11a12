import { Badge } from "@/components/ui/badge";
import type { PaymentStatus } from "@/lib/orders/order";
import { paymentStatus } from "@/lib/orders/status";

/** Shows whether a batch is paid, in the customer's words; staff read more (`StaffPaymentBadge`). */
export function PaymentBadge({ status }: { status: PaymentStatus }) {
  const { label, tone } = paymentStatus(status);
  return <Badge tone={tone}>{label}</Badge>;
}
