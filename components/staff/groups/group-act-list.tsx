"use client";

import { UndoActButton } from "@/components/staff/acts/undo-act-button";
import { useSeenGroup } from "@/components/staff/groups/seen-group";
import { Time } from "@/components/ui/time";
import { displayBatchId } from "@/lib/orders/batch-id";
import { type UndoOutcome, undoWords } from "@/lib/staff/acts/undo-outcome";
import { type GroupAct, type GroupMember, groupActWords } from "@/lib/staff/groups/grader-group";

type GroupActListProps = { acts: GroupAct[]; members: GroupMember[] };

/** Shows what was done to a group, newest first, each line with the way to take it back on all of its batches. */
export function GroupActList({ acts, members }: GroupActListProps) {
  const { tell } = useSeenGroup();
  const names: Record<string, string> = Object.fromEntries(
    members.map((member) => [member.id, displayBatchId(member)]),
  );
  const tellKept = (kept: UndoOutcome[]) => {
    const rows = kept.map((result) => `${names[result.id] ?? "A batch"}: ${undoWords(result)}`);
    tell(rows.length > 0 ? { title: "Not taken back", rows } : undefined);
  };
  return (
    <ul className="divide-y divide-border">
      {acts.map((act) => {
        const words = groupActWords(act);
        return (
          <li
            key={act.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 text-sm first:pt-0 last:pb-0"
          >
            <div className="min-w-0">
              <p className="wrap-anywhere">{words}</p>
              <p className="text-text-muted wrap-anywhere">
                {act.actor_email ?? "Staff"}, <Time at={act.created_at} show="date-time" />
              </p>
            </div>
            <UndoActButton actId={act.id} what={words} onKept={tellKept} />
          </li>
        );
      })}
    </ul>
  );
}
