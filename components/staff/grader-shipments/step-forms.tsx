"use client";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { BatchId } from "@/components/orders/batch-id";
import { QuietBox } from "@/components/staff/checkbox";
import { useSeenShipment } from "@/components/staff/grader-shipments/seen-shipment";
import { usePost } from "@/components/staff/use-post";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { SubmitButton, submitting } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { staffPaths } from "@/lib/base/staff-paths";
import {
  type AddOutcome,
  batchOf,
  type GraderShipment,
  graderRefusalSchema,
  graderRefusalTexts,
  stepsAhead,
} from "@/lib/staff/grader-shipments/grader-shipment";
import { readCards, shipmentMessages } from "@/lib/staff/grader-shipments/schema";
import { shipmentSteps } from "@/lib/staff/shipment-step";

/** Closes a shipment with the grader's number. A declared count that differs from ours must be entered twice. */
export function CloseShipmentForm({ shipment }: { shipment: GraderShipment }) {
  const { send, isBusy, field, refusal } = useShipmentAction(shipment.id);
  const { version, setConflict } = useSeenShipment();
  const [problem, setProblem] = useState<string>();

  async function close(form: FormData) {
    const cards = readCards(String(form.get("cards") ?? ""));
    setConflict(undefined);
    setProblem(cards === undefined ? shipmentMessages.cards : undefined);
    if (cards === undefined) return;
    const body = { version, step: "closed", number: String(form.get("number") ?? "") };
    await send(body, cards, "Shipment closed");
  }

  return (
    <form className="space-y-5" noValidate onSubmit={submitting(close)}>
      <StepRefusal {...refusal} doubt="If this is the number you declared, type it again." />
      <TextField
        label="Submission number"
        hint="From the grader."
        name="number"
        maxLength={100}
        autoComplete="off"
      />
      <TextField
        ref={field}
        label="Cards declared to the grader"
        inputMode="numeric"
        maxLength={100}
        autoComplete="off"
        name="cards"
        error={problem}
      />
      <SubmitButton isBusy={isBusy} busyText="Closing…">
        Close shipment
      </SubmitButton>
    </form>
  );
}

type Step = ReturnType<typeof stepsAhead>[number];

/** Advances a closed shipment. A returned count that differs from the declared one must be entered twice. */
export function StepShipmentForm({ shipment: shown }: { shipment: GraderShipment }) {
  const { send, clear, isBusy, field, refusal } = useShipmentAction(shown.id);
  const { setConflict } = useSeenShipment();
  const [problem, setProblem] = useState<string>();
  const [isQuiet, setIsQuiet] = useState(false);
  /** The shipment after this page's last action, until the refresh arrives. */
  const [left, setLeft] = useState<GraderShipment>();
  const shipment = left && left.version > shown.version ? left : shown;
  const ahead = stepsAhead(shipment.step);
  const forward = ahead.filter((step) => step !== "back");

  async function go(step: Step, cards?: number) {
    setConflict(undefined);
    const body = { version: shipment.version, step, ...(isQuiet ? { is_quiet: true } : {}) };
    const answer = await send(body, cards, "All batches updated");
    if (!answer.ok) return;
    setLeft(answer.data.shipment);
    setIsQuiet(false);
    clear();
  }

  function saveReturned(form: FormData) {
    const cards = readCards(String(form.get("cards") ?? ""));
    setProblem(cards === undefined ? shipmentMessages.cards : undefined);
    if (cards !== undefined) void go("back", cards);
  }

  return (
    <div className="space-y-5">
      <StepRefusal {...refusal} doubt="Count again, then retype the number." />
      <QuietBox isOn={isQuiet} onChange={setIsQuiet} />
      {forward.length > 0 ? (
        <div className="flex flex-wrap gap-3">
          {forward.map((step, at) => (
            <Button
              key={step}
              variant={at === 0 ? "primary" : "secondary"}
              isBusy={isBusy}
              onClick={() => go(step)}
            >
              {shipmentSteps[step].action}
            </Button>
          ))}
        </div>
      ) : null}
      {shipment.step === "closed" ? null : (
        <form
          className="flex flex-wrap items-end gap-3 border-t border-border pt-5 first:border-t-0 first:pt-0"
          noValidate
          onSubmit={submitting(saveReturned)}
        >
          <div className="w-full max-w-xs">
            <TextField
              ref={field}
              label="Cards returned"
              inputMode="numeric"
              maxLength={100}
              autoComplete="off"
              name="cards"
              error={problem}
            />
          </div>
          <SubmitButton
            isBusy={isBusy}
            busyText="Saving…"
            variant={forward.length > 0 ? "secondary" : "primary"}
          >
            Save count
          </SubmitButton>
        </form>
      )}
    </div>
  );
}

