import { controlStyle, Field, type FieldText } from "@/components/ui/field";

type TextFieldProps = Omit<React.ComponentProps<"input">, "id"> & FieldText;

/** Shows a labeled text input. `aria-*` may point to a message elsewhere on the page. */
export function TextField({ label, hint, error, isOptional, className = "", ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} isOptional={isOptional}>
      {(wiring) => (
        <input
          type="text"
          {...input}
          {...wiring}
          aria-invalid={wiring["aria-invalid"] ?? input["aria-invalid"]}
          aria-describedby={wiring["aria-describedby"] ?? input["aria-describedby"]}
          className={`${controlStyle} h-11 ${className}`}
        />
      )}
    </Field>
  );
}
