import { QuietBox } from "@/components/staff/notice-boxes";
import {
  DelayFields,
  FulfillmentField,
  SubmissionNumberField,
  SubmissionStatusField,
  TrackingNumberField,
} from "@/components/staff/order/order-fields";
import { SubmitButton, submitting } from "@/components/ui/submit-button";
import { TextareaField } from "@/components/ui/textarea-field";
import type { BulkUpdate } from "@/lib/staff/orders/schema";

type Changes = BulkUpdate["changes"];

type BulkFormProps = {
  changes: Changes;
  isSaving: boolean;
  saveText: string;
  isQuiet: boolean;
  onChange: (changes: Changes) => void;
  onQuiet: (isQuiet: boolean) => void;
  onSave: () => void;
};

const AS_IT_IS = "No change";

/** Takes the changes of several orders; an empty field changes nothing. */
export function BulkForm(props: BulkFormProps) {
  const { changes, isSaving, saveText, isQuiet, onChange, onQuiet, onSave } = props;
  const set = (name: keyof Changes, value: string) =>
    onChange({ ...changes, [name]: value === "" ? undefined : value });
  const isEmpty = Object.values(changes).every((value) => value === undefined);
  return (
    <form className="space-y-5" onSubmit={submitting(() => onSave())}>
      <FulfillmentField
        none={AS_IT_IS}
        value={changes.fulfillment_status ?? ""}
        onChange={(event) => set("fulfillment_status", event.target.value)}
      />
      <SubmissionStatusField
        none={AS_IT_IS}
        value={changes.submission_status ?? ""}
        onChange={(event) => set("submission_status", event.target.value)}
      />
      <TrackingNumberField
        placeholder={AS_IT_IS}
        value={changes.tracking_number ?? ""}
        onChange={(event) => set("tracking_number", event.target.value)}
      />
      <SubmissionNumberField
        placeholder={AS_IT_IS}
        value={changes.grading_submission_number ?? ""}
        onChange={(event) => set("grading_submission_number", event.target.value)}
      />
      <DelayFields
        reason={changes.delay_reason ?? ""}
        until={changes.delayed_until ?? ""}
        onChange={(change) => {
          for (const [name, value] of Object.entries(change)) set(name as keyof Changes, value);
        }}
      />
      <TextareaField
        label="Add a staff note"
        hint="Only staff can see this."
        rows={2}
        maxLength={5000}
        value={changes.note ?? ""}
        onChange={(event) => set("note", event.target.value)}
      />
      <QuietBox isOn={isQuiet} onChange={onQuiet} />
      <SubmitButton isBusy={isSaving} disabled={isEmpty} busyText="Saving…">
        {saveText}
      </SubmitButton>
    </form>
  );
}
