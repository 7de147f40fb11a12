import { ScrollFrame } from "@/components/ui/scroll-frame";

type TableProps = React.ComponentProps<"table"> & {
  caption: string;
  /** Turns each row into a few lines on narrow screens, arranged by each cell's `place`. */
  isStacked?: boolean;
  isDense?: boolean;
};

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

/** Shows plain column headings. Omits unset class names, because undefined ones are serialized into the payload. */
export function HeadRow({ columns, figures = [] }: { columns: string[]; figures?: string[] }) {
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

export function HeadCell(props: React.ComponentProps<"th">) {
  return <th scope="col" {...props} />;
}

type CellProps = React.ComponentProps<"td" | "th"> & {
  label?: string;
  /** Shows the label only to screen readers. */
  isPlain?: boolean;
  /**
   * `head` names the row. Stacked: `head` comes first, `end` ends its line, `corner` is above, `line` has its own
   * line.
   */
  place?: "head" | "end" | "corner" | "line";
};

/** Shows one value of a row. Use `className="figure"` for numbers. See app/table.css. */
export function Cell({ label, isPlain, place, ...rest }: CellProps) {
  const name = isPlain ? { "data-plain": label } : { "data-label": label };
  if (place === "head") return <th scope="row" {...rest} {...name} data-place={place} />;
  return <td {...rest} {...name} data-place={place} />;
}
