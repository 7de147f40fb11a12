import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import { TextareaField } from "@/components/ui/textarea-field";
import { FULFILLMENT_STEPS, SUBMISSION_STEPS } from "@/lib/orders/status";
import { fulfillmentLabel, submissionLabel } from "@/lib/staff/labels";

type StatusFieldProps = Omit<React.ComponentProps<typeof SelectField>, "label" | "children"> & {
  /** The label of an empty first choice; without it a status is always chosen. */
  none?: string;
};

/** Offers the three fulfillment statuses, where staff change orders and where they filter the list. */
export function FulfillmentField({ none, ...select }: StatusFieldProps) {
  return (
    <SelectField {...select} label="Fulfillment">
      {none ? <option value="">{none}</option> : null}
      {FULFILLMENT_STEPS.map((step) => (
        <option key={step} value={step}>
          {fulfillmentLabel(step)}
        </option>
      ))}
    </SelectField>
  );
}

export function SubmissionStatusField({ none, ...select }: StatusFieldProps) {
  return (
    <SelectField {...select} label="Submission status">
      {none ? <option value="">{none}</option> : null}
      {SUBMISSION_STEPS.map((step) => (
        <option key={step} value={step}>
          {submissionLabel(step).label}
        </option>
      ))}
    </SelectField>
  );
}

type NumberFieldProps = Omit<React.ComponentProps<typeof TextField>, "label" | "hint" | "maxLength">;

export function TrackingNumberField(input: NumberFieldProps) {
  return <TextField {...input} label="Tracking number" maxLength={100} />;
}

type DelayFieldsProps = {
  reason: string;
  until: string;
  onChange: (change: { delay_reason?: string; delayed_until?: string }) => void;
};

/** Takes the reason of a delay and the new date, for one order or several. Customers read both. */
export function DelayFields({ reason, until, onChange }: DelayFieldsProps) {
  return (
    <>
      <TextareaField
        label="Delay reason"
        hint="Sent to the customer with the new date."
        rows={2}
        maxLength={300}
        value={reason}
        onChange={(event) => onChange({ delay_reason: event.target.value })}
      />
      <TextField
        label="New date"
        type="date"
        value={until}
        onChange={(event) => onChange({ delayed_until: event.target.value })}
      />
    </>
  );
}

export function ShelfField(input: NumberFieldProps) {
  return <TextField {...input} label="Shelf" maxLength={100} />;
}

export function SubmissionNumberField(input: NumberFieldProps) {
  return <TextField {...input} label="Submission number" maxLength={100} />;
}
