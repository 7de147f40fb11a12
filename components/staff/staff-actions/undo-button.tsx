"use client";
import { usePost } from "@/components/staff/use-post";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { showToast } from "@/components/ui/toast";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { type UndoResult, undoSummary, undoText } from "@/lib/staff/staff-action";
import type { StaffOrder } from "@/lib/staff/staff-order";

type UndoButtonProps = {
  actionId: string;
  /** Only what the action did to this order; without it, to all its orders. */
  orderId?: string | undefined;
  /** What is undone, for screen readers: the button's line may be out of reach. */
  what: string;
  onUndone?: (order: StaffOrder) => void;
};

export function UndoButton({ actionId, orderId, what, onUndone }: UndoButtonProps) {
  const { post, isBusy, failure, setFailure } = usePost();

  async function undo() {
    const answer = await post<{ results: UndoResult[] }>(
      staffApiPaths.undo(actionId),
      orderId ? { order_id: orderId } : {},
    );
    const [first, ...others] = answer.ok ? answer.data.results : [];
    if (!first) return;
    const results = [first, ...others];
    if (results.every(({ outcome }) => outcome === "changed_since")) return setFailure(undoText(first));
    const isWhole = results.every(({ outcome }) => outcome === "undone");
    showToast(isWhole ? "success" : "info", others.length > 0 ? undoSummary(results) : undoText(first));
    onUndone?.(first.order);
  }

  return (
    <>
      <Button variant="secondary" size="sm" isBusy={isBusy} onClick={undo} aria-label={`Undo: ${what}`}>
        Undo
      </Button>
      <Failure>{failure}</Failure>
    </>
  );
}
