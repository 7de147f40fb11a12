"use client";

import { useLayoutEffect, useRef, useState } from "react";
import { BatchId } from "@/components/orders/batch-id";
import { addressLines } from "@/components/staff/address-card";
import { CancelRequest } from "@/components/staff/cancel-request";
import { CheckInForm } from "@/components/staff/desk/check-in-form";
import { inboundFacts } from "@/components/staff/inbound-facts";
import { StaffPaymentBadge, WhereaboutsBadge } from "@/components/staff/order-badges";
import { PhotoPanel } from "@/components/staff/photos/photo-panel";
import { SetAsideFacts } from "@/components/staff/set-aside-facts";
import { usePost } from "@/components/staff/use-post";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CardHeader } from "@/components/ui/card-header";
import { FactList } from "@/components/ui/fact-list";
import { SubmitButton, submitting } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { Time } from "@/components/ui/time";
import { formatCents } from "@/lib/base/money";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { staffPaths } from "@/lib/base/staff-paths";
import { cardCount } from "@/lib/base/words";
import { displayBatchId } from "@/lib/orders/batch-id";
import type { DeskEvent } from "@/lib/staff/desk/desk-events";
import { isSharedWithAnother, sharedNumberWords } from "@/lib/staff/desk/desk-notice";
import type { Desk } from "@/lib/staff/desk/desk-state";
import type { DeskOrder } from "@/lib/staff/desk/receiving-desk";
import {
  type StopReason,
  setAsideWords,
  stopAdvice,
  stopReason,
  stopWords,
} from "@/lib/staff/desk/stop-reason";
import { awaitedRest } from "@/lib/staff/desk/typed-count";
import { paymentLabel } from "@/lib/staff/labels";

type OrderAtHandProps = {
  step: Extract<Desk["step"], { order: DeskOrder }>;
  /** The carrier's number of its package, once it was scanned. */
  tracking: string | null;
  send: (event: DeskEvent) => void;
};

/** Shows the batch whose package is at hand, and lets staff count it, recount it or set it aside. */
export function OrderAtHand({ step, tracking, send }: OrderAtHandProps) {
  const { order } = step;
  return (
    <Card className="sm:p-6">
      <CardHeader
        title={
          <a className="link" href={staffPaths.order(order.id)}>
            <BatchName order={order} />
          </a>
        }
        aside={
          <div className="flex flex-wrap gap-2">
            <StaffPaymentBadge status={order.payment_status} />
            <WhereaboutsBadge order={order} />
          </div>
        }
      />
      <div className="grid items-start gap-8 xl:grid-cols-2">
        <div className="space-y-5 xl:order-last">
          {step.at === "stopped" && step.reason === "cancel_asked" ? (
            <CancelRequest
              order={order}
              hasLink
              onGoOn={(goesOn) => send({ type: "chosen", order: goesOn })}
            />
          ) : null}
          {step.at === "stopped" && step.reason !== "cancel_asked" ? (
            <StopAlert order={order} reason={step.reason} />
          ) : null}
          <SharedNumber order={order} tracking={tracking} />
          {order.set_aside ? (
            <Alert tone="warning" title={`Set aside: ${setAsideWords(order.set_aside.reason).toLowerCase()}`}>
              <SetAsideFacts aside={order.set_aside} />
            </Alert>
          ) : null}
          {step.at === "received" || (step.at === "counting" && step.isRest) ? (
            <ReceivedBefore order={order} />
          ) : null}
          {step.at === "received" ? <CountButtons order={order} send={send} /> : null}
          {step.at === "stopped" ? <SetAsideForm key={order.id} step={step} send={send} /> : null}
          {step.at === "counting" ? (
            <>
              <CheckInForm key={`${order.id}/${step.isRecount}/${step.isRest}`} step={step} send={send} />
              {step.isRest ? (
                <Button variant="quiet" onClick={() => send({ type: "recount" })}>
                  Count all again
                </Button>
              ) : null}
              {order.arrived_at ? null : <ArrivalButton order={order} send={send} />}
            </>
          ) : null}
        </div>
        <FactList facts={factsOf(order, tracking)} />
      </div>
      <section className="mt-6 space-y-4 border-t border-border pt-6">
        <h3 className="font-semibold">Photographs</h3>
        <PhotoPanel key={order.id} subject={{ order: order.id }} />
      </section>
    </Card>
  );
}

/** Shows the name of a batch, its last four large: they tell two packages of one day apart. */
function BatchName({ order }: { order: DeskOrder }) {
  const name = displayBatchId(order);
  return (
    <BatchId name={name}>
      {name.slice(0, -4)}
      <span className="text-2xl font-semibold">{name.slice(-4)}</span>
    </BatchId>
  );
}

function paymentWords({ payment_status: status }: DeskOrder): string {
  return status === "pending" || status === "failed" ? `: ${paymentLabel(status).label.toLowerCase()}` : "";
}

