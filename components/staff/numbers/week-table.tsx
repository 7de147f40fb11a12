import { ChevronDown } from "lucide-react";
import { Cell, HeadRow, Table } from "@/components/ui/table";

type WeekTableProps = {
  /** What the table is of. */
  caption: string;
  weeks: string[];
  columns: string[];
  /** The cells of each week. */
  rows: string[][];
};

/** Shows the figures of a picture as a table, the newest week first; opens without a script. */
export function WeekTable({ caption, weeks, columns, rows }: WeekTableProps) {
  return (
    <details className="group">
      <summary className="inline-flex min-h-9 list-none items-center gap-1.5 text-sm font-medium text-accent-text [&::-webkit-details-marker]:hidden">
        Table
        <span className="sr-only">: {caption}</span>
        <ChevronDown className="size-4 transition-transform group-open:rotate-180" aria-hidden="true" />
      </summary>
      <div className="pt-2">
        <Table caption={`${caption}, week by week`} className="tabular-nums">
          <HeadRow columns={["Week", ...columns]} figures={columns} />
          <tbody>
            {weeks
              .map((week, place) => (
                <tr key={week}>
                  <Cell place="head" className="whitespace-nowrap">
                    {week}
                  </Cell>
                  {columns.map((column, nth) => (
                    <Cell key={column} className="text-right whitespace-nowrap">
                      {rows[place]?.[nth]}
                    </Cell>
                  ))}
                </tr>
              ))
              .reverse()}
          </tbody>
        </Table>
      </div>
    </details>
  );
}
