import { actorWords, eventWords } from "@/lib/staff/order/event-words";
import type { StaffOrder, StaffOrderEvent } from "@/lib/staff/staff-order";

/** What came of taking an act back on one order, as POST /api/admin/acts/[id]/undo answers it. */
export type UndoOutcome = {
  id: string;
  outcome: "undone" | "changed_since" | "reason_required" | "already_undone";
  /** The order as it is now. */
  order?: StaffOrder;
  /** With `changed_since`: the last event about the same. */
  event?: StaffOrderEvent | null;
};

/** Says what came of taking an act back, as staff read it. */
export function undoWords({ outcome, event }: UndoOutcome): string {
  switch (outcome) {
    case "undone":
      return "Taken back";
    case "already_undone":
      return "Was taken back before";
    case "reason_required":
      return "Not taken back: it was done more than ten minutes ago, please say why";
    case "changed_since": {
      if (!event) return "Not taken back: it was changed since";
      const { title, change } = eventWords(event);
      return `Not taken back: changed since by ${actorWords(event)} (${title}${change ? `: ${change}` : ""})`;
    }
  }
}

/** Tells whether an act is taken back on an order, by this press or a former one. */
export function isUndone({ outcome }: UndoOutcome): boolean {
  return outcome === "undone" || outcome === "already_undone";
}

/** Sums up what came of taking back a change of several orders: "8 taken back, 2 not". */
export function undoSummary(results: UndoOutcome[]): string {
  const done = results.filter(isUndone).length;
  const left = results.length - done;
  return left > 0 ? `${done} taken back, ${left} not` : `${done} taken back`;
}
