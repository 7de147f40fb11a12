import { randomUUID } from "node:crypto";
import type { ListedSubscription } from "@/lib/membership/listed-subscription";
import type { CheckedOrder, ServerOrder } from "@/lib/orders/order";
import { trackingHashOf } from "@/lib/orders/tracking/tracking-link";
import { aBatchId, aGuestKey, aHash, anEmail, aPaymentIntentId, aSessionId } from "./ids.ts";
import { waitUntil } from "./product.ts";
import { addUser, type StoredOrder } from "./rows.ts";
import { call, type Sql, serverClient, type Transaction } from "./test-database.ts";

type Arguments = Record<string, unknown>;

export type Order = ServerOrder & CheckedOrder & { quota_month: string };

export type Reservation = {
  outcome:
    | "reserved"
    | "replay"
    | "already_paid"
    | "payment_in_progress"
    | "batch_taken"
    | "open_checkout"
    | "over_allowance";
  order?: Order;
  remaining?: number | null;
  open_checkouts?: { order_id: string; batch_id: string; stripe_session_id: string | null }[];
};

export function aReservation(userId: string | null, changes: Arguments = {}): Arguments {
  return {
    p_user_id: userId,
    p_user_email: userId ? "person@example.test" : null,
    p_guest_key: null,
    p_batch_id: aBatchId(),
    p_plan_type: userId ? "free" : "payg",
    p_num_cards: 4,
    p_rate_cents: 2500,
    p_monthly_limit: null,
    p_notes: null,
    p_placed_by_admin: false,
    ...changes,
  };
}

export const reserve = (args: Arguments) => call<Reservation>(serverClient(), "reserve_order", args);

export async function reserved(args: Arguments): Promise<Order> {
  const { outcome, order } = await reserve(args);
  if (!order || outcome !== "reserved") throw new Error(`not reserved: ${outcome}`);
  return order;
}

export const reserveOrder = (userId: string | null, changes: Arguments = {}): Promise<Order> =>
  reserved(aReservation(userId, { p_guest_key: userId ? null : aGuestKey(), ...changes }));

export async function attachCheckout(userId: string | null, changes: Arguments = {}): Promise<Order> {
  const { id } = await reserveOrder(userId, changes);
  const { order } = await call<{ order: Order }>(serverClient(), "attach_checkout_session", {
    p_order_id: id,
    p_session_id: aSessionId(),
    p_attempt: 1,
  });
  return order;
}

export const sessions = {
  open: { p_session_status: "open", p_payment_status: "unpaid" },
  paid: { p_session_status: "complete", p_payment_status: "paid" },
  delayed: { p_session_status: "complete", p_payment_status: "unpaid" },
  asyncFailed: { p_session_status: "complete", p_payment_status: "unpaid", p_async_failed: true },
  expired: { p_session_status: "expired", p_payment_status: "unpaid" },
};

export function aPaidSession(order: Order, changes: Arguments = {}): Arguments {
  return {
    p_session_id: order.stripe_session_id,
    p_order_id: order.id,
    ...sessions.paid,
    p_amount_cents: Math.round(order.grading_fee * 100),
    p_currency: "usd",
    p_livemode: false,
    p_expected_livemode: false,
    p_tracking_hash: aHash(),
    p_payment_intent_id: aPaymentIntentId(),
    p_receipt_url: "https://pay.example.test/receipt",
    p_email: null,
    p_shipping: null,
    p_async_failed: false,
    ...changes,
  };
}

export type Application = {
  outcome: "fulfilled" | "duplicate" | "pending" | "failed" | "canceled" | "noop" | "exception";
  reason: string | null;
  order: Order | null;
  superseded_session_id: string | null;
};

export const applyCheckout = (args: Arguments) => call<Application>(serverClient(), "apply_checkout", args);

export async function payOrder(userId: string | null, guestKey = aGuestKey()): Promise<Order> {
  const opened = await attachCheckout(userId, userId ? {} : { p_guest_key: guestKey });
  const { outcome, order } = await applyCheckout(aPaidSession(opened));
  if (!order || outcome !== "fulfilled") throw new Error(`not paid: ${outcome}`);
  return order;
}

export type Purchase = {
  id: string;
  batchId: string;
  email: string;
  userId: string | null;
  guestKey: string | null;
};

