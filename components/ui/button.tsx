import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps, MouseEvent } from "react";
import { Spinner } from "@/components/ui/spinner";

/** Builds the classes of a button, for elements that only look like one (`<Link className={buttonStyle()}>`). */
export const buttonStyle = cva(
  "inline-flex items-center justify-center gap-2 rounded-lg border text-center font-medium whitespace-nowrap select-none transition-colors disabled:cursor-not-allowed disabled:not-data-waiting:opacity-60 aria-disabled:cursor-not-allowed aria-disabled:opacity-60",
  {
    variants: {
      variant: {
        primary:
          "border-transparent bg-accent text-accent-contrast shadow-sm hover:not-disabled:bg-accent-hover",
        secondary:
          "border-border bg-surface-raised text-text shadow-sm hover:not-disabled:border-border-strong",
        quiet:
          "border-transparent text-text-muted hover:not-disabled:bg-surface-sunken hover:not-disabled:text-text",
        danger:
          "border-transparent bg-danger text-danger-contrast shadow-sm hover:not-disabled:bg-danger-hover",
      },
      size: {
        sm: "min-h-9 px-3 text-sm",
        md: "min-h-11 px-4.5 text-sm",
        lg: "min-h-12 px-6 text-base",
      },
      block: { true: "w-full" },
    },
    defaultVariants: { variant: "primary", size: "md" },
  },
);

type Look = VariantProps<typeof buttonStyle>;

type ButtonProps = ComponentProps<"button"> &
  Look & {
    /** Shows a spinner beside the text and blocks the button. */
    isBusy?: boolean;
  };

const refuse = (event: MouseEvent) => event.preventDefault();

/**
 * Shows a button; of type "button" unless told otherwise, so that it never sends a form by accident. A busy one ignores
 * presses, but is not `disabled`: browsers take the keyboard's focus away from what is.
 */
export function Button({ variant, size, block, className, isBusy, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? refuse : rest.onClick}
      className={buttonStyle({ variant, size, block, className })}
    >
      {isBusy ? <Spinner /> : null}
      {children}
    </button>
  );
}

/** Shows a link that looks like a button. */
export function ButtonLink({
  variant,
  size,
  block,
  className,
  ...rest
}: ComponentProps<"a"> & Look & { href: string }) {
  return <a {...rest} className={buttonStyle({ variant, size, block, className })} />;
}
