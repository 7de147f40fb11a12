"use client";

import type { ComponentProps } from "react";
import { Button } from "@/components/ui/button";
import { useHydrated } from "@/components/ui/use-hydrated";

type SubmitButtonProps = ComponentProps<typeof Button> & {
  busyText: string;
};

/** Shows a submit button, blocked until scripts run: the browser would submit natively before. */
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
