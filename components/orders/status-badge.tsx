import { Badge } from "@/components/ui/badge";
import type { PaymentStatus } from "@/lib/orders/order";
import { paymentStatus, submissionStatus } from "@/lib/orders/status";

/** Shows at which of its eight steps a batch is, in the customer's words; a step we do not know as it is stored. */
export function SubmissionBadge({ status }: { status: string }) {
  const { label, tone } = submissionStatus(status);
  return <Badge tone={tone}>{label}</Badge>;
}

/** Shows whether a batch is paid, in the customer's words; staff read more (`StaffPaymentBadge`). */
export function PaymentBadge({ status }: { status: PaymentStatus }) {
  const { label, tone } = paymentStatus(status);
  return <Badge tone={tone}>{label}</Badge>;
}
