import { randomBytes, randomInt, randomUUID } from "node:crypto";
import { aGuestKey, aSessionId } from "../../sandbox/builders/ids";
import { anOrderRow } from "../../sandbox/builders/order";

/* A row of each table, as the owner of the database could insert it. */

export const aNote = (order_id: string) => ({
  order_id,
  body: "secret",
  author_id: randomUUID(),
});
export const aPhoto = (order_id: string) => ({ order_id, kind: "card", path: randomUUID(), public: false });
export const anAwaitedDebit = (order_id: string) => ({
  session_id: aSessionId(),
  order_id,
  until: new Date(),
});

export const aMessage = (order_id: string) => ({
  order_id,
  author: "customer",
  kind: "problem",
  body: "secret",
});
export const anAction = (order_id: string) => ({
  id: randomUUID(),
  order_id,
  kind: "change",
  actor_id: randomUUID(),
  before: "{}",
  after: "{}",
  version_before: 1,
  version: 2,
  first_event: 0,
  last_event: 1,
});

export const aProposal = (order_id: string) => ({
  id: randomUUID(),
  order_id,
  kind: "upcharge",
  qty: 1,
  unit_cents: 500,
  amount_cents: 500,
  deadline_at: new Date(),
});

export const aRefund = (order_id: string) => ({
  id: randomUUID(),
  order_id,
  amount_cents: 1,
  reason: "test",
});

export const aSetAside = (order_id: string) => ({ order_id, reason: "unpaid", set_aside_by: randomUUID() });

/** An unpaid order of an account, or of a guest's cookie for null. */
export const anUnpaidRow = (userId: string | null) =>
  anOrderRow({ user_id: userId, guest_key: userId ? null : aGuestKey(), payment_status: "unpaid" });

export const aCustomerRow = (userId: string) => ({
  user_id: userId,
  stripe_customer_id: `cus_${randomUUID()}`,
});

/** A day of long ago. */
const aLongGoneDay = () =>
  new Date(Date.UTC(1300, 0, 1) + randomInt(200_000) * 86_400_000).toISOString().slice(0, 10);

export const serverOnlyRows = (day = aLongGoneDay()): [string, Record<string, unknown>][] => [
  ["public.stripe_events", { event_id: `evt_${randomUUID()}`, type: "test", livemode: false }],
  ["public.outbox", { dedupe_key: `test:${randomUUID()}`, kind: "test", payload: "{}" }],
  ["public.email_opt_outs", { address_hash: randomBytes(32).toString("hex") }],
  [
    "public.erasures",
    { address_hash: randomBytes(32).toString("hex"), erased_by: randomUUID(), counts: "{}" },
  ],
  ["public.payment_reads", { about: `pi_${randomUUID()}`, fence: 1 }],
  ["public.job_progress", { kind: `test:${randomUUID()}` }],
  ["public.job_failures", { task: `test:${randomUUID()}`, failing_since: day, failed_at: day }],
  ["public.packages", { tracking_number: `1Z${randomUUID()}` }],
  ["public.grader_shipments", { grader: `Grader ${randomUUID()}`, opened_by: randomUUID() }],
  ["public.rate_limits", { key: `test:${randomUUID()}` }],
  ["public.holidays", { day, name: "A day of rest" }],
];

/** Columns that not even the owner of the table may update, with the reason. */
export const unchangeable: Record<string, string[]> = {
  "public.profiles": ["is_complete"],
  "public.order_admin": ["has_new_alarm", "waiting_on", "needs_money_review"],
  "public.erasures": ["id"],
  "public.grader_shipments": ["id"],
  "public.order_notes": ["id"],
  "public.order_messages": ["id"],
  "public.outbox": ["id"],
  "public.payment_exceptions": ["id"],
  "public.staff_actions": ["place"],
};
