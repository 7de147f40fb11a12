import { useId } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { SubmitButton, submitting } from "@/components/ui/submit-button";
import { TextareaField } from "@/components/ui/textarea-field";
import { counted } from "@/lib/base/words";
import { type PreviewedOrder, previewWords } from "@/lib/staff/order/oddities";

type BulkPreviewProps = {
  orders: PreviewedOrder[];
  /** All of them would get one tracking number. */
  hasNumber: boolean;
  reason: string;
  isSaving: boolean;
  onReason: (reason: string) => void;
  onBack: () => void;
  onSave: () => void;
};

/**
 * Shows whose orders would change and what does not fit about it; that takes a reason, without which the button is of
 * those alone that fit.
 */
export function BulkPreview({
  orders,
  hasNumber,
  reason,
  isSaving,
  onReason,
  onBack,
  onSave,
}: BulkPreviewProps) {
  const { summary, oddities } = previewWords(orders, hasNumber);
  const isOdd = oddities.length > 0;
  const none = useId();
  const fit =
    reason.trim() === "" ? orders.filter((order) => order.oddities.length === 0).length : orders.length;
  return (
    <form className="space-y-5" onSubmit={submitting(() => onSave())}>
      <p role="status" tabIndex={-1} className="font-medium">
        {summary}
      </p>
      {isOdd ? (
        <>
          <Alert tone="warning" title="This does not fit all of them">
            <ul className="list-disc pl-5">
              {oddities.map((oddity) => (
                <li key={oddity}>{oddity}</li>
              ))}
            </ul>
          </Alert>
          <BulkReason reason={reason} onReason={onReason} />
        </>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <SubmitButton
          isBusy={isSaving}
          busyText="Saving…"
          disabled={fit === 0}
          aria-describedby={fit === 0 ? none : undefined}
        >
          {fit === 0 || fit === orders.length
            ? `Save ${counted(orders.length, "order")}`
            : `Save the ${fit} that ${fit === 1 ? "fits" : "fit"}`}
        </SubmitButton>
        <Button variant="quiet" disabled={isSaving} onClick={onBack}>
          Back
        </Button>
        {fit === 0 ? (
          <p id={none} className="self-center text-sm text-text-muted">
            None of them fits: say why first.
          </p>
        ) : null}
      </div>
    </form>
  );
}

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
