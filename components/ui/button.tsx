"use client";
import { Children, isValidElement } from "react";
import { type ButtonLook, buttonStyle } from "@/components/ui/button-link";
import { Spinner } from "@/components/ui/spinner";
import { useHydrated } from "@/components/ui/use-hydrated";

type ButtonProps = React.ComponentProps<"button"> &
  ButtonLook & {
    isBusy?: boolean;
    /** Looks disabled and ignores clicks, because there is nothing to do yet. */
    isAtRest?: boolean;
  };

const refuse = (event: React.MouseEvent) => event.preventDefault();

/**
 * Shows a button, of type "button" by default. With `onClick` it's blocked until hydration, because early clicks
 * would be lost. Busy and idle states use aria-disabled, because `disabled` drops the focus.
 */
export function Button(props: ButtonProps) {
  const { variant, size, block, className, isBusy, isAtRest, children, ...rest } = props;
  const isHydrated = useHydrated();
  const isWaiting = !isHydrated && rest.onClick !== undefined && rest.type !== "submit";
  return (
    <button
      type="button"
      data-waiting={isWaiting ? "" : undefined}
      {...rest}
      disabled={isWaiting || rest.disabled}
      aria-disabled={isBusy || isAtRest || undefined}
      aria-busy={isBusy || undefined}
      onClick={isBusy || isAtRest ? refuse : rest.onClick}
      className={buttonStyle({ variant, size, block, className })}
    >
      {isBusy ? <Spinner /> : null}
      {/* Wraps bare text: browser translators split it, and the button's gap would separate the parts. */}
      {Children.toArray(children).some(isValidElement) ? children : <span>{children}</span>}
    </button>
  );
}
