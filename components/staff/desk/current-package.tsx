import { useLayoutEffect, useRef, useState } from "react";
import { BatchId } from "@/components/orders/batch-id";
import {
  addressLines,
  BatchHeader,
  inboundFacts,
  SetAsideFacts,
  WhereaboutsBadge,
} from "@/components/staff/batch-facts";
import { CancelRequest } from "@/components/staff/cancel-request";
import { CandidateSearch, Candidates } from "@/components/staff/desk/candidate-search";
import { CheckInForm } from "@/components/staff/desk/check-in-form";
import { PackageForm } from "@/components/staff/desk/packages";
import { PhotoPanel } from "@/components/staff/photos/photo-panel";
import { Panel } from "@/components/staff/staff-frame";
import { usePost } from "@/components/staff/use-post";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { FactList } from "@/components/ui/fact-list";
import { controlled } from "@/components/ui/field";
import { SubmitButton, submitting } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { Time } from "@/components/ui/time";
import { cardCount, counted } from "@/lib/base/messages";
import { formatCents } from "@/lib/base/money";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { displayBatchId } from "@/lib/orders/batch-id";
import type { DeskEvent } from "@/lib/staff/desk/desk-events";
import { isSharedWithAnother, sharedNumberText } from "@/lib/staff/desk/desk-notice";
import type { Desk } from "@/lib/staff/desk/desk-state";
import { type DeskOrder, packageName } from "@/lib/staff/desk/receiving-desk";
import { setAsideText, stopAdvice, stopReason } from "@/lib/staff/desk/stop-reason";
import { awaitedMissingCards } from "@/lib/staff/desk/typed-count";

/** Shows the step of the current package. */
export function CurrentPackage({ desk, send }: { desk: Desk; send: (event: DeskEvent) => void }) {
  const { step, tracking } = desk;
  switch (step.at) {
    case "waiting":
      return null;
    case "looking":
      return <p className="text-text-muted">Looking up {step.code}…</p>;
    case "choosing":
      return (
        <Panel title="Which batch is this?">
          <Candidates orders={step.orders} isMatching={false} send={send} />
        </Panel>
      );
    case "unknown":
      return (
        <Panel className="max-w-2xl" title="Save package without a batch">
          <PackageForm
            key={step.code}
            tracking={tracking}
            notes={step.code ? `Label: ${step.code}` : ""}
            onDone={() => send({ type: "kept" })}
          />
        </Panel>
      );
    case "searching": {
      const key = step.matching ? packageName(step.matching) : "no label";
      return <CandidateSearch key={key} step={step} send={send} />;
    }
    default:
      return <CurrentOrder step={step} tracking={tracking} send={send} />;
  }
}

type CurrentOrderProps = {
  step: Extract<Desk["step"], { order: DeskOrder }>;
  /** The package's tracking number, if it was scanned. */
  tracking: string | null;
  send: (event: DeskEvent) => void;
};

/** Shows the batch of the current package, and lets staff count it, recount it or set it aside. */
function CurrentOrder({ step, tracking, send }: CurrentOrderProps) {
  const { order } = step;
  const name = displayBatchId(order);
  return (
    <Card className="sm:p-6">
      <BatchHeader
        order={order}
        figure={order.num_cards}
        heading={
          <h2 className="slab-code">
            {/* The last four characters distinguish packages that arrive on the same day. */}
            <BatchId name={name}>
              {name.slice(0, -4)}
              <span className="text-2xl font-semibold text-text">{name.slice(-4)}</span>
            </BatchId>
          </h2>
        }
        className="mb-4"
      >
        {order.submission_status === "pending" && !order.arrived_at ? null : (
          <WhereaboutsBadge order={order} />
        )}
      </BatchHeader>
      <div className="grid items-start gap-8 xl:grid-cols-2">
        <div className="space-y-5 xl:order-last">
          {step.at === "stopped" && step.reason === "cancel_asked" ? (
            <CancelRequest
              order={order}
              hasLink
              onGoOn={(declined) => send({ type: "chosen", order: declined })}
            />
          ) : null}
          {step.at === "stopped" && step.reason !== "cancel_asked" ? (
            <Alert tone="danger">{stopAdvice[step.reason]}</Alert>
          ) : null}
          <SharedNumber order={order} tracking={tracking} />
          {order.set_aside ? (
            <Alert tone="warning" title={`Set aside: ${setAsideText(order.set_aside.reason).toLowerCase()}`}>
              <SetAsideFacts aside={order.set_aside} />
            </Alert>
          ) : null}
          {step.at === "received" || (step.at === "counting" && step.isRest) ? (
            <ReceivedBefore order={order} />
          ) : null}
          {step.at === "received" ? (
            <div className="flex flex-wrap gap-3">
              {awaitedMissingCards(order) > 0 ? (
                <Button variant="secondary" onClick={() => send({ type: "recount", isRest: true })}>
                  Count missing cards
                </Button>
              ) : null}
              <Button variant="secondary" onClick={() => send({ type: "recount" })}>
                Recount cards
              </Button>
            </div>
          ) : null}
          {step.at === "stopped" ? <SetAsideForm key={order.id} step={step} send={send} /> : null}
          {step.at === "counting" ? (
            <>
              <CheckInForm key={`${order.id}/${step.isRecount}/${step.isRest}`} step={step} send={send} />
              {step.isRest ? (
                <Button variant="quiet" onClick={() => send({ type: "recount" })}>
                  Recount all cards
                </Button>
              ) : null}
              {order.arrived_at ? null : <ArrivalButton order={order} send={send} />}
            </>
          ) : null}
        </div>
        <FactList facts={factsOf(order, tracking)} />
      </div>
      <section className="mt-6 space-y-4 border-t border-border pt-6">
        <h3 className="font-semibold">Photos</h3>
        <PhotoPanel key={order.id} subject={{ order: order.id }} />
      </section>
    </Card>
  );
}

