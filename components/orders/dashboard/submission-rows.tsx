"use client";

import { BatchLink } from "@/components/orders/dashboard/batch-link";
import { CardsCell, SubmittedCell } from "@/components/orders/order-cells";
import { RowPrintLinks } from "@/components/orders/row-print-links";
import { TrackingNumber } from "@/components/orders/tracking-number";
import { Badge } from "@/components/ui/badge";
import { Cell } from "@/components/ui/table";
import type { BatchRow } from "@/lib/orders/tracking/batch-row";

type SubmissionRowsProps = {
  rows: BatchRow[];
  /** Stands in place of a parcel that has not left. */
  unsent: string;
};

/** Shows the rows of the dashboard's tables. As plain values they are half the size of server elements. */
export function SubmissionRows({ rows, unsent }: SubmissionRowsProps) {
  return rows.map((row) => (
    <tr key={row.id}>
      <Cell place="head" className="font-medium">
        <BatchLink batchId={row.name} />
        {row.isToShip ? <RowPrintLinks orderId={row.id} batchId={row.name} /> : null}
      </Cell>
      <SubmittedCell label="Date" at={row.submittedAt} isLocal />
      <CardsCell count={row.cards} />
      <Cell label="Status" isPlain>
        <Badge tone={row.status.tone}>{row.status.label}</Badge>
        {row.notes.map(({ text, tone }) => (
          <small key={text} data-tone={tone}>
            {text}
          </small>
        ))}
      </Cell>
      <Cell label="Payment" isPlain>
        <Badge tone={row.payment.tone}>{row.payment.label}</Badge>
      </Cell>
      <Cell
        label="Tracking"
        className={`wrap-anywhere text-text-muted ${row.hasTracking ? "" : "max-sm:hidden"}`}
      >
        {row.tracking ? <TrackingNumber line={row.tracking} /> : unsent}
      </Cell>
    </tr>
  ));
}
