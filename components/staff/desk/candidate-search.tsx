import { useState } from "react";
import { BatchId } from "@/components/orders/batch-id";
import { addressLines, StaffPaymentBadge } from "@/components/staff/batch-facts";
import { Panel } from "@/components/staff/staff-frame";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { controlled } from "@/components/ui/field";
import { SubmitButton, submitting } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { cardCount } from "@/lib/base/messages";
import { displayBatchId } from "@/lib/orders/batch-id";
import { isAwaited } from "@/lib/orders/status";
import type { DeskEvent } from "@/lib/staff/desk/desk-events";
import type { SearchingStep } from "@/lib/staff/desk/desk-state";
import type { DeskOrder } from "@/lib/staff/desk/receiving-desk";

export function CandidateSearch({ step, send }: { step: SearchingStep; send: (event: DeskEvent) => void }) {
  const { matching, found, isBusy } = step;
  const [text, setText] = useState(step.text);
  // A new search doesn't wait for the previous one. While results are shown, the form is busy during a match.
  const isBlocked = isBusy && (found !== null || text === step.text);
  return (
    <Panel
      title={matching ? "Which batch does this package belong to?" : "Whose package is this?"}
      description={
        matching
          ? [matching.sender, matching.tracking_number, matching.notes].filter(Boolean).join(", ") ||
            "No details noted."
          : null
      }
      aside={
        <Button variant="quiet" size="sm" onClick={() => send({ type: "left" })}>
          {matching ? "Leave unmatched" : "Cancel"}
        </Button>
      }
    >
      <form
        className="flex flex-wrap items-start gap-3"
        onSubmit={submitting(() => send({ type: "searched", text }))}
      >
        <div className="w-full max-w-md">
          <TextField
            label="Search"
            hint="Name, email, ZIP code, tracking number or end of the batch ID."
            data-scan="enter"
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            {...controlled(text, setText)}
            autoFocus
          />
        </div>
        <SubmitButton isBusy={isBlocked} busyText="Searching…" className="sm:mt-6.5">
          Search
        </SubmitButton>
      </form>
      {found ? <Candidates orders={found} isMatching={matching !== null} send={send} /> : null}
      {matching ? null : (
        <p className="mt-5 text-sm text-text-muted">
          No match?{" "}
          <button type="button" className="link" onClick={() => send({ type: "keep_unlabeled" })}>
            Save the package without a batch
          </button>
        </p>
      )}
    </Panel>
  );
}

type CandidatesProps = { orders: DeskOrder[]; isMatching: boolean; send: (event: DeskEvent) => void };

export function Candidates({ orders, isMatching, send }: CandidatesProps) {
  if (orders.length === 0) {
    return (
      <p role="status" className="mt-5">
        No batch matches all these words. Try fewer words.
      </p>
    );
  }
  return (
    <ul aria-label="Possible batches" className="mt-5 divide-y divide-border border-t border-border">
      {orders.map((order) => {
        const name = displayBatchId(order);
        const who = [order.customer_name, order.email].filter(Boolean).join(", ") || "Guest";
        return (
          <li
            key={order.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 text-sm"
          >
            <div className="min-w-0 space-y-1">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <BatchId name={name} className="font-medium" />
                <StaffPaymentBadge status={order.payment_status} />
                {isAwaited(order) && !order.arrived_at ? <Badge tone="accent">Not here yet</Badge> : null}
              </p>
              <p className="text-text-muted wrap-anywhere">
                {[who, cardCount(order.num_cards), ...addressLines(order.return_address).slice(1)].join(", ")}
              </p>
            </div>
            <Button
              variant="secondary"
              size="sm"
              className="whitespace-normal! wrap-anywhere"
              onClick={() => send({ type: "chosen", order })}
            >
              {isMatching ? `Match to ${name}` : `Open ${name}`}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
