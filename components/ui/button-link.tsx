import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";

/** Builds the classes of a button, for elements that only look like one (`<Link className={buttonStyle()}>`). */
export const buttonStyle = cva("button", {
  variants: {
    variant: {
      primary: "",
      secondary: "button-secondary",
      quiet: "button-quiet",
      danger: "button-danger",
    },
    size: { sm: "button-sm", md: "", lg: "button-lg" },
    block: { true: "w-full" },
  },
});

/** Says how a button looks: primary and medium unless told otherwise. app/button.css has the looks. */
export type ButtonLook = VariantProps<typeof buttonStyle>;

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