type Refusal = { results: AddOutcome[]; expected: number };

/** Sends a step of a shipment. A count that differs must be entered again. `refused` batches can't ship. */
function useShipmentAction(shipmentId: number) {
  const { post, isBusy, failure, setFailure } = usePost();
  const { setConflict } = useSeenShipment();
  const router = useRouter();
  const [refused, setRefused] = useState<AddOutcome[]>([]);
  const [doubtful, setDoubtful] = useState<number>();
  const field = useRef<HTMLInputElement>(null);

  async function send(step: object, cards: number | undefined, done: string) {
    const body = { ...step, cards, accepts_difference: cards !== undefined && cards === doubtful };
    const path = staffApiPaths.shipmentStep(String(shipmentId));
    const answer = await post<{ shipment: GraderShipment }, Refusal>(path, body, { done });
    if (answer.ok) return answer;
    setRefused(answer.reply.results ?? []);
    setDoubtful(answer.code === "cards_differ" ? cards : undefined);
    if (answer.code === "shipment_changed") {
      setFailure(undefined);
      setConflict(answer.error);
    }
    // Changes made elsewhere to its batches don't change the shipment's version.
    if (answer.code === "shipment_changed" || answer.reply.results) router.refresh();
    if (answer.code === "cards_differ" && field.current) {
      field.current.value = "";
      field.current.focus();
    }
    return answer;
  }

  function clear() {
    if (field.current) field.current.value = "";
    setDoubtful(undefined);
    setRefused([]);
  }

  return { send, clear, isBusy, field, refusal: { failure, refused, isDoubtful: doubtful !== undefined } };
}

type StepRefusalProps = ReturnType<typeof useShipmentAction>["refusal"] & { doubt: string };

function StepRefusal({ failure, refused, isDoubtful, doubt }: StepRefusalProps) {
  if (!failure) return null;
  return (
    <Alert tone={isDoubtful ? "warning" : "danger"} isLive title={failure}>
      {isDoubtful ? doubt : null}
      {refused.length > 0 ? (
        <ul className="space-y-1">
          {refused.map((result) => {
            const { data: reason } = graderRefusalSchema.safeParse(result.outcome);
            return (
              <li key={result.id}>
                <BatchId name={batchOf(result)} href={staffPaths.order(result.id)} />
                {reason ? `: ${graderRefusalTexts[reason]}` : null}
              </li>
            );
          })}
        </ul>
      ) : null}
    </Alert>
  );
}

export function DiscardShipmentButton({ shipmentId }: { shipmentId: number }) {
  const { post, isBusy, failure } = usePost();
  const router = useRouter();

  async function discard() {
    const { ok } = await post(
      staffApiPaths.shipmentDiscard(String(shipmentId)),
      {},
      { done: "Shipment deleted" },
    );
    if (ok) router.push(staffPaths.grader);
  }

  return (
    <>
      <Button variant="secondary" isBusy={isBusy} onClick={discard}>
        Delete empty shipment
      </Button>
      <Failure>{failure}</Failure>
    </>
  );
}
