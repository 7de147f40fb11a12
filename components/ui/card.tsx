import { cx } from "class-variance-authority";

export function Card({ className, ...rest }: React.ComponentProps<"div">) {
  return (
    <div
      {...rest}
      className={cx("rounded-2xl border border-border bg-surface-raised p-6 shadow-sm sm:p-8", className)}
    />
  );
}
