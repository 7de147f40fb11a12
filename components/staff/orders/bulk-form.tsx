import { useId } from "react";
import { QuietBox } from "@/components/staff/checkbox";
import { DelayFields, FulfillmentField, SubmissionStatusField } from "@/components/staff/order/order-fields";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { controlled } from "@/components/ui/field";
import { SubmitButton, submitting } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { TextareaField } from "@/components/ui/textarea-field";
import { counted } from "@/lib/base/messages";
import { submissionLabel } from "@/lib/staff/labels";
import { type PreviewedOrder, previewText } from "@/lib/staff/order/change-warnings";
import type { BulkUpdate } from "@/lib/staff/orders/schema";

type Changes = BulkUpdate["changes"];

type BulkFormProps = {
  changes: Changes;
  isSaving: boolean;
  isQuiet: boolean;
  onChange: (changes: Changes) => void;
  onQuiet: (isQuiet: boolean) => void;
  onSave: () => void;
};

const AS_IT_IS = "No change";

/** Asks for the changes to several orders. An empty field changes nothing. */
export function BulkForm(props: BulkFormProps) {
  const { changes, isSaving, isQuiet, onChange, onQuiet, onSave } = props;
  const field = (name: keyof Changes) =>
    controlled(changes[name] ?? "", (text) => onChange({ ...changes, [name]: text || undefined }));
  const isEmpty = Object.values(changes).every((value) => value === undefined);
  return (
    <form className="space-y-5" onSubmit={submitting(() => onSave())}>
      <FulfillmentField {...field("fulfillment_status")} none={AS_IT_IS} />
      <SubmissionStatusField {...field("submission_status")} none={AS_IT_IS} />
      <TextField
        {...field("tracking_number")}
        label="Tracking number"
        maxLength={100}
        placeholder={AS_IT_IS}
      />
      <TextField
        {...field("grading_submission_number")}
        label="Submission number"
        maxLength={100}
        placeholder={AS_IT_IS}
      />
      <DelayFields field={field} />
      <TextareaField
        {...field("note")}
        label="Add a staff note"
        hint="Only staff can see this."
        rows={2}
        maxLength={5000}
      />
      <QuietBox isOn={isQuiet} onChange={onQuiet} />
      <SubmitButton isBusy={isSaving} disabled={isEmpty} busyText="Saving…">
        Review changes
      </SubmitButton>
    </form>
  );
}

type BulkPreviewProps = {
  orders: PreviewedOrder[];
  changes: BulkUpdate["changes"];
  reason: string;
  isSaving: boolean;
  onReason: (reason: string) => void;
  onBack: () => void;
  onSave: () => void;
};

/** Shows whose orders change and the warnings. Without a reason, only orders without warnings are saved. */
export function BulkPreview(props: BulkPreviewProps) {
  const { orders, changes, reason, isSaving, onReason, onBack, onSave } = props;
  const { summary, warnings } = previewText(orders, Boolean(changes.tracking_number));
  const isOdd = warnings.length > 0;
  const none = useId();
  const fit =
    reason.trim() === "" ? orders.filter((order) => order.warnings.length === 0).length : orders.length;
  return (
    <form className="space-y-5" onSubmit={submitting(() => onSave())}>
      <p role="status" tabIndex={-1} className="font-medium">
        {summary}
      </p>
      {changes.submission_status ? (
        <p>New status: {submissionLabel(changes.submission_status).label}</p>
      ) : null}
      {isOdd ? (
        <>
          <Alert tone="warning" title="Check these first">
            <ul className="list-disc pl-5">
              {warnings.map((warning) => (
                <li key={warning}>{warning}</li>
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
            : `Save the other ${fit}`}
        </SubmitButton>
        <Button variant="quiet" disabled={isSaving} onClick={onBack}>
          Back
        </Button>
        {fit === 0 ? (
          <p id={none} className="self-center text-sm text-text-muted">
            Enter a reason first.
          </p>
        ) : null}
      </div>
    </form>
  );
}

export function BulkReason({ reason, onReason }: { reason: string; onReason: (reason: string) => void }) {
  return (
    <TextareaField
      label="Reason"
      hint="Only staff can see this. Without a reason, these orders won't be changed."
      rows={2}
      maxLength={2000}
      {...controlled(reason, onReason)}
    />
  );
}
