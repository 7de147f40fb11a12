"use client";
import { OrderLink } from "@/components/staff/orders/order-drawer";
import { Cell } from "@/components/ui/table";
import type { OrderRow } from "@/lib/staff/orders/order-row";

/** Shows the rows of the list. Plain values halve the payload of server elements. `place` is the list's address, up to an id. */
export function OrderRows({ rows, place }: { rows: OrderRow[]; place: string }) {
  return rows.map((row) => (
    <tr key={row.id}>
      <Cell place="corner">
        <label>
          <input
            type="checkbox"
            aria-label={`Select ${row.code}`}
            value={row.id}
            data-version={row.version}
            data-name={row.code}
            autoComplete="off"
          />
        </label>
      </Cell>
      <Cell place="head">
        <OrderLink orderId={row.id} href={place + row.id} title={row.title} code={row.code} />
        {row.reasons.map((reason) => (
          <small key={reason} data-tone="danger">
            {reason}
          </small>
        ))}
      </Cell>
      <Cell label="Customer" isPlain place="line">
        {/* The order itself shows all of a long name. */}
        <div className="max-w-48 truncate max-sm:max-w-full" title={row.email ?? row.customer}>
          {row.customer}
        </div>
      </Cell>
      <Cell label="Status" isPlain place="line">
        {row.status}
      </Cell>
      <Cell label="Waiting" isPlain>
        <span className={row.isLate ? "font-medium text-danger" : undefined}>{row.wait ?? "—"}</span>
      </Cell>
      <Cell label="Cards" className="figure">
        {row.cards}
      </Cell>
      <Cell label="Total" isPlain className="figure">
        {row.total}
      </Cell>
      <Cell label="Payment" isPlain>
        <span className={row.isPaymentOdd ? "font-medium text-warning" : undefined}>{row.payment}</span>
      </Cell>
      <Cell
        label="Tracking"
        place="line"
        className={row.tracking || row.submission || row.inbound ? "wrap-anywhere" : "max-sm:hidden"}
      >
        {row.inbound ? (
          <small>
            <span className="sr-only">To us: </span>
            {row.inbound.url ? (
              <a className="link" href={row.inbound.url} target="_blank" rel="noreferrer">
                {row.inbound.text}
              </a>
            ) : (
              row.inbound.text
            )}
          </small>
        ) : null}
        {row.tracking ? <small>{row.tracking}</small> : null}
        {row.submission ? <small>{row.submission}</small> : null}
      </Cell>
    </tr>
  ));
}