function factsOf(order: DeskOrder, tracking: string | null): [string, React.ReactNode][] {
  const facts: [string, React.ReactNode][] = [
    [
      order.payment_status === "paid" ? "Cards paid for" : "Cards ordered",
      order.num_cards.toLocaleString("en-US"),
    ],
    ["Customer", order.customer_name ?? order.email ?? "Guest"],
  ];
  if (order.customer_name && order.email) facts.push(["Email", order.email]);
  facts.push(["Return address", addressLines(order.return_address).join(", ") || "Not given"]);
  facts.push(...inboundFacts({ ...order, inbound_tracking: tracking ?? order.inbound_tracking }));
  if (order.refunded_cents > 0) facts.push(["Refunded", formatCents(order.refunded_cents)]);
  if (order.cards_expected !== order.num_cards)
    facts.push(["Cards expected", order.cards_expected.toLocaleString("en-US")]);
  if (order.notes) facts.push(["Customer's notes", order.notes]);
  if (order.internal_notes) facts.push(["Internal notes", order.internal_notes]);
  if (order.arrived_at) facts.push(["Arrived", <Time key="arrived" at={order.arrived_at} show="local" />]);
  return facts;
}

function StopAlert({ order, reason }: { order: DeskOrder; reason: StopReason }) {
  return (
    <Alert tone="danger" title={`${stopWords(reason)}${paymentWords(order)}`}>
      {stopAdvice(reason)}
    </Alert>
  );
}

/** Says which other batch has the number that is stored; of one that was just scanned the next result says it. */
function SharedNumber({ order, tracking }: Pick<OrderAtHandProps, "tracking"> & { order: DeskOrder }) {
  const words = sharedNumberWords(order);
  if (!words || (tracking && tracking !== order.inbound_tracking)) return null;
  return <Alert tone={isSharedWithAnother(order) ? "warning" : "info"}>{words}</Alert>;
}

function ReceivedBefore({ order }: { order: DeskOrder }) {
  const rest = awaitedRest(order);
  const reason = stopReason(order);
  return (
    <>
      {reason ? <StopAlert order={order} reason={reason} /> : null}
      <Alert tone="warning" title="This batch was received before">
        {order.received_count} of {order.cards_expected} cards were counted
        {order.received_at ? (
          <>
            {" "}
            on <Time at={order.received_at} show="local" />
          </>
        ) : null}{" "}
        by {order.received_by ?? "somebody"}.
        {rest > 0 ? <p>Its owner sends {cardCount(rest)} more: count these alone.</p> : null}
      </Alert>
    </>
  );
}

function CountButtons({ order, send }: { order: DeskOrder; send: OrderAtHandProps["send"] }) {
  return (
    <div className="flex flex-wrap gap-3">
      {awaitedRest(order) > 0 ? (
        <Button variant="secondary" onClick={() => send({ type: "recount", isRest: true })}>
          Count the rest
        </Button>
      ) : null}
      <Button variant="secondary" onClick={() => send({ type: "recount" })}>
        Count again
      </Button>
    </div>
  );
}

function ArrivalButton({ order, send }: { order: DeskOrder; send: OrderAtHandProps["send"] }) {
  const { post, isBusy, failure } = usePost();
  async function note() {
    const path = staffApiPaths.arrival(order.id);
    const answer = await post<{ order: DeskOrder }>(path, {}, { done: "Marked as arrived" });
    if (answer.ok) send({ type: "changed", order: answer.data.order });
  }
  return (
    <>
      {failure ? (
        <Alert tone="danger" isLive>
          {failure}
        </Alert>
      ) : null}
      <Button variant="quiet" isBusy={isBusy} onClick={note}>
        Mark as arrived, count later
      </Button>
    </>
  );
}

type SetAsideFormProps = {
  step: Extract<Desk["step"], { at: "stopped" }>;
  send: (event: DeskEvent) => void;
};

/** Sets aside a package that is not to be opened: Enter is enough. Staff may count it all the same. */
function SetAsideForm({ step, send }: SetAsideFormProps) {
  const { order, isBusy } = step;
  const [note, setNote] = useState("");
  const [shelf, setShelf] = useState(order.shelf_location ?? "");
  const field = useRef<HTMLInputElement>(null);
  const isAside = order.set_aside !== null;

  // At once, as what is typed next is the note; and what the desk shouts above it stays on the screen.
  useLayoutEffect(() => field.current?.focus({ preventScroll: true }), []);

  return (
    <form className="space-y-5" onSubmit={submitting(() => send({ type: "aside", note, shelf }))}>
      {isAside ? null : (
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            ref={field}
            label="Note"
            maxLength={2000}
            value={note}
            onChange={(event) => setNote(event.target.value)}
            isOptional
          />
          <TextField
            label="Shelf"
            maxLength={100}
            value={shelf}
            onChange={(event) => setShelf(event.target.value)}
            isOptional
          />
        </div>
      )}
      <div className="flex flex-wrap gap-3">
        {isAside ? null : (
          <SubmitButton isBusy={isBusy} busyText="Saving…">
            Set aside
          </SubmitButton>
        )}
        {step.reason === "cancel_asked" ? null : (
          <Button variant="secondary" isBusy={isBusy} onClick={() => send({ type: "count_anyway" })}>
            Count anyway
          </Button>
        )}
      </div>
    </form>
  );
}
