"use client";

import type { ComponentProps } from "react";
import { Button } from "@/components/ui/button";
import { useHydrated } from "@/components/ui/use-hydrated";

type SubmitButtonProps = ComponentProps<typeof Button> & {
  /** What the button says while the form is being sent. */
  busyText: string;
};

/**
 * Shows the button that sends a form. It is blocked while the form is being sent, and until the page's script runs:
 * before that the browser itself would send the form, with whatever is typed into it.
 */
export function SubmitButton({ busyText, isBusy, children, ...rest }: SubmitButtonProps) {
  const isHydrated = useHydrated();
  return (
    <Button
      {...rest}
      type="submit"
      isBusy={isBusy}
      disabled={!isHydrated || rest.disabled}
      data-waiting={isHydrated ? undefined : ""}
    >
      {isBusy ? busyText : children}
    </Button>
  );
}