function factsOf(order: DeskOrder, tracking: string | null): [string, React.ReactNode][] {
  const facts: [string, React.ReactNode][] = [["Customer", order.customer_name ?? order.email ?? "Guest"]];
  if (order.customer_name && order.email) facts.push(["Email", order.email]);
  facts.push(["Return address", addressLines(order.return_address).join(", ") || "–"]);
  facts.push(...inboundFacts({ ...order, inbound_tracking: tracking ?? order.inbound_tracking }));
  if (order.refunded_cents > 0) facts.push(["Refunded", formatCents(order.refunded_cents)]);
  if (order.cards_expected !== order.num_cards)
    facts.push(["Expected after refunds", cardCount(order.cards_expected)]);
  if (order.notes) facts.push(["Customer's note", order.notes]);
  if (order.internal_notes) facts.push(["Staff notes", order.internal_notes]);
  if (order.arrived_at) facts.push(["Arrived", <Time key="arrived" at={order.arrived_at} show="local" />]);
  return facts;
}

/** Shows which other batch has the stored tracking number. For a number that was just scanned, the result shows it. */
function SharedNumber({ order, tracking }: Pick<CurrentOrderProps, "tracking"> & { order: DeskOrder }) {
  const words = sharedNumberText(order);
  if (!words || (tracking && tracking !== order.inbound_tracking)) return null;
  return <Alert tone={isSharedWithAnother(order) ? "warning" : "info"}>{words}</Alert>;
}

function ReceivedBefore({ order }: { order: DeskOrder }) {
  const rest = awaitedMissingCards(order);
  const reason = stopReason(order);
  return (
    <>
      {reason ? <Alert tone="danger">{stopAdvice[reason]}</Alert> : null}
      <Alert tone={rest > 0 ? "info" : "warning"}>
        {rest > 0
          ? `The customer is sending ${counted(rest, "more card")}. Count only ${rest === 1 ? "that one" : "those"}. `
          : null}
        {order.received_count} of {order.cards_expected} counted by {order.received_by ?? "staff"}
        {order.received_at ? (
          <>
            {", "}
            <Time at={order.received_at} show="local" />
          </>
        ) : null}
      </Alert>
    </>
  );
}

function ArrivalButton({ order, send }: { order: DeskOrder; send: CurrentOrderProps["send"] }) {
  const { post, isBusy, failure } = usePost();
  async function recordArrival() {
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
      <Button variant="quiet" isBusy={isBusy} onClick={recordArrival}>
        Mark as arrived, count later
      </Button>
    </>
  );
}

type SetAsideFormProps = {
  step: Extract<Desk["step"], { at: "stopped" }>;
  send: (event: DeskEvent) => void;
};

/** Sets aside a package that must stay closed. Enter confirms. Staff may count it anyway. */
function SetAsideForm({ step, send }: SetAsideFormProps) {
  const { order, isBusy } = step;
  const [note, setNote] = useState("");
  const [shelf, setShelf] = useState(order.shelf_location ?? "");
  const field = useRef<HTMLInputElement>(null);
  const isAside = order.set_aside !== null;

  // Without scrolling, so that the result stays in view.
  useLayoutEffect(() => field.current?.focus({ preventScroll: true }), []);

  return (
    <form className="space-y-5" onSubmit={submitting(() => send({ type: "aside", note, shelf }))}>
      {isAside ? null : (
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField ref={field} label="Note" maxLength={2000} {...controlled(note, setNote)} isOptional />
          <TextField label="Shelf" maxLength={100} {...controlled(shelf, setShelf)} isOptional />
        </div>
      )}
      <div className="flex flex-wrap gap-3">
        {isAside ? null : (
          <SubmitButton isBusy={isBusy} busyText="Saving…">
            Set package aside
          </SubmitButton>
        )}
        {step.reason === "cancel_asked" ? null : (
          <Button variant="secondary" isBusy={isBusy} onClick={() => send({ type: "count_anyway" })}>
            Count cards anyway
          </Button>
        )}
      </div>
    </form>
  );
}
