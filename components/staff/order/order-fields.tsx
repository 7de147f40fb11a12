import type { controlled } from "@/components/ui/field";
import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import { TextareaField } from "@/components/ui/textarea-field";
import { FULFILLMENT_STEPS, SUBMISSION_STEPS } from "@/lib/orders/status";
import { fulfillmentLabel, submissionLabel } from "@/lib/staff/labels";

type StatusFieldProps = Omit<React.ComponentProps<typeof SelectField>, "label" | "options">;

export function FulfillmentField(select: StatusFieldProps) {
  const options = FULFILLMENT_STEPS.map((step) => [step, fulfillmentLabel(step)] as const);
  return <SelectField {...select} label="Fulfillment" options={options} />;
}

export function SubmissionStatusField(select: StatusFieldProps) {
  const options = SUBMISSION_STEPS.map((step) => [step, submissionLabel(step).label] as const);
  return <SelectField {...select} label="Submission status" options={options} />;
}

type DelayFieldsProps = { field: (name: "delay_reason" | "delayed_until") => ReturnType<typeof controlled> };

/** Asks for the reason for a delay and the new date, for one or several orders. Customers see both. */
export function DelayFields({ field }: DelayFieldsProps) {
  return (
    <>
      <TextareaField
        {...field("delay_reason")}
        label="Delay reason"
        hint="We'll send this to the customer with the new date."
        rows={2}
        maxLength={300}
      />
      <TextField {...field("delayed_until")} label="New date" type="date" />
    </>
  );
}
