import { controlStyle, Field, type FieldText } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";

type SelectFieldProps = Omit<React.ComponentProps<"select">, "id" | "className"> &
  FieldText & {
    options: (readonly [value: string, text: string])[];
    none?: string | undefined;
  };

/** Shows a labeled native select. Spread a form's `register("name")` into it. */
export function SelectField(props: SelectFieldProps) {
  const { label, hint, error, isOptional, options, none, ...select } = props;
  return (
    <Field label={label} hint={hint} error={error} isOptional={isOptional}>
      {(wiring) => (
        <span className="relative block">
          <select
            {...select}
            {...wiring}
            className={`${controlStyle} h-11 appearance-none pr-10 enabled:bg-surface-raised!`}
          >
            {none ? <option value="">{none}</option> : null}
            {options.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
          <Icon
            name="chevron-down"
            className="pointer-events-none absolute top-1/2 right-3.5 -mt-2 size-4 text-text-muted"
          />
        </span>
      )}
    </Field>
  );
}
