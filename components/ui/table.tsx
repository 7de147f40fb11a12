import { ScrollFrame } from "@/components/ui/scroll-frame";

type TableProps = React.ComponentProps<"table"> & {
  caption: string;
  /** Rows become a few lines on narrow screens, arranged by each cell's `place`. */
  isStacked?: boolean;
  isDense?: boolean;
};

/** Shows a table that scrolls inside its frame, also by keyboard. */
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

/** Shows plain column headings. Absent class names are left out, since undefined ones enter the payload. */
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
  /** Only screen readers get the label. */
  isPlain?: boolean;
  /** `head` names the row. When stacked: first, end of that line, above it, or a line of its own. */
  place?: "head" | "end" | "corner" | "line";
};

/** Shows one value of a row; `className="figure"` is for figures. See app/table.css. */
export function Cell({ label, isPlain, place, ...rest }: CellProps) {
  const name = isPlain ? { "data-plain": label } : { "data-label": label };
  if (place === "head") return <th scope="row" {...rest} {...name} data-place={place} />;
  return <td {...rest} {...name} data-place={place} />;
}
