import { AppError } from "@/lib/base/errors";
import { changedByWords } from "@/lib/base/time-ago";
import type { StaffOrderEvent } from "@/lib/staff/staff-order";
import { actorWords } from "@/lib/staff/words";

type Changes = Pick<StaffOrderEvent, "actor_type" | "actor_email" | "occurred_at">[];

/**
 * Returns the 409 for a save of an order that someone changed meanwhile, with the order as it is and what was done since. Its text
 * names who did the last of it and how long ago.
 */
export function orderChanged(
  { order, changes }: { order: object; changes: Changes },
  now: Date = new Date(),
): AppError {
  const reply = { order, changes };
  const last = changes.at(-1);
  if (!last) return new AppError("order_changed", { reply });
  const who = changedByWords(actorWords(last), last.occurred_at, now);
  return new AppError("order_changed", { text: `${who}. Look at what they did, then save again.`, reply });
}