export async function purchaseAs(sql: Sql, owner: "account" | "guest"): Promise<Purchase> {
  const { id: userId, email } = owner === "account" ? await addUser(sql) : { id: null, email: anEmail() };
  const guestKey = userId ? null : aGuestKey();
  const order = await attachCheckout(userId, {
    p_user_email: userId && email,
    p_guest_key: guestKey,
    p_plan_type: "free",
    p_num_cards: 2,
  });
  const facts = { p_email: email, p_receipt_url: null, p_tracking_hash: trackingHashOf(order.id, 1) };
  await applyCheckout(aPaidSession(order, facts));
  return { id: order.id, batchId: order.batch_id ?? "", email, userId, guestKey };
}

type Update = {
  id: string;
  outcome: string;
  order: StoredOrder;
  changed?: string[];
  changes?: { type: string; from_value: string | null; to_value: string | null; actor_email: string }[];
};

export const updateAsStaff = (
  actor: { id: string },
  order: { id: string; version: number },
  changes: Record<string, unknown>,
  reason: string | null = null,
  askedSession: unknown = null,
) =>
  call<Update>(serverClient(), "staff_update_order", {
    p_actor: actor.id,
    p_order_id: order.id,
    p_version: order.version,
    p_changes: changes,
    p_tracking_hash: aHash(),
    p_reason: reason,
    p_asked_session: askedSession,
  });

export async function ensureCustomer(sql: Sql): Promise<{ id: string; customer: string }> {
  const { id } = await addUser(sql);
  const customer = `cus_${randomUUID().replaceAll("-", "")}`;
  await call(serverClient(), "ensure_stripe_customer", { p_user_id: id, p_stripe_customer_id: customer });
  return { id, customer };
}

type Synced = {
  outcome: "written" | "stale" | "unknown_customer";
  user_id: string | null;
  subscription: (ListedSubscription & { stripe_subscription_id: string }) | null;
};

export const syncMembership = async (
  customer: string,
  subscriptions: ListedSubscription[],
  at?: number,
  now?: string,
) =>
  call<Synced>(serverClient(), "sync_membership", {
    p_stripe_customer_id: customer,
    p_fence: at ?? (await nextFence()),
    p_subscriptions: subscriptions,
    ...(now ? { p_now: now } : {}),
  });

export async function purgeAll(tx: Transaction, name: string, limit = 1): Promise<number> {
  for (let calls = 1; ; calls++) {
    const [row] = await tx.unsafe(`select public.${name}(p_limit => ${limit}) as answer`);
    if (row?.answer.deleted === 0) return calls - 1;
  }
}

export async function expectSomebodyWaits(tx: Transaction): Promise<void> {
  const waiting = () =>
    tx`select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`;
  await waitUntil(waiting, (rows) => rows.length > 0);
}

/**
 * Starts a call while `hold` locks rows and waits until the call is blocked. Returns the call's result after the
 * commit.
 */
export async function blockedBy<Result>(
  sql: Sql,
  hold: (tx: Transaction) => Promise<unknown>,
  begin: () => Promise<Result>,
  meanwhile?: (tx: Transaction) => Promise<unknown>,
): Promise<Result> {
  const { blocked } = await sql.begin(async (tx) => {
    await hold(tx);
    const blocked = begin();
    await expectSomebodyWaits(tx);
    await meanwhile?.(tx);
    return { blocked };
  });
  return blocked;
}

export const nextFence = () => call<number>(serverClient(), "next_read_fence");

type Refunded = { outcome: string; order: (Order & { refunded_cents: number }) | null };

export const applyRefund = async (intent: string, cents: number, changes: Arguments = {}) =>
  call<Refunded>(serverClient(), "apply_refund", {
    p_payment_intent_id: intent,
    p_fence: changes.p_fence ?? (await nextFence()),
    p_refunded_cents: cents,
    p_livemode: false,
    p_expected_livemode: false,
    ...changes,
  });

type Disputed = { outcome: string; order: Order | null };

export const applyDispute = async (intent: string, status: string, changes: Arguments = {}) =>
  call<Disputed>(serverClient(), "apply_dispute", {
    p_payment_intent_id: intent,
    p_fence: changes.p_fence ?? (await nextFence()),
    p_status: status,
    ...changes,
  });

export async function aRefundableOrder(sql: Sql | Transaction, changes: Arguments = {}) {
  const { id: userId } = await addUser(sql);
  const order = await attachCheckout(userId, changes);
  const intent = aPaymentIntentId();
  await applyCheckout(aPaidSession(order, { p_payment_intent_id: intent }));
  return { order, intent, userId };
}
