import { Badge } from "@/components/ui/badge";
import type { PaymentStatus } from "@/lib/orders/order";
import { paymentStatus, submissionStatus } from "@/lib/orders/status";

/** Where a batch is. */
export function SubmissionBadge({ status }: { status: string }) {
  const { label, tone } = submissionStatus(status);
  return <Badge tone={tone}>{label}</Badge>;
}

/** Whether a batch is paid. */
export function PaymentBadge({ status }: { status: PaymentStatus }) {
  const { label, tone } = paymentStatus(status);
  return <Badge tone={tone}>{label}</Badge>;
}
