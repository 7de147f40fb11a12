import { cx } from "class-variance-authority";
import type { ComponentProps } from "react";

type TableProps = ComponentProps<"table"> & {
  /** What the table lists, for assistive technology. */
  caption: string;
  /** On a narrow screen a row becomes a block, each cell with the `label` of its column. */
  isStacked?: boolean;
};

const stacked =
  "max-sm:block max-sm:[&_tbody]:block max-sm:[&_thead]:sr-only max-sm:[&_tr]:block max-sm:[&_tr]:border-b max-sm:[&_tr]:border-border max-sm:[&_tr]:p-4 max-sm:[&_tr:last-child]:border-b-0 max-sm:[&_td]:border-0 max-sm:[&_td]:px-0 max-sm:[&_td]:py-1";

/** A table that scrolls sideways within its frame when the screen is narrow, also by keyboard. */
export function Table({ caption, isStacked, className, children, ...rest }: TableProps) {
  return (
    <section
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
      tabIndex={0}
      className="overflow-x-auto rounded-xl border border-border bg-surface-raised"
    >
      <table
        {...rest}
        className={cx("w-full border-collapse text-left text-sm", isStacked && stacked, className)}
      >
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

type CellProps = ComponentProps<"td"> & {
  /** Stands before the value where the table is stacked. */
  label?: string;
};

const labelled =
  "max-sm:flex max-sm:items-baseline max-sm:justify-between max-sm:gap-6 max-sm:text-right max-sm:before:text-text-muted max-sm:before:content-[attr(data-label)]";

/** A cell; add `tabular-nums text-right` for figures. */
export function Cell({ className, label, ...rest }: CellProps) {
  return (
    <td
      {...rest}
      data-label={label}
      className={cx(
        "border-b border-border px-4 py-3 align-middle in-[tr:last-child]:border-b-0",
        label && labelled,
        className,
      )}
    />
  );
}
