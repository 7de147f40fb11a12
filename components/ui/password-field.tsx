import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { controlStyle, Field, type FieldText } from "@/components/ui/field";

type PasswordFieldProps = Omit<React.ComponentProps<"input">, "ref" | "type" | "id" | "className"> &
  FieldText;

/** Shows a password field with a Show button. No spell check, because a shown password is plain text. */
export function PasswordField({ label, hint, error, ...input }: PasswordFieldProps) {
  const ref = useRef<HTMLInputElement>(null);
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const form = ref.current?.form;
    const hide = () => setShown(false);
    form?.addEventListener("submit", hide);
    return () => form?.removeEventListener("submit", hide);
  }, []);
  return (
    <Field label={label} hint={hint} error={error}>
      {(wiring) => (
        <div className="relative">
          <input
            spellCheck={false}
            autoCapitalize="none"
            autoCorrect="off"
            {...input}
            {...wiring}
            ref={ref}
            type={isShown ? "text" : "password"}
            aria-invalid={wiring["aria-invalid"] ?? input["aria-invalid"]}
            aria-describedby={wiring["aria-describedby"] ?? input["aria-describedby"]}
            className={`${controlStyle} h-11 pr-18`}
          />
          <Button
            variant="quiet"
            size="sm"
            className="absolute inset-y-0 right-1 my-auto h-fit"
            aria-controls={wiring.id}
            onClick={() => setShown(!isShown)}
          >
            <span>
              {isShown ? "Hide" : "Show"}
              <span className="sr-only"> password</span>
            </span>
          </Button>
        </div>
      )}
    </Field>
  );
}
