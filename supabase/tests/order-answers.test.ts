import { randomUUID } from "node:crypto";
import { getOrderForEmail } from "@/lib/email/outbox/data";
import {
  claimOutbox,
  enqueueOrderConfirmation,
  finishOutbox,
  purgeSentMails,
} from "@/lib/email/outbox/mutations";
import { readTypedBatchId } from "@/lib/orders/batch-id";
import * as reads from "@/lib/orders/data";
import * as writes from "@/lib/orders/mutations";
import { enqueueTrackingLink, replaceTrackingLink } from "@/lib/orders/tracking/mutations";
import { finishStripeEvent, nextReadFence } from "@/lib/supabase/mutations";
import { aBatchId, aGuestKey, aPaymentIntentId, aSessionId } from "../../sandbox/builders/ids";
import { addOrder } from "../../sandbox/builders/rows";
import { connect, signedUp } from "../../sandbox/builders/test-database";
import { called, functionsCalledIn } from "./gate-functions";

/** The mails that this file claims live in a time of their own: those of other tests are not due there. */
const longAgo = "1800-01-01T00:00:00Z";
jest.mock("@/lib/supabase/rpc", () =>
  jest.requireActual("./gate-functions").notedGate({
    claim_outbox: { p_now: "1800-01-01T00:00:00Z" },
    purge_abandoned_orders: { p_limit: 0 },
    purge_sent_mails: { p_limit: 0 },
  }),
);

const sql = connect();

/** What a stored order may have besides what it must have. */
const filled = () => ({
  user_email: "jane@example.test",
  guest_email: "jane@example.test",
  guest_key: aGuestKey(),
  notes: "Careful",
  tracking_number: "1Z",
  grading_submission_number: "SUB-1",
  receipt_url: "https://pay.example.test/receipt",
  return_address: sql.json({ full_name: "Jane Collector", address_line2: "Apt 2", country: "US" }),
  received_at: new Date(),
  received_count: 10,
  package_condition: "damaged_cards",
  dispute_status: "needs_response",
  review_reason: "refund_failed",
  placed_by_admin: true,
});
const bare = { batch_id: null, stripe_session_id: null, stripe_payment_intent_id: null };

const reservation = (changes: Partial<Parameters<typeof writes.reserveOrder>[0]> = {}) => ({
  userId: null,
  userEmail: null,
  guestKey: aGuestKey(),
  batchId: aBatchId(),
  plan: "payg" as const,
  numCards: 4,
  rateCents: 2500,
  monthlyLimit: null,
  notes: null,
  standing: null,
  ...changes,
});
const session = (orderId: string, changes: Partial<writes.CheckoutFacts> = {}): writes.CheckoutFacts => ({
  sessionId: aSessionId(),
  orderId,
  sessionStatus: "complete",
  paymentStatus: "paid",
  amountCents: 10_000,
  currency: "usd",
  livemode: false,
  expectedLivemode: false,
  trackingHash: aGuestKey(),
  paymentIntentId: aPaymentIntentId(),
  receiptUrl: null,
  email: null,
  shipping: null,
  asyncFailed: false,
  ...changes,
});

