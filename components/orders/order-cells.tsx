import { Cell } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { formatDollars } from "@/lib/base/money";

type SubmittedCellProps = {
  at: string;
  label: "Date" | "Submitted";
  /** Shows dates in the viewer's time zone, for customers. Staff pages use UTC. */
  isLocal?: boolean;
};

export function SubmittedCell({ at, label, isLocal }: SubmittedCellProps) {
  return (
    <Cell label={label} isPlain className="whitespace-nowrap">
      <Time at={at} show={isLocal ? "local-date" : "date"} />
    </Cell>
  );
}

export function CardsCell({ count }: { count: number }) {
  return (
    <Cell label="Cards" className="figure">
      {count.toLocaleString("en-US")}
    </Cell>
  );
}

type TotalCellProps = {
  /** Both amounts are in dollars. */
  order: { total_paid: number | null; grading_fee: number };
  place?: "end";
};

export function TotalCell({ order, place }: TotalCellProps) {
  return (
    <Cell label="Total" isPlain place={place} className="figure">
      {formatDollars(order.total_paid ?? order.grading_fee)}
    </Cell>
  );
}
