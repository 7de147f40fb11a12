import { TextareaField } from "@/components/ui/textarea-field";

type BulkReasonProps = { reason: string; onReason: (reason: string) => void };

/** Asks why orders are changed all the same that a change does not fit. */
export function BulkReason({ reason, onReason }: BulkReasonProps) {
  return (
    <TextareaField
      label="Reason"
      hint="Kept on each order's timeline, for staff only. Without one, the orders it does not fit are left out."
      rows={2}
      maxLength={2000}
      value={reason}
      onChange={(event) => onReason(event.target.value)}
    />
  );
}