test("every outcome of a reservation and of a payment page", async () => {
  const first = reservation();
  const made = await writes.reserveOrder(first);
  if (made.outcome !== "reserved") throw new Error(made.outcome);
  expect((await writes.reserveOrder(first)).outcome).toBe("replay");
  expect((await writes.reserveOrder({ ...first, batchId: aBatchId() })).outcome).toBe("open_checkout");
  expect((await writes.reserveOrder({ ...first, guestKey: aGuestKey() })).outcome).toBe("batch_taken");
  const { id } = await signedUp(sql);
  const tooMuch = reservation({ userId: id, guestKey: null, plan: "pro", monthlyLimit: 3 });
  expect(await writes.reserveOrder(tooMuch)).toEqual({ outcome: "quota_exceeded", remaining: 3 });
  expect(await writes.reserveOrder({ ...tooMuch, standing: "pro" })).toEqual({ outcome: "standing_changed" });

  expect((await writes.nextCheckoutAttempt(made.order)).checkout_attempt).toBe(2);
  const gone = { ...made.order, id: randomUUID() };
  expect(await writes.attachCheckoutSession(gone, aSessionId())).toEqual({ attached: false, order: null });
  const paid = session(made.order.id);
  const order = { ...made.order, checkout_attempt: 2 };
  expect((await writes.attachCheckoutSession(order, paid.sessionId)).attached).toBe(true);
  expect(
    (await writes.applyCheckout({ ...paid, sessionStatus: "open", paymentStatus: "unpaid" })).outcome,
  ).toBe("noop");
  expect((await writes.applyCheckout({ ...paid, amountCents: 1 })).reason).toBe("amount_mismatch");
  expect((await writes.applyCheckout(paid)).outcome).toBe("fulfilled");
  expect((await writes.applyCheckout(paid)).outcome).toBe("duplicate");
  expect((await writes.reserveOrder(first)).outcome).toBe("already_paid");
  expect(await writes.applyCheckout(session(gone.id))).toMatchObject({
    reason: "order_not_found",
    order: null,
  });
  const expired = { sessionStatus: "expired", paymentStatus: "unpaid" };
  expect(await writes.applyCheckout(session(gone.id, expired))).toEqual({ outcome: "noop", order: null });
  await writes.cancelReservation(made.order.id, "too late");

  const refund = { paymentIntentId: paid.paymentIntentId ?? "", livemode: false, expectedLivemode: false };
  const refunded = async (refundedCents: number, paymentIntentId = refund.paymentIntentId) =>
    writes.applyRefund({ ...refund, paymentIntentId, refundedCents, fence: await nextReadFence() });
  expect(await refunded(1, "pi_of_nobody")).toBe("unknown");
  expect(await refunded(99_999)).toBe("exception");
  expect([await refunded(1), await refunded(1), await refunded(10_000)]).toEqual([
    "partial",
    "duplicate",
    "refunded",
  ]);
  expect(await writes.applyRefund({ ...refund, refundedCents: 1, fence: 1 })).toBe("stale");
  const fence = await nextReadFence();
  const dispute = { paymentIntentId: refund.paymentIntentId, fence, status: "lost", customerId: null };
  expect(await writes.applyDispute(dispute)).toBe("noted");
  const noted = { id: `charge:${paid.sessionId}`, sessionId: paid.sessionId, livemode: false };
  await expect(writes.noteOwnDelivery(noted)).resolves.toBeUndefined();
  await finishStripeEvent(noted.id, null);
  expect(await writes.purgeAbandonedOrders()).toBe(0);
});

test.each([
  ["as little as it may", () => bare],
  ["as much as it may", filled],
])("orders that hold %s are read everywhere", async (_what, fields) => {
  const { id: userId, accessToken, email } = await signedUp(sql);
  const own = await addOrder(sql, { ...fields(), user_id: userId });
  for (let n = 0; n < 26; n++) await addOrder(sql, { ...fields(), user_id: userId });
  const open = { payment_status: "unpaid", reservation_expires_at: new Date(Date.now() + 60_000) };
  await addOrder(sql, { ...fields(), ...open, user_id: userId });
  const page = await reads.getSubmitPage(accessToken);
  expect(page).toMatchObject({ open_checkout: { payment_status: "unpaid" }, is_more: true });
  const newest = await reads.getDashboard(accessToken, null, null);
  if (!newest.next_cursor) throw new Error("no second page");
  const older = await reads.getDashboard(accessToken, { cursor: newest.next_cursor, isBefore: false }, null);
  if (!older.prev_cursor) throw new Error("no way back");
  const back = await reads.getDashboard(accessToken, { cursor: older.prev_cursor, isBefore: true }, null);
  expect(back.orders).toEqual(newest.orders);
  const name = own.batch_id ?? `ORDER-${own.id.slice(0, 8).toUpperCase()}`;
  expect((await reads.getDashboard(accessToken, null, name)).batch).toMatchObject({
    order: { id: own.id },
    tracking_link: null,
  });
  expect((await reads.getOrderToPrint(accessToken, own.id))?.id).toBe(own.id);
  expect((await reads.getLinkedOrderToPrint(own.id))?.id).toBe(own.id);
  expect(await getOrderForEmail(own.id)).toMatchObject({ email, is_guest: false, tracking_link: null });
  const hash = aGuestKey();
  const change = { orderId: own.id, userId, guestKey: null, generation: 0, tokenHash: hash };
  expect((await replaceTrackingLink(change)).outcome).toBe("replaced");
  expect((await replaceTrackingLink({ ...change, generation: 7 })).outcome).toBe("stale");
  expect(await replaceTrackingLink({ ...change, userId: null })).toEqual({ outcome: "not_found" });
  expect((await reads.getDashboard(accessToken, null, name)).batch?.tracking_link?.token_hash).toBe(hash);
  expect((await getOrderForEmail(own.id))?.tracking_link?.is_active).toBe(true);
  expect((await reads.getTrackedOrder(hash))?.batch).toBe(name);

  const guestKey = aGuestKey();
  const guests = await addOrder(sql, {
    ...fields(),
    batch_id: aBatchId(),
    stripe_session_id: aSessionId(),
    guest_key: guestKey,
  });
  expect((await reads.getGuestOrderToPrint(guests.id, guestKey))?.id).toBe(guests.id);
  expect((await reads.getOrderByBatch(guests.batch_id))?.guest_key).toBe(guestKey);
  expect((await reads.getOrderBySession(guests.stripe_session_id)).order?.id).toBe(guests.id);
  expect((await getOrderForEmail(guests.id))?.is_guest).toBe(true);
  const waiting = {
    total_paid: null,
    paid_at: null,
    stripe_payment_intent_id: null,
    stripe_session_id: aSessionId(),
  };
  await addOrder(sql, { ...fields(), ...waiting, payment_status: "pending" });
  await addOrder(sql, {
    ...fields(),
    ...waiting,
    stripe_session_id: null,
    payment_status: "unpaid",
    reservation_expires_at: "2001-01-01",
  });
  expect((await reads.listPendingPayments(1000, null)).length).toBeGreaterThan(0);
  expect((await reads.listExpiredReservations(1000, null)).length).toBeGreaterThan(0);
});

