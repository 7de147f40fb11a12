import { cx } from "class-variance-authority";
import { type ComponentProps, useId } from "react";
import { controlStyle, Field, type FieldText } from "@/components/ui/field";
import { Mark } from "@/components/ui/mark";

type SelectFieldProps = ComponentProps<"select"> & FieldText & { isOptional?: boolean };

/** Shows a labeled native select. Spread a form's `register("name")` into it. */
export function SelectField({
  label,
  hint,
  error,
  isOptional,
  className,
  children,
  ...select
}: SelectFieldProps) {
  const ownId = useId();
  return (
    <Field id={select.id ?? ownId} label={label} hint={hint} error={error} isOptional={isOptional}>
      {(wiring) => (
        <span className="relative block">
          <select
            {...select}
            {...wiring}
            className={cx(controlStyle, "h-11 appearance-none pr-10 enabled:bg-surface-raised!", className)}
          >
            {children}
          </select>
          <Mark
            name="chevron-down"
            className="pointer-events-none absolute top-1/2 right-3.5 size-4 -translate-y-1/2 text-text-muted"
          />
        </span>
      )}
    </Field>
  );
}
