"use client";

import { useState } from "react";
import { BatchId } from "@/components/orders/batch-id";
import type { useAddToGroup } from "@/components/staff/groups/use-add-to-group";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { TextareaField } from "@/components/ui/textarea-field";
import { staffPaths } from "@/lib/base/staff-paths";
import { type AddOutcome, addWords, batchOf } from "@/lib/staff/groups/add-outcome";
import { batchCount } from "@/lib/staff/groups/grader-group";

/** Says what came of the last scans or picks. */
export function AddResults({ add, results, added, isBusy, failure }: ReturnType<typeof useAddToGroup>) {
  return (
    <>
      {failure ? <Alert tone="danger" isLive title={failure} /> : null}
      {added > 0 ? <Alert tone="success" isLive title={`${batchCount(added)} put in`} /> : null}
      {results.length > 0 ? (
        <ul className="space-y-3" aria-label="Last results">
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

type AddResultProps = {
  result: AddOutcome;
  isBusy: boolean;
  /** Puts the batch in although its count differs, for this reason. */
  onSettle: (reason: string) => void;
};

/** Says what came of a scan: in, in already, or why not. A count that differs can be settled with a reason. */
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
            <BatchId name={name} />: {addWords(result)}
          </>
        }
        action={
          tone === "danger" && result.outcome !== "order_not_found" ? (
            <div className="flex flex-wrap items-center gap-4">
              <a className="link" href={staffPaths.order(result.id)}>
                Open the order
              </a>
              {result.outcome === "count_differs" ? (
                <Button size="sm" variant="secondary" onClick={() => setIsAsking(true)}>
                  Put in all the same…
                </Button>
              ) : null}
            </div>
          ) : null
        }
      />
      <ConfirmDialog
        title={`Put in ${result.received_count} cards of ${result.num_cards} paid for?`}
        isOpen={isAsking}
        onCancel={() => setIsAsking(false)}
        confirm={{
          isBusy,
          disabled: reason.trim() === "",
          onClick: () => {
            setIsAsking(false);
            onSettle(reason);
          },
          children: "Put in",
        }}
      >
        <TextareaField
          label="Reason"
          hint="How it was settled with the customer. Kept on the order's timeline, for staff only."
          rows={2}
          maxLength={2000}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </ConfirmDialog>
    </>
  );
}
