import { cx } from "class-variance-authority";
import type { ComponentProps } from "react";

type TableProps = ComponentProps<"table"> & {
  /** What the table lists, for assistive technology. */
  caption: string;
  /** On a narrow screen a row becomes a few lines, its cells one after the other as their `place` says. */
  isStacked?: boolean;
};

/** A row's ::before takes a whole line, so that what flows starts below its first one. */
const stacked =
  "max-sm:block max-sm:[&_tbody]:block max-sm:[&_thead]:sr-only max-sm:[&_tr]:relative max-sm:[&_tr]:flex max-sm:[&_tr]:flex-wrap max-sm:[&_tr]:items-baseline max-sm:[&_tr]:gap-x-3 max-sm:[&_tr]:border-b max-sm:[&_tr]:border-border max-sm:[&_tr]:px-3 max-sm:[&_tr]:py-3 max-sm:[&_tr:last-child]:border-b-0 max-sm:[&_tbody_tr]:before:-order-1 max-sm:[&_tbody_tr]:before:basis-full max-sm:[&_tbody_tr]:before:content-[''] max-sm:[&_td]:max-w-full max-sm:[&_td]:border-0 max-sm:[&_td]:px-0 max-sm:[&_td]:py-0.5";

/**
 * Shows a table that scrolls sideways within its frame when the screen is narrow, also by keyboard; with `isStacked` it
 * needs no scrolling on a phone.
 */
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
        data-stacked={isStacked || undefined}
        className={cx("w-full border-collapse text-left text-sm", isStacked && stacked, className)}
      >
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </section>
  );
}

type HeadRowProps = {
  columns: string[];
  /** Those of `columns` that hold figures: their headings stand right, above the numbers. */
  figures?: string[];
};

/** Shows the headings of a table whose every heading is a word; others build theirs of `HeadCell`. */
export function HeadRow({ columns, figures = [] }: HeadRowProps) {
  return (
    <thead>
      <tr>
        {columns.map((name) => (
          <HeadCell key={name} className={figures.includes(name) ? "text-right" : undefined}>
            {name}
          </HeadCell>
        ))}
      </tr>
    </thead>
  );
}

/** Shows the heading of one column. */
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
  /** Name of the column: stands before the value where the table is stacked. */
  label?: string;
  /** The value says by itself what it is, so that where the table is stacked only screen readers get the label. */
  isPlain?: boolean;
  /** Where the table is stacked: first in its row, at the end of that line, or on a line of its own. Else it flows. */
  place?: "head" | "end" | "line";
};

const places = {
  head: "max-sm:-order-3 max-sm:min-w-0 max-sm:grow",
  end: "max-sm:-order-2",
  line: "max-sm:basis-full",
};
const labelled = "max-sm:before:content-[attr(data-label)_'_'] max-sm:before:text-text-muted";
const spoken =
  "max-sm:before:content-[attr(data-label)_':_'] max-sm:before:absolute max-sm:before:size-px max-sm:before:overflow-hidden max-sm:before:whitespace-nowrap max-sm:before:[clip-path:inset(50%)]";

/** Shows one value of a row; add `tabular-nums text-right` for figures. */
export function Cell({ className, label, isPlain, place, ...rest }: CellProps) {
  return (
    <td
      {...rest}
      data-label={label}
      className={cx(
        "border-b border-border px-4 py-3 align-middle in-[tr:last-child]:border-b-0",
        label && (isPlain ? spoken : labelled),
        place && places[place],
        className,
      )}
    />
  );
}
