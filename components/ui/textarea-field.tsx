import { cx } from "class-variance-authority";
import { type ComponentProps, useId } from "react";
import { controlStyle, Field, type FieldText } from "@/components/ui/field";

type TextareaFieldProps = ComponentProps<"textarea"> & FieldText & { isOptional?: boolean };

export function TextareaField({ label, hint, error, isOptional, className, ...area }: TextareaFieldProps) {
  const ownId = useId();
  return (
    <Field id={area.id ?? ownId} label={label} hint={hint} error={error} isOptional={isOptional}>
      {(wiring) => (
        <textarea rows={4} {...area} {...wiring} className={cx(controlStyle, "min-h-24 py-2.5", className)} />
      )}
    </Field>
  );
}
