import type { ComponentProps } from "react";
import { ScrollFrame } from "@/components/ui/scroll-frame";

type TableProps = ComponentProps<"table"> & {
  /** What the table lists, for assistive technology. */
  caption: string;
  /** On a narrow screen a row becomes a few lines, its cells one after the other as their `place` says. */
  isStacked?: boolean;
  /** Less room around the values, for a table of many columns; on a narrow screen there is no difference. */
  isDense?: boolean;
};

/**
 * Shows a table that scrolls sideways within its frame when the screen is narrow, also by keyboard; with `isStacked` it
 * needs no scrolling on a phone.
 */
export function Table({ caption, isStacked, isDense, className = "", children, ...rest }: TableProps) {
  return (
    <ScrollFrame label={caption}>
      <table
        {...rest}
        data-stacked={isStacked || undefined}
        data-dense={isDense || undefined}
        className={`table-data ${className}`}
      >
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </ScrollFrame>
  );
}

type HeadRowProps = {
  columns: string[];
  /** Those of `columns` that hold figures: their headings stand right, above the numbers. */
  figures?: string[];
};

/**
 * Shows the headings of a table whose every heading is a word; others build theirs of `HeadCell`. A heading without a class has no
 * such attribute: an undefined one goes into the page's payload.
 */
export function HeadRow({ columns, figures = [] }: HeadRowProps) {
  return (
    <thead>
      <tr>
        {columns.map((name) => (
          <HeadCell key={name} {...(figures.includes(name) && { className: "text-right" })}>
            {name}
          </HeadCell>
        ))}
      </tr>
    </thead>
  );
}

/** Shows the heading of one column. */
export function HeadCell(props: ComponentProps<"th">) {
  return <th scope="col" {...props} />;
}

type CellProps = ComponentProps<"td" | "th"> & {
  /** Name of the column: stands before the value where the table is stacked. */
  label?: string;
  /** The value says by itself what it is, so that where the table is stacked only screen readers get the label. */
  isPlain?: boolean;
  /**
   * `head` names the row, for screen readers too. Where the table is stacked: first in its row, at the end of that line, above it in the corner, or on a line of its own.
   * Else it flows.
   */
  place?: "head" | "end" | "corner" | "line";
};

/** Shows one value of a row; `className="figure"` is for figures. Its looks, also by `place`, are in app/table.css. */
export function Cell({ label, isPlain, place, ...rest }: CellProps) {
  const name = isPlain ? { "data-plain": label } : { "data-label": label };
  if (place === "head") return <th scope="row" {...rest} {...name} data-place={place} />;
  return <td {...rest} {...name} data-place={place} />;
}
