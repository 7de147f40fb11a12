import type { ComponentProps } from "react";

const VARIANTS = {
  primary: undefined,
  secondary: "button-secondary",
  quiet: "button-quiet",
  danger: "button-danger",
};
const SIZES = { sm: "button-sm", md: undefined, lg: "button-lg" };

/** Says how a button looks: primary and medium unless told otherwise. app/button.css has the looks. */
export type ButtonLook = {
  variant?: keyof typeof VARIANTS | undefined;
  size?: keyof typeof SIZES | undefined;
  block?: boolean | undefined;
};

/**
 * Builds the classes of a button, for elements that only look like one (`<Link className={buttonStyle()}>`). By hand: a
 * class builder would come with every page that has a button.
 */
export function buttonStyle({
  variant = "primary",
  size = "md",
  block,
  className,
}: ButtonLook & { className?: string | undefined } = {}): string {
  const names = ["button", VARIANTS[variant], SIZES[size], block && "w-full", className];
  return names.filter(Boolean).join(" ");
}

/** Shows a link that looks like a button. */
export function ButtonLink({
  variant,
  size,
  block,
  className,
  ...rest
}: ComponentProps<"a"> & ButtonLook & { href: string }) {
  return <a {...rest} className={buttonStyle({ variant, size, block, className })} />;
}
