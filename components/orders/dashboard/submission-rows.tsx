"use client";
import { BatchLink } from "@/components/orders/dashboard/batch-link";
import { CardsCell, SubmittedCell } from "@/components/orders/order-cells";
import { BatchCode } from "@/components/orders/slab-label";
import { TrackingNumber } from "@/components/orders/tracking-number";
import { Cell } from "@/components/ui/table";
import type { BatchRow } from "@/lib/orders/dashboard";

/** Renders the rows of the dashboard's tables from plain values, which are half the size of server elements. */
export function SubmissionRows({ rows }: { rows: BatchRow[] }) {
  return rows.map(
    ({ id, name, code, submittedAt, cards, status, place, notes, backBy, payment, tracking }) => (
      <tr key={id}>
        <Cell place="head">
          <BatchLink batchId={code}>
            <bdi>{name}</bdi>
          </BatchLink>
          <BatchCode code={code} />
        </Cell>
        <SubmittedCell label="Date" at={submittedAt} isLocal />
        <CardsCell count={cards} />
        <Cell label="Status" isPlain>
          <b data-tone={status.tone}>{status.label}</b>
          {place > 0 ? <i data-place={place} /> : null}
          {notes.map(({ text, tone }) => (
            <small key={text} data-tone={tone}>
              {text}
            </small>
          ))}
        </Cell>
        <Cell label={backBy?.startsWith("Was") ? "" : "Back by"} data-empty={!backBy || undefined}>
          {backBy ?? "–"}
        </Cell>
        <Cell label="Payment" isPlain>
          {payment}
        </Cell>
        <Cell label="Tracking" data-empty={!tracking || undefined}>
          {tracking ? <TrackingNumber line={tracking} /> : "–"}
        </Cell>
      </tr>
    ),
  );
}
