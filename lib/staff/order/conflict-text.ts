import { changedByWords } from "@/lib/base/time-ago";
import { actorWords } from "@/lib/staff/order/event-words";
import type { StaffOrderEvent } from "@/lib/staff/staff-order";

/**
 * Says who changed an order last and how long ago, to somebody whose save came too late; `changes` are the events since, the last
 * one last. Without any the answer is empty, and the error's own text says it.
 */
export function conflictText(
  changes: Pick<StaffOrderEvent, "actor_type" | "actor_email" | "occurred_at">[],
  now: Date,
): { text?: string } {
  const last = changes.at(-1);
  if (!last) return {};
  const who = changedByWords(actorWords(last), last.occurred_at, now);
  return { text: `${who}. Look at what they did, then save again.` };
}

/**
 * Says who changed a package or a group last and how long ago, to somebody whose press came too late. Where nobody has, the answer is
 * empty, and the error's own text says it.
 */
export function changedText(
  { changed_by_email: who, changed_at: at }: { changed_by_email: string | null; changed_at: string | null },
  now: Date,
): { text?: string } {
  if (at === null) return {};
  return { text: `${changedByWords(who ?? "Staff", at, now)}. Look at what they did, then try again.` };
}
