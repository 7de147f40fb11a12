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
