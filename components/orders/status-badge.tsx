import { Badge } from "@/components/ui/badge";
import type { PaymentStatus } from "@/lib/orders/order";
import { paymentStatus, submissionStatus } from "@/lib/orders/status";

/** Shows at which of its eight steps a batch is, in the customer's words; a step we do not know as it is stored. */
export function SubmissionBadge({ status }: { status: string }) {
  const { label, tone } = submissionStatus(status);
  return <Badge tone={tone}>{label}</Badge>;
}

/** Shows where a batch that is looked at by itself stands: its step once it is paid, else what became of the payment. */
export function BatchBadge({ payment, submission }: { payment: PaymentStatus; submission: string }) {
  if (payment === "paid") return <SubmissionBadge status={submission} />;
  // Lists say "Unpaid", as the specification has it: of a batch whose money went back that would be news to its owner.
  if (payment === "canceled") return <Badge tone="neutral">Canceled</Badge>;
  return <PaymentBadge status={payment} />;
}

/** Shows whether a batch is paid, in the customer's words; staff read more (`StaffPaymentBadge`). */
export function PaymentBadge({ status }: { status: PaymentStatus }) {
  const { label, tone } = paymentStatus(status);
  return <Badge tone={tone}>{label}</Badge>;
}
