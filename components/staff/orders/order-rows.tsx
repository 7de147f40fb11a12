"use client";

import { InlineNumber } from "@/components/staff/orders/inline-number";
import { OrderLink } from "@/components/staff/orders/order-drawer";
import { Badge } from "@/components/ui/badge";
import { Cell } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import type { OrderRow } from "@/lib/staff/orders/order-row";

/**
 * Shows the rows of the list. They are in the server's page, so that they are there before any script; as plain values they
 * are sent once more, where elements of the server would be twice as large. `place` is the list's address, up to an id.
 */
export function OrderRows({ rows, place }: { rows: OrderRow[]; place: string }) {
  return rows.map((row) => (
    <tr key={row.id}>
      <Cell place="corner">
        <input
          type="checkbox"
          aria-label={`Select ${row.name}`}
          value={row.id}
          data-version={row.version}
          data-name={row.name}
          autoComplete="off"
          className="block size-6 accent-accent sm:size-4.5"
        />
      </Cell>
      <Cell
        place="head"
        className="max-sm:flex max-sm:flex-wrap max-sm:items-baseline max-sm:gap-x-2 max-sm:pr-9!"
      >
        <OrderLink orderId={row.id} href={place + row.id}>
          {row.name}
        </OrderLink>
        <div className="max-w-64 text-xs text-text-muted">
          {row.plan}
          {row.reasons.map((reason) => (
            <span key={reason} className="block font-medium text-danger">
              {reason}
            </span>
          ))}
          {row.question ? <span className="block font-medium text-text">{row.question}</span> : null}
        </div>
      </Cell>
      <Cell label="Customer" isPlain place="line">
        <Two first={row.customer} second={row.email} />
      </Cell>
      <Cell label="Submitted" isPlain className="whitespace-nowrap">
        <Time at={row.submittedAt} />
        {row.wait ? (
          <div
            className={
              row.isLate
                ? "text-xs font-medium text-danger tabular-nums"
                : "text-xs text-text-muted tabular-nums"
            }
          >
            {row.wait}
          </div>
        ) : null}
      </Cell>
      <Cell label="Cards" className="tabular-nums sm:text-right">
        {row.cards}
      </Cell>
      <Cell label="Total" isPlain className="tabular-nums sm:text-right">
        {row.total}
      </Cell>
      <Cell label="Payment" isPlain>
        <Badge tone={row.tone}>{row.payment}</Badge>
      </Cell>
      <Cell label="Fulfillment" isPlain place="line">
        <Two first={row.fulfillment} second={row.status} />
      </Cell>
      <Cell
        label="Tracking"
        place="line"
        className={
          row.tracking || row.submission ? "max-sm:flex max-sm:flex-wrap max-sm:gap-1.5" : "max-sm:hidden"
        }
      >
        <InlineNumber
          order={row}
          field="tracking_number"
          value={row.tracking}
          className="max-w-42 truncate"
        />
        <InlineNumber
          order={row}
          field="grading_submission_number"
          value={row.submission}
          className="max-w-42 truncate text-xs text-text-muted"
        />
      </Cell>
    </tr>
  ));
}

/**
 * Shows a value that may be long, with a second one below it. It is cut where it does not fit; the order itself shows all
 * of it.
 */
function Two({ first, second }: { first: string; second: string | null }) {
  return (
    <div className="two-lines">
      <div title={first}>{first}</div>
      {second ? <div title={second}>{second}</div> : null}
    </div>
  );
}
