"use client";

import { Children, type ComponentProps, isValidElement, type MouseEvent } from "react";
import { type ButtonLook, buttonStyle } from "@/components/ui/button-link";
import { Spinner } from "@/components/ui/spinner";
import { useHydrated } from "@/components/ui/use-hydrated";

type ButtonProps = ComponentProps<"button"> &
  ButtonLook & {
    /** Shows a spinner beside the text and blocks the button. */
    isBusy?: boolean;
    /** There is nothing to do yet: it looks disabled and ignores presses. */
    isAtRest?: boolean;
  };

const refuse = (event: MouseEvent) => event.preventDefault();

/**
 * Shows a button; of type "button" unless told otherwise, so that it never sends a form by accident. What only a script
 * answers (`onClick`) is blocked until the page's script runs: a press before that would be lost without a word. A busy
 * one, and one at rest, ignores presses, but is not `disabled`: browsers take the keyboard's focus away from what is.
 */
export function Button({
  variant,
  size,
  block,
  className,
  isBusy,
  isAtRest,
  children,
  ...rest
}: ButtonProps) {
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
      {/* Text gets an element of its own: a translator takes bare text apart, and the button would space out its parts. */}
      {Children.toArray(children).some(isValidElement) ? children : <span>{children}</span>}
    </button>
  );
}
