"use client";

import { useState } from "react";
import { UndoReasonDialog } from "@/components/staff/acts/undo-reason-dialog";
import { usePost } from "@/components/staff/use-post";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { showToast } from "@/components/ui/toast";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { type UndoOutcome, undoSummary } from "@/lib/staff/acts/undo-outcome";

type UndoActButtonProps = {
  actId: string;
  /** What is taken back, for who cannot see the line that the button stands in. */
  what: string;
  /** Takes which orders stay as they are, and what stands against each; at the begin of a press none. */
  onKept: (kept: UndoOutcome[]) => void;
};

/**
 * Takes back with one press what staff did to several orders at once; asks for the reason where it was done more than ten
 * minutes ago. The act may be no more on the page afterwards, so what was not taken back is said elsewhere.
 */
export function UndoActButton({ actId, what, onKept }: UndoActButtonProps) {
  const { post, isBusy, failure } = usePost();
  const [isAsking, setIsAsking] = useState(false);
  const [reason, setReason] = useState("");

  async function undo() {
    onKept([]);
    const body = reason.trim() ? { reason } : {};
    const answer = await post<{ results: UndoOutcome[] }>(staffApiPaths.undo(actId), body);
    if (!answer.ok) return setIsAsking(false);
    const { results } = answer.data;
    if (results.some(({ outcome }) => outcome === "reason_required")) return setIsAsking(true);
    setIsAsking(false);
    const kept = results.filter(({ outcome }) => outcome === "changed_since");
    onKept(kept);
    const isUndone = results.some(({ outcome }) => outcome === "undone");
    showToast(isUndone ? (kept.length > 0 ? "info" : "success") : "danger", undoSummary(results));
  }

  return (
    <>
      <Button variant="secondary" size="sm" isBusy={isBusy} onClick={undo} aria-label={`Undo: ${what}`}>
        Undo
      </Button>
      <Failure>{failure}</Failure>
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
