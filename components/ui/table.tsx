import { cx } from "class-variance-authority";
import type { ComponentProps } from "react";

type TableProps = ComponentProps<"table"> & {
  /** What the table lists, for assistive technology. */
  caption: string;
};

/** A table that scrolls sideways within its frame when the screen is narrow, also by keyboard. */
export function Table({ caption, className, children, ...rest }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section aria-label={caption} tabIndex={0} className="overflow-x-auto rounded-xl border border-border">
      <table {...rest} className={cx("w-full border-collapse text-left text-sm", className)}>
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </section>
  );
}

/** A heading cell of a column. */
export function HeadCell({ className, ...rest }: ComponentProps<"th">) {
  return (
    <th
      scope="col"
      {...rest}
      className={cx(
        "border-b border-border bg-surface-sunken px-4 py-3 text-xs font-medium whitespace-nowrap text-text-muted",
        className,
      )}
    />
  );
}

/** A cell; add `tabular-nums text-right` for figures. */
export function Cell({ className, ...rest }: ComponentProps<"td">) {
  return <td {...rest} className={cx("border-b border-border px-4 py-3 align-middle", className)} />;
}
