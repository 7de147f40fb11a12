import type { WireSubscription } from "../object-types.ts";
import type { Sandbox } from "../sandbox.ts";

/** Saves a changed subscription and tells what was before; nothing happens if nothing is different. */
export function changeSubscription(
  sandbox: Sandbox,
  before: WireSubscription,
  after: WireSubscription,
): WireSubscription {
  const former = Object.entries(before).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(after, field)),
  );
  if (former.length === 0) return before;
  sandbox.store.update<"subscription">(after);
  sandbox.events.emit("customer.subscription.updated", after, Object.fromEntries(former));
  return after;
}

/** Ends a subscription now. */
export function endSubscription(
  sandbox: Sandbox,
  subscription: WireSubscription,
  details: Partial<WireSubscription["cancellation_details"]> = {},
): WireSubscription {
  const now = sandbox.clock.now();
  const { reason, comment, feedback, feedback_option } = {
    ...{ comment: null, feedback: null, feedback_option: null, reason: null },
    ...subscription.cancellation_details,
    ...details,
  };
  const ended: WireSubscription = {
    ...subscription,
    cancel_at_period_end: false,
    canceled_at: subscription.canceled_at ?? now,
    cancellation_details: { comment, feedback, feedback_option, reason: reason ?? "cancellation_requested" },
    ended_at: now,
    status: "canceled",
  };
  sandbox.store.update<"subscription">(ended);
  sandbox.scheduler.schedule(ended.id, null);
  sandbox.events.emit("customer.subscription.deleted", ended);
  return ended;
}
