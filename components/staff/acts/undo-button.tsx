"use client";

import { useState } from "react";
import { UndoReasonDialog } from "@/components/staff/acts/undo-reason-dialog";
import { usePost } from "@/components/staff/use-post";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Failure } from "@/components/ui/failure";
import { showToast } from "@/components/ui/toast";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { type UndoOutcome, undoWords } from "@/lib/staff/acts/undo-outcome";
import type { StaffOrder } from "@/lib/staff/staff-order";

type UndoButtonProps = {
  actId: string;
  /** Only what the act did to this order. */
  orderId: string;
  /** What is taken back, for who cannot see the line that the button stands in. */
  what: string;
  /** What money goes out then, with its amount: it is asked about first. */
  consequence?: string | null;
  /** Gets the order as it is now. */
  onUndone?: (order: StaffOrder | undefined) => void;
};

/**
 * Takes back with one press what staff did to an order; asks once where money goes out then, asks for the reason where it
 * was done more than ten minutes ago, and says what stands against it.
 */
export function UndoButton({ actId, orderId, what, consequence, onUndone }: UndoButtonProps) {
  const { post, isBusy, failure, setFailure } = usePost();
  const [isConfirming, setIsConfirming] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const [reason, setReason] = useState("");

  async function undo() {
    const body = { order_id: orderId, ...(reason.trim() ? { reason } : {}) };
    const answer = await post<{ results: UndoOutcome[] }>(staffApiPaths.undo(actId), body);
    setIsConfirming(false);
    const [result] = answer.ok ? answer.data.results : [];
    if (!result) return;
    if (result.outcome === "reason_required") return setIsAsking(true);
    setIsAsking(false);
    if (result.outcome === "changed_since") return setFailure(undoWords(result));
    showToast("success", undoWords(result));
    onUndone?.(result.order);
  }

  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        isBusy={isBusy}
        onClick={consequence ? () => setIsConfirming(true) : undo}
        aria-label={`Undo: ${what}`}
      >
        Undo
      </Button>
      <Failure>{failure}</Failure>
      {consequence ? (
        <ConfirmDialog
          title="Take it back?"
          isOpen={isConfirming}
          onCancel={() => setIsConfirming(false)}
          confirm={{ variant: "danger", isBusy, onClick: undo, children: "Take back" }}
        >
          <p>{consequence}</p>
        </ConfirmDialog>
      ) : null}
      <UndoReasonDialog
        what={what}
        hint="Kept on the order's timeline, for staff only."
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
