import { Button } from "@/components/ui/button";
import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import { FULFILLMENT_STEPS, SUBMISSION_STEPS, submissionStatus } from "@/lib/orders/status";
import { fulfillmentLabel } from "@/lib/staff/labels";
import type { BulkUpdate } from "@/lib/staff/orders/schema";

type Changes = BulkUpdate["changes"];

type BulkFormProps = {
  changes: Changes;
  isSaving: boolean;
  saveText: string;
  onChange: (changes: Changes) => void;
  onSave: () => void;
};

const AS_IT_IS = "Leave as it is";

/** What several orders get; what is left empty stays as each order has it. */
export function BulkForm({ changes, isSaving, saveText, onChange, onSave }: BulkFormProps) {
  const set = (name: keyof Changes, value: string) =>
    onChange({ ...changes, [name]: value === "" ? undefined : value });
  const isEmpty = Object.values(changes).every((value) => value === undefined);
  return (
    <form
      className="space-y-5"
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
    >
      <SelectField
        label="Fulfillment"
        value={changes.fulfillment_status ?? ""}
        onChange={(event) => set("fulfillment_status", event.target.value)}
      >
        <option value="">{AS_IT_IS}</option>
        {FULFILLMENT_STEPS.map((step) => (
          <option key={step} value={step}>
            {fulfillmentLabel(step)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Submission status"
        value={changes.submission_status ?? ""}
        onChange={(event) => set("submission_status", event.target.value)}
      >
        <option value="">{AS_IT_IS}</option>
        {SUBMISSION_STEPS.map((step) => (
          <option key={step} value={step}>
            {submissionStatus(step).label}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Tracking number"
        maxLength={100}
        placeholder={AS_IT_IS}
        value={changes.tracking_number ?? ""}
        onChange={(event) => set("tracking_number", event.target.value)}
      />
      <TextField
        label="Submission number"
        hint="Of the grading company."
        maxLength={100}
        placeholder={AS_IT_IS}
        value={changes.grading_submission_number ?? ""}
        onChange={(event) => set("grading_submission_number", event.target.value)}
      />
      <Button type="submit" isBusy={isSaving} disabled={isEmpty}>
        {saveText}
      </Button>
    </form>
  );
}
