"use client";
import { useRef, useState } from "react";
import { BatchId } from "@/components/orders/batch-id";
import { useSeenShipment } from "@/components/staff/grader-shipments/seen-shipment";
import { ReadyTable } from "@/components/staff/ready-table";
import { BatchIdField, ScanKeys } from "@/components/staff/scan-keys";
import { usePost } from "@/components/staff/use-post";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { controlled } from "@/components/ui/field";
import { SubmitButton, submitting } from "@/components/ui/submit-button";
import { TextareaField } from "@/components/ui/textarea-field";
import { useHydrated } from "@/components/ui/use-hydrated";
import { batchCount } from "@/lib/base/messages";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { staffPaths } from "@/lib/base/staff-paths";
import { displayBatchId } from "@/lib/orders/batch-id";
import {
  type AddOutcome,
  addText,
  batchOf,
  type GraderShipment,
} from "@/lib/staff/grader-shipments/grader-shipment";
import type { AddToShipment } from "@/lib/staff/grader-shipments/schema";
import type { StaffOrder } from "@/lib/staff/staff-order";

/** Adds scanned batches to an open shipment. The field clears and keeps the focus for the next scan. */
export function ScanForm({ shipmentId }: { shipmentId: number }) {
  const adding = useAddToShipment(shipmentId);
  const field = useRef<HTMLInputElement>(null);

  function scan() {
    const code = field.current?.value.trim() ?? "";
    if (field.current) field.current.value = "";
    field.current?.focus();
    if (code) void adding.add({ code });
  }

  return (
    <div className="space-y-5">
      <ScanKeys />
      <form className="flex flex-wrap items-end gap-3" onSubmit={submitting(() => scan())}>
        <div className="w-full max-w-md">
          <BatchIdField ref={field} data-takes-scans="" autoFocus />
        </div>
        <SubmitButton variant="secondary" busyText="Adding…">
          Add batch
        </SubmitButton>
      </form>
      <AddResults {...adding} />
    </div>
  );
}

export function PickList({ shipmentId, ready }: { shipmentId: number; ready: StaffOrder[] }) {
  const adding = useAddToShipment(shipmentId);
  const isHydrated = useHydrated();
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  // Someone else may have added some of the selected batches in the meantime.
  const chosen = ready.filter(({ id }) => picked.has(id)).map(({ id }) => id);
  const isAll = chosen.length === ready.length;

  async function addChosen() {
    if (await adding.add({ order_ids: chosen })) setPicked(new Set());
  }

  function pick(id: string, isPicked: boolean) {
    const next = new Set(picked);
    if (isPicked) next.add(id);
    else next.delete(id);
    setPicked(next);
  }

  return (
    <section className="space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-semibold">Ready to send</h2>
        {ready.length > 0 ? (
          <div className="flex flex-wrap gap-2">
            <Button
              size="sm"
              variant="secondary"
              onClick={() => setPicked(new Set(isAll ? [] : ready.map(({ id }) => id)))}
            >
              {isAll ? "Clear selection" : "Select all"}
            </Button>
            <Button
              size="sm"
              variant="secondary"
              isBusy={adding.isBusy}
              disabled={chosen.length === 0}
              onClick={addChosen}
            >
              Add {chosen.length > 0 ? chosen.length : "selected"}
            </Button>
          </div>
        ) : null}
      </div>
      <AddResults {...adding} />
      <ReadyTable
        to="send"
        orders={ready}
        pick={(order) => (
          <input
            type="checkbox"
            aria-label={`Select ${displayBatchId(order)}`}
            autoComplete="off"
            disabled={!isHydrated}
            checked={picked.has(order.id)}
            onChange={(event) => pick(order.id, event.target.checked)}
            className="block size-6 accent-accent sm:size-4.5"
          />
        )}
      />
    </section>
  );
}

const SHOWN = 5;

/**
 * Adds batches to an open shipment. After a bulk add, `results` has only rejected batches and `added` counts the
 * rest.
 */
function useAddToShipment(shipmentId: number) {
  const { post, isBusy, failure } = usePost();
  const seen = useSeenShipment();
  const [results, setResults] = useState<AddOutcome[]>([]);
  const [added, setAdded] = useState(0);

  async function add(body: AddToShipment): Promise<boolean> {
    const answer = await post<{ results: AddOutcome[]; shipment: GraderShipment }>(
      staffApiPaths.shipmentOrders(String(shipmentId)),
      body,
    );
    if (!answer.ok) return false;
    const fresh = answer.data.results;
    seen.note(answer.data.shipment.version);
    if (fresh.length > 1) {
      setAdded(fresh.filter(({ outcome }) => outcome === "added").length);
      setResults(fresh.filter(({ outcome }) => outcome !== "added"));
    } else {
      const isFresh = new Set(fresh.map(({ id }) => id));
      setAdded(0);
      setResults((former) => [...fresh, ...former.filter(({ id }) => !isFresh.has(id))].slice(0, SHOWN));
    }
    return true;
  }

  return { add, results, added, isBusy, failure };
}

function AddResults({ add, results, added, isBusy, failure }: ReturnType<typeof useAddToShipment>) {
  return (
    <>
      {failure ? <Alert tone="danger" isLive title={failure} /> : null}
      {added > 0 ? <Alert tone="success" isLive title={`${batchCount(added)} added`} /> : null}
      {results.length > 0 ? (
        <ul className="space-y-3" aria-label="Latest results">
          {results.map((result) => (
            <li key={result.id}>
              <AddResult
                result={result}
                isBusy={isBusy}
                onSettle={(reason) => add({ order_ids: [result.id], reason })}
              />
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

type AddResultProps = { result: AddOutcome; isBusy: boolean; onSettle: (reason: string) => void };

/** Shows the result of a scan. A different count can be accepted with a reason. */
function AddResult({ result, isBusy, onSettle }: AddResultProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [reason, setReason] = useState("");
  const name = batchOf(result);
  const tone = result.outcome === "added" ? "success" : result.outcome === "already_here" ? "info" : "danger";
  return (
    <>
      <Alert
        tone={tone}
        isLive
        title={
          <>
            <BatchId name={name} />: {addText(result)}
          </>
        }
        action={
          tone === "danger" && result.outcome !== "order_not_found" ? (
            <div className="flex flex-wrap items-center gap-4">
              <a className="link" href={staffPaths.order(result.id)}>
                Open order
              </a>
              {result.outcome === "count_differs" ? (
                <Button size="sm" variant="secondary" onClick={() => setIsAsking(true)}>
                  Add anyway…
                </Button>
              ) : null}
            </div>
          ) : null
        }
      />
      <ConfirmDialog
        title={`Add ${result.received_count} of ${result.num_cards} paid cards?`}
        isOpen={isAsking}
        onCancel={() => setIsAsking(false)}
        confirm={{
          isBusy,
          disabled: reason.trim() === "",
          onClick: () => {
            setIsAsking(false);
            onSettle(reason);
          },
          children: "Add batch",
        }}
      >
        <TextareaField
          label="Reason"
          hint="What you and the customer agreed on. Only staff can see this."
          rows={2}
          maxLength={2000}
          {...controlled(reason, setReason)}
        />
      </ConfirmDialog>
    </>
  );
}
