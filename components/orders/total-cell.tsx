import { Cell } from "@/components/ui/table";
import { formatDollars } from "@/lib/base/money";

type TotalCellProps = {
  /** Both come in dollars. */
  order: { total_paid: number | null; grading_fee: number };
  /** At the end of the first line, where the table is stacked. */
  place?: "end";
};

/** Shows what was paid for an order, or its fee until then, in a table. */
export function TotalCell({ order, place }: TotalCellProps) {
  return (
    <Cell label="Total" isPlain place={place} className="figure">
      {formatDollars(order.total_paid ?? order.grading_fee)}
    </Cell>
  );
}
