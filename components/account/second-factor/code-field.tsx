import type { ComponentProps } from "react";
import { TextField } from "@/components/ui/text-field";

/** The six digits of an authenticator app. */
export function CodeField(props: Omit<ComponentProps<typeof TextField>, "label">) {
  return (
    <TextField
      label="Code"
      inputMode="numeric"
      autoComplete="one-time-code"
      hint="The six digits that your authenticator app shows."
      maxLength={7}
      required
      {...props}
    />
  );
}
