import { Cell } from "@/components/ui/table";
import { Time } from "@/components/ui/time";

type SubmittedCellProps = {
  at: string;
  /** The column's heading. */
  label: "Date" | "Submitted";
  /** In the viewer's time zone, for customers; staff share UTC. */
  isLocal?: boolean;
};

/** Shows when an order was submitted, in a table. */
export function SubmittedCell({ at, label, isLocal }: SubmittedCellProps) {
  return (
    <Cell label={label} isPlain className="whitespace-nowrap">
      <Time at={at} show={isLocal ? "local-date" : "date"} />
    </Cell>
  );
}

/** Shows the number of cards of an order, in a table. */
export function CardsCell({ count }: { count: number }) {
  return (
    <Cell label="Cards" className="figure">
      {count.toLocaleString("en-US")}
    </Cell>
  );
}
