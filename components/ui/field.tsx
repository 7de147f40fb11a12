import { useId } from "react";
import { Failure } from "@/components/ui/failure";

export const controlStyle =
  "block w-full rounded-lg border border-border-strong bg-surface-raised px-3.5 text-base text-text shadow-sm transition-colors placeholder:text-text-muted hover:border-text-muted focus-visible:border-accent-text focus-visible:outline-offset-0 aria-invalid:border-danger disabled:cursor-not-allowed disabled:bg-surface-sunken disabled:text-text-muted [&:is(input,textarea):read-only]:bg-surface-sunken";

export function controlled(value: string, onText: (text: string) => void) {
  return { value, onChange: (event: { target: { value: string } }) => onText(event.target.value) };
}

export type FieldText = {
  label: string;
  hint?: React.ReactNode;
  error?: string | undefined;
  isOptional?: boolean | undefined;
};

type FieldProps = FieldText & {
  children: (wiring: {
    id: string;
    "aria-describedby": string | undefined;
    "aria-invalid": true | undefined;
  }) => React.ReactNode;
};

export function Field({ label, hint, error, isOptional, children }: FieldProps) {
  const id = useId();
  const described = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  return (
    <div className="space-y-1.5">
      <label htmlFor={id} className="flex items-baseline justify-between text-sm font-medium">
        {label}
        {isOptional ? <span className="text-xs font-normal text-text-muted">Optional</span> : null}
      </label>
      {children({ id, "aria-describedby": described || undefined, "aria-invalid": error ? true : undefined })}
      {hint ? (
        <p id={`${id}-hint`} className="text-sm text-text-muted">
          {hint}
        </p>
      ) : null}
      <Failure id={`${id}-error`}>{error}</Failure>
    </div>
  );
}
