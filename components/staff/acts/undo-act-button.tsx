"use client";

import { useState } from "react";
import { UndoReasonDialog } from "@/components/staff/acts/undo-reason-dialog";
import { usePost } from "@/components/staff/use-post";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { showToast } from "@/components/ui/toast";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { type UndoOutcome, undoSummary, undoWords } from "@/lib/staff/acts/undo-outcome";

type UndoActButtonProps = {
  actId: string;
  /** What is taken back, for who cannot see the line that the button stands in. */
  what: string;
  /** How the orders of the act are named, by their ids. */
  names: Record<string, string>;
};

/**
 * Takes back with one press what staff did to several orders at once; asks for the reason where it was done more than ten
 * minutes ago, and names each order that stays as it is, with what stands against it.
 */
export function UndoActButton({ actId, what, names }: UndoActButtonProps) {
  const { post, isBusy, failure } = usePost();
  const [isAsking, setIsAsking] = useState(false);
  const [reason, setReason] = useState("");
  const [kept, setKept] = useState<UndoOutcome[]>([]);

  async function undo() {
    const body = reason.trim() ? { reason } : {};
    const answer = await post<{ results: UndoOutcome[] }>(staffApiPaths.undo(actId), body);
    if (!answer.ok) return setIsAsking(false);
    const { results } = answer.data;
    if (results.some(({ outcome }) => outcome === "reason_required")) return setIsAsking(true);
    setIsAsking(false);
    setKept(results.filter(({ outcome }) => outcome === "changed_since"));
    showToast(
      results.some(({ outcome }) => outcome === "undone") ? "success" : "danger",
      undoSummary(results),
    );
  }

  return (
    <>
      <Button variant="secondary" size="sm" isBusy={isBusy} onClick={undo} aria-label={`Undo: ${what}`}>
        Undo
      </Button>
      <Failure>{failure}</Failure>
      {kept.length > 0 ? (
        <div className="basis-full">
          <Alert tone="warning" isLive title="Not taken back">
            <ul>
              {kept.map((result) => (
                <li key={result.id}>
                  {names[result.id] ?? "A batch"}: {undoWords(result)}
                </li>
              ))}
            </ul>
          </Alert>
        </div>
      ) : null}
      <UndoReasonDialog
        what={what}
        hint="Kept on the timeline of each order, for staff only."
        isOpen={isAsking}
        isBusy={isBusy}
        reason={reason}
        onReason={setReason}
        onCancel={() => setIsAsking(false)}
        onConfirm={undo}
      />
    </>
  );
}
