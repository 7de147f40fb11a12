import { controlStyle, Field, type FieldText } from "@/components/ui/field";

type TextareaFieldProps = Omit<React.ComponentProps<"textarea">, "id" | "className"> & FieldText;

export function TextareaField({ label, hint, error, isOptional, ...area }: TextareaFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} isOptional={isOptional}>
      {(wiring) => <textarea rows={4} {...area} {...wiring} className={`${controlStyle} min-h-24 py-2.5`} />}
    </Field>
  );
}
