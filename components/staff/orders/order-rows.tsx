"use client";

import { OrderLink } from "@/components/staff/orders/order-drawer";
import { Badge } from "@/components/ui/badge";
import { Cell } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { useHydrated } from "@/components/ui/use-hydrated";
import type { OrderRow } from "@/lib/staff/orders/order-row";

/**
 * Shows the rows of the list. They are in the server's page, so that they are there before any script; as plain values they
 * are sent once more, where elements of the server would be twice as large. `place` is the list's address, up to an id.
 */
export function OrderRows({ rows, place }: { rows: OrderRow[]; place: string }) {
  const isHydrated = useHydrated();
  return rows.map((row) => (
    <tr key={row.id}>
      <Cell place="corner">
        <label>
          <input
            type="checkbox"
            aria-label={`Select ${row.name}`}
            value={row.id}
            data-version={row.version}
            data-name={row.name}
            autoComplete="off"
          />
        </label>
      </Cell>
      <Cell place="head" className="max-sm:flex max-sm:flex-wrap max-sm:items-baseline max-sm:gap-x-2">
        <OrderLink orderId={row.id} href={place + row.id}>
          {row.name}
        </OrderLink>
        <small>{row.plan}</small>
        {row.reasons.map((reason) => (
          <small key={reason} data-tone="danger">
            {reason}
          </small>
        ))}
      </Cell>
      <Cell label="Customer" isPlain place="line">
        <Two first={row.customer} second={row.email} isTitled={isHydrated} />
      </Cell>
      <Cell label="Submitted" isPlain className="whitespace-nowrap">
        <Time at={row.submittedAt} />
        {row.wait ? <small data-tone={row.isLate ? "danger" : undefined}>{row.wait}</small> : null}
      </Cell>
      <Cell label="Cards" className="figure">
        {row.cards}
      </Cell>
      <Cell label="Total" isPlain className="figure">
        {row.total}
      </Cell>
      <Cell label="Payment" isPlain>
        <Badge tone={row.tone}>{row.payment}</Badge>
      </Cell>
      <Cell label="Fulfillment" isPlain place="line">
        <Two first={row.fulfillment} note={row.stage} second={row.status} isTitled={isHydrated} />
      </Cell>
      <Cell
        label="Tracking"
        place="line"
        className={
          row.tracking || row.submission || row.inbound
            ? "text-xs wrap-anywhere max-sm:flex max-sm:flex-wrap max-sm:gap-1.5"
            : "max-sm:hidden"
        }
      >
        {row.inbound ? (
          <small>
            To us:{" "}
            {row.inbound.url ? (
              <a className="link" href={row.inbound.url} target="_blank" rel="noreferrer">
                {row.inbound.text}
              </a>
            ) : (
              row.inbound.text
            )}
          </small>
        ) : null}
        {row.tracking || row.inbound || row.submission ? row.tracking : "—"}
        {row.submission ? <small>{row.submission}</small> : null}
      </Cell>
    </tr>
  ));
}

type TwoProps = {
  first: string;
  /** Stands behind the first one, smaller. */
  note?: string | null;
  second: string | null;
  /** A pointer that waits over them is shown all of it. */
  isTitled: boolean;
};

/**
 * Shows a value that may be long, with a second one below it. It is cut where it does not fit; the order itself shows all
 * of it.
 */
function Two({ first, note, second, isTitled }: TwoProps) {
  return (
    <div className="two-lines">
      <div title={isTitled ? first : undefined}>
        {first}
        {note ? <span className="text-xs text-text-muted">{` · ${note}`}</span> : null}
      </div>
      {second ? <div title={isTitled ? second : undefined}>{second}</div> : null}
    </div>
  );
}
