const VARIANTS = {
  primary: undefined,
  secondary: "button-secondary",
  quiet: "button-quiet",
  danger: "button-danger",
};
const SIZES = { sm: "button-sm", md: undefined, lg: "button-lg" };

/** Defaults to primary and medium. Styles are in app/button.css. */
export type ButtonLook = {
  variant?: keyof typeof VARIANTS | undefined;
  size?: keyof typeof SIZES | undefined;
  block?: boolean | undefined;
};

export function buttonStyle(look: ButtonLook & { className?: string | undefined } = {}): string {
  const { variant = "primary", size = "md", block, className } = look;
  const names = ["button", VARIANTS[variant], SIZES[size], block && "w-full", className];
  return names.filter(Boolean).join(" ");
}

export function ButtonLink(props: React.ComponentProps<"a"> & ButtonLook & { href: string }) {
  const { variant, size, block, className, ...rest } = props;
  return <a {...rest} className={buttonStyle({ variant, size, block, className })} />;
}