test("what nobody has", async () => {
  const { accessToken } = await signedUp(sql);
  expect((await reads.getDashboard(accessToken, null, aBatchId())).batch).toBeNull();
  expect(await reads.getOrderToPrint(accessToken, randomUUID())).toBeNull();
  expect(await reads.getGuestOrderToPrint(randomUUID(), aGuestKey())).toBeNull();
  expect(await reads.getTrackedOrder(aGuestKey())).toBeNull();
  expect(await reads.getOrderBySession(aSessionId())).toEqual({
    order: null,
    tracking_link: null,
    cancel_way: "by_staff",
    cancel_refund: null,
    photos: [],
  });
  expect(await reads.getOrderByBatch(aBatchId())).toBeNull();
  expect(await reads.isOurPayment(aPaymentIntentId())).toBe(false);
  expect(await getOrderForEmail(randomUUID())).toBeNull();
  const session = aSessionId();
  expect(await reads.listUnsettledSessions([session])).toEqual([session]);
  expect(await writes.cancelUnknownSession(randomUUID(), session)).toBe(false);
});

test("mails", async () => {
  const order = await addOrder(sql, {});
  expect(await enqueueOrderConfirmation(order.id)).toEqual({ queued: true });
  await sql`update outbox set next_attempt_at = ${longAgo} where dedupe_key = ${`order_confirmation:${order.id}`}`;
  const [mail] = await claimOutbox(1, 60);
  if (!mail) throw new Error("no mail is due");
  expect(await finishOutbox(mail.id, { error: "no" })).toBe("retry");
  expect(await finishOutbox(mail.id, { messageId: "m" })).toBe("sent");
  expect(await finishOutbox(2_000_000_000, { messageId: "m" })).toBe("missing");
  expect(await purgeSentMails()).toBe(0);
});

test("a lost tracking link", async () => {
  const [email, batchId] = ["jane@example.test", aBatchId()];
  const { id } = await addOrder(sql, { guest_email: email, batch_id: batchId });
  const asked = { batch: readTypedBatchId(batchId) ?? "", email };
  expect(await enqueueTrackingLink({ ...asked, email: "joe@example.test" })).toEqual({
    outcome: "not_found",
  });
  expect(await enqueueTrackingLink(asked)).toEqual({ outcome: "link_needed", order_id: id });
  const first = { orderId: id, tokenHash: aGuestKey() };
  expect(await enqueueTrackingLink(asked, first)).toEqual({ outcome: "queued" });
  expect(await enqueueTrackingLink(asked)).toEqual({ outcome: "mailed_before" });
});

test("no function of these rooms was left out", () => {
  // These have files of their own.
  const others = ["photos", "adjustments", "checkout", "inbound", "cancellation", "homeward", "claims"];
  const expected = ["orders", "email"].flatMap((room) => functionsCalledIn(room, others));
  expect(expected.length).toBeGreaterThan(20);
  expect(expected.filter((name) => !called.has(name))).toEqual([]);
});
