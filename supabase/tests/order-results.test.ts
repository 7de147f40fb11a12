import { randomUUID } from "node:crypto";
import { getOrderForEmail } from "@/lib/email/outbox/data";
import { claimOutbox, enqueueOrderConfirmation, finishOutbox } from "@/lib/email/outbox/mutations";
import { readTypedBatchId } from "@/lib/orders/batch-id";
import * as reads from "@/lib/orders/data";
import { getDashboard } from "@/lib/orders/data";
import { submitMessages } from "@/lib/orders/form-messages";
import * as writes from "@/lib/orders/mutations";
import * as returnAddress from "@/lib/orders/mutations";
import * as photos from "@/lib/orders/photos/data";
import { claimStuckPhotos, finishPhotoDeletion } from "@/lib/orders/photos/mutations";
import * as returnShipment from "@/lib/orders/tracking/mutations";
import {
  changeInbound,
  enqueueTrackingLink,
  replaceTrackingLink,
  withdrawCancellation,
} from "@/lib/orders/tracking/mutations";
import { trackingHashOf } from "@/lib/orders/tracking/tracking-link";
import { getOrder } from "@/lib/staff/orders/data";
import { changePhoto, listPhotos, processPhoto } from "@/lib/staff/photos/process-photo";
import { getReturnDesk, settleOrder } from "@/lib/staff/returns/returns";
import { finishStripeEvent, nextReadFence, recordStripeEvent } from "@/lib/supabase/mutations";
import { addReceived } from "../../sandbox/builders/grader-shipment";
import { aBatchId, aGuestKey, aPaymentIntentId, aSessionId } from "../../sandbox/builders/ids";
import { aPhotoFile } from "../../sandbox/builders/photo-files";
import { addOnItsWay, linkHolder } from "../../sandbox/builders/return-shipment";
import { addOrder, type StaffMember, signUpStaff, storedOrder } from "../../sandbox/builders/rows";
import { addSignedInPerson, connect } from "../../sandbox/builders/test-database";
import { calledFunctions, functionsCalledIn, outcomeOrError } from "./gate-functions";

jest.mock("@/lib/supabase/rpc", () => jest.requireActual("./gate-functions").recordingGate());

const sql = connect();

const addressFunctions = ["change_return_address", "send_address_code", "dispute_address_change"];

describe("orders", () => {
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
    user_id: null,
    user_email: null,
    guest_key: aGuestKey(),
    batch_id: aBatchId(),
    plan_type: "payg",
    num_cards: 4,
    rate_cents: 2500,
    monthly_limit: null,
    notes: null,
    title: null,
    placed_by_admin: false,
    standing: null,
    ...changes,
  });
  const session = (orderId: string, changes: Partial<writes.CheckoutFacts> = {}): writes.CheckoutFacts => ({
    session_id: aSessionId(),
    order_id: orderId,
    session_status: "complete",
    payment_status: "paid",
    amount_cents: 10_000,
    currency: "usd",
    livemode: false,
    expected_livemode: false,
    tracking_hash: aGuestKey(),
    payment_intent_id: aPaymentIntentId(),
    receipt_url: null,
    email: null,
    shipping: null,
    async_failed: false,
    ...changes,
  });

  test("parses every outcome of reserve_order and apply_checkout", async () => {
    const first = reservation();
    const made = await writes.reserveOrder(first);
    if (made.outcome !== "reserved") throw new Error(made.outcome);
    expect((await writes.reserveOrder(first)).outcome).toBe("replay");
    expect((await writes.reserveOrder({ ...first, batch_id: aBatchId() })).outcome).toBe("open_checkout");
    expect((await writes.reserveOrder({ ...first, guest_key: aGuestKey() })).outcome).toBe("batch_taken");
    const { id } = await addSignedInPerson(sql);
    const tooMuch = reservation({ user_id: id, guest_key: null, plan_type: "pro", monthly_limit: 3 });
    await expect(writes.reserveOrder(tooMuch)).rejects.toMatchObject({
      code: "over_allowance",
      message: submitMessages.overAllowance(3),
    });
    expect(await outcomeOrError(writes.reserveOrder({ ...tooMuch, standing: "pro" }))).toBe("price_changed");

    expect((await writes.nextCheckoutAttempt(made.order)).checkout_attempt).toBe(2);
    const gone = { ...made.order, id: randomUUID() };
    expect(await writes.attachCheckoutSession(gone, aSessionId())).toEqual({ attached: false, order: null });
    const paid = session(made.order.id);
    const order = { ...made.order, checkout_attempt: 2 };
    expect((await writes.attachCheckoutSession(order, paid.session_id)).attached).toBe(true);
    expect(
      (await writes.applyCheckout({ ...paid, session_status: "open", payment_status: "unpaid" })).outcome,
    ).toBe("noop");
    expect((await writes.applyCheckout({ ...paid, amount_cents: 1 })).reason).toBe("amount_mismatch");
    expect((await writes.applyCheckout(paid)).outcome).toBe("fulfilled");
    expect((await writes.applyCheckout(paid)).outcome).toBe("duplicate");
    expect(await outcomeOrError(writes.reserveOrder(first))).toBe("already_paid");
    expect(await writes.applyCheckout(session(gone.id))).toMatchObject({
      reason: "order_not_found",
      order: null,
    });
    const expired = { session_status: "expired", payment_status: "unpaid" };
    expect(await writes.applyCheckout(session(gone.id, expired))).toEqual({ outcome: "noop", order: null });
    await writes.cancelReservation(made.order.id, "too late");

    const intent = paid.payment_intent_id;
    const refund = { payment_intent_id: intent, livemode: false, expected_livemode: false };
    const refunded = async (refunded_cents: number, payment_intent_id = intent) =>
      writes.applyRefund({
        ...{ ...refund, payment_intent_id, refunded_cents },
        fence: await nextReadFence(),
      });
    expect(await refunded(1, "pi_of_nobody")).toBe("unknown");
    expect(await refunded(99_999)).toBe("exception");
    expect([await refunded(1), await refunded(1), await refunded(10_000)]).toEqual([
      "partial",
      "duplicate",
      "refunded",
    ]);
    expect(await writes.applyRefund({ ...refund, refunded_cents: 1, fence: 1 })).toBe("stale");
    const fence = await nextReadFence();
    const dispute = { payment_intent_id: intent, fence, status: "lost", customer_id: null };
    expect(await writes.applyDispute(dispute)).toBe("noted");
    const noted = {
      id: `charge:${paid.session_id}`,
      type: "t",
      objectId: paid.session_id,
      livemode: false,
    };
    for (let times = 0; times < 2; times++)
      expect(await recordStripeEvent(noted, true)).toEqual({ processed: false });
    await finishStripeEvent(noted.id, null);
    expect(await recordStripeEvent(noted)).toEqual({ processed: true });
    expect(await recordStripeEvent(noted, true)).toEqual({ processed: false });
  });

  test.each([
    ["as little as it may", () => bare],
    ["as much as it may", filled],
  ])("parses orders with %s in every list", async (_what, fields) => {
    const { id: userId, accessToken, email } = await addSignedInPerson(sql);
    const own = await addOrder(sql, { ...fields(), user_id: userId });
    for (let n = 0; n < 26; n++) await addOrder(sql, { ...fields(), user_id: userId });
    const open = { payment_status: "unpaid", reservation_expires_at: new Date(Date.now() + 60_000) };
    await addOrder(sql, { ...fields(), ...open, user_id: userId });
    const page = await reads.getSubmitPage(accessToken);
    expect(page).toMatchObject({ open_checkout: { payment_status: "unpaid" }, is_more: true });
    const newest = await reads.getDashboard(accessToken, null, null);
    if (!newest.next_cursor) throw new Error("no second page");
    const next = { cursor: newest.next_cursor, isBefore: false };
    const older = await reads.getDashboard(accessToken, next, null);
    if (!older.prev_cursor) throw new Error("no way back");
    const back = await reads.getDashboard(accessToken, { cursor: older.prev_cursor, isBefore: true }, null);
    expect(back.orders).toEqual(newest.orders);
    const name = own.batch_id ?? `ORDER-${own.id.slice(0, 8).toUpperCase()}`;
    expect((await reads.getDashboard(accessToken, null, name)).batch).toMatchObject({
      order: { id: own.id },
      tracking_link: null,
    });
    expect((await reads.getOrderToPrint(accessToken, own.id))?.id).toBe(own.id);
    expect((await writes.renameOrder(own.id, userId, "Vintage lot")).outcome).toBe("renamed");
    expect(await outcomeOrError(writes.renameOrder(own.id, randomUUID(), "Mine"))).toBe("order_not_found");
    expect((await reads.getLinkedOrderToPrint(own.id))?.id).toBe(own.id);
    expect(await getOrderForEmail(own.id)).toMatchObject({ email, is_guest: false, tracking_link: null });
    const hash = trackingHashOf(own.id, 1);
    const renew = (generation: number, asked: string | null = userId) =>
      replaceTrackingLink(own.id, { userId: asked, guestKey: null }, { action: "renew", generation });
    expect(await renew(0)).toMatchObject({ generation: 1 });
    expect(await renew(7)).toMatchObject({ generation: 1 });
    await expect(renew(1, null)).rejects.toMatchObject({ code: "not_found", status: 404 });
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

  test("returns nothing for unknown orders", async () => {
    const { accessToken } = await addSignedInPerson(sql);
    expect((await reads.getDashboard(accessToken, null, aBatchId())).batch).toBeNull();
    expect(await reads.getOrderToPrint(accessToken, randomUUID())).toBeNull();
    expect(await reads.getGuestOrderToPrint(randomUUID(), aGuestKey())).toBeNull();
    expect(await reads.getTrackedOrder(aGuestKey())).toBeNull();
    expect(await reads.getOrderBySession(aSessionId())).toMatchObject({ order: null });
    expect(await reads.getOrderByBatch(aBatchId())).toBeNull();
    expect(await reads.isOurPayment(aPaymentIntentId())).toBe(false);
    expect(await getOrderForEmail(randomUUID())).toBeNull();
    const session = aSessionId();
    await writes.cancelReservation(randomUUID(), "no such page", session);
  });

  test("parses the outbox results", async () => {
    const order = await addOrder(sql, {});
    expect(await enqueueOrderConfirmation(order.id)).toEqual({ queued: true });
    await sql`update outbox set next_attempt_at = now() where dedupe_key = ${`order_confirmation:${order.id}`}`;
    const [mail] = await claimOutbox(1, 60);
    if (!mail) throw new Error("no mail is due");
    expect(await finishOutbox(mail.id, { error: "no" })).toBe("retry");
    expect(await finishOutbox(mail.id, { messageId: "m" })).toBe("sent");
    expect(await finishOutbox(2_000_000_000, { messageId: "m" })).toBe("missing");
  });

  test("returns a guest's pending orders by browser cookie", async () => {
    const guest_key = aGuestKey();
    const { batch_id } = await addOrder(sql, { guest_key, payment_status: "pending" });
    await addOrder(sql, { guest_key });
    expect(await reads.listGuestPendingOrders(guest_key)).toMatchObject([{ batch_id }]);
    expect(await reads.listGuestPendingOrders(aGuestKey())).toEqual([]);
  });

  test("queues a requested tracking link email once", async () => {
    const [email, batchId] = ["jane@example.test", aBatchId()];
    const { id } = await addOrder(sql, { guest_email: email, batch_id: batchId });
    const asked = { batch: readTypedBatchId(batchId) ?? "", email };
    expect(await enqueueTrackingLink({ ...asked, email: "joe@example.test" })).toBe(false);
    expect([await enqueueTrackingLink(asked), await enqueueTrackingLink(asked)]).toEqual([true, false]);
    expect((await reads.getTrackedOrder(trackingHashOf(id, 1)))?.id).toBe(id);
  });

  test("calls every function of lib/orders and lib/email", () => {
    // These are called further down, in claims.test.ts and in the tests of lib/orders/adjustments.
    const elsewhere = new Set([
      ...addressFunctions,
      ...["claim_order", "unclaim_order", "enqueue_claim_link", "list_claimable_orders", "get_adjustment"],
    ]);
    const others = ["photos", "adjustments", "checkout", "tracking"];
    const expected = ["orders", "email"]
      .flatMap((module) => functionsCalledIn(module, others))
      .filter((name) => !elsewhere.has(name));
    expect(expected.length).toBeGreaterThan(20);
    expect(expected.filter((name) => !calledFunctions.has(name))).toEqual([]);
  });
});

describe("inbound shipments and cancellations", () => {
  const today = () => new Date().toISOString().slice(0, 10);
  const shipped = { action: "shipped", carrier: "ups", number: " 1z 999 aa1 01 2345 6784 " } as const;

  async function aGuests(columns: Record<string, unknown> = {}) {
    const guestKey = aGuestKey();
    const order = await addOrder(sql, { guest_key: guestKey, paid_at: new Date(), ...columns });
    return { id: order.id, guest: { userId: null, guestKey, tokenHash: null } };
  }

  test("stores what a customer reports, with a normalized tracking number", async () => {
    const { id, guest } = await aGuests();
    for (const report of [
      { ...shipped, shipped_on: today() },
      { action: "delivered", delivered_on: today() },
      { action: "not_delivered" },
    ] as const)
      expect(await changeInbound(id, guest, report)).toEqual({ outcome: "noted" });
    const [row] = await sql`select inbound_tracking as number from grading_orders where id = ${id}`;
    expect(row?.number).toBe("1Z999AA10123456784");
    expect(await changeInbound(id, guest, { action: "not_shipped" })).toEqual({ outcome: "noted" });
    expect(await changeInbound(id, guest, { action: "not_shipped" })).toEqual({ outcome: "unchanged" });
  });

  test("shows a refusal at the field that caused it", async () => {
    const { id, guest } = await aGuests();
    const early = { ...shipped, shipped_on: "2001-01-01" };
    await expect(changeInbound(id, guest, early)).rejects.toMatchObject({
      code: "inbound_bad_date",
      fields: { shipped_on: expect.stringContaining("between the payment date and today") },
    });
    const nobody = { userId: null, guestKey: aGuestKey(), tokenHash: null };
    await expect(changeInbound(id, nobody, early)).rejects.toMatchObject({ code: "not_found" });
  });

  test("withdraws a cancellation request once", async () => {
    const { id, guest } = await aGuests({ cancel_requested_at: new Date() });
    expect(await withdrawCancellation(id, guest)).toEqual({ outcome: "withdrawn" });
    expect(await withdrawCancellation(id, guest)).toEqual({ outcome: "not_asked" });
  });
});

describe("return shipments", () => {
  let owner: StaffMember;
  beforeAll(async () => {
    owner = await signUpStaff(sql, "owner");
  });

  const versionOf = async ({ id }: { id: string }) => Number((await storedOrder(sql, id)).version);

  test("shows an arrival and a problem to the customer and staff", async () => {
    const person = await addSignedInPerson(sql);
    const order = await addOnItsWay(sql, { user_id: person.id });
    const decider = { userId: person.id, guestKey: null, tokenHash: null };
    const { p_token_hash: tokenHash } = await linkHolder(sql, order);
    expect((await reads.getTrackedOrder(String(tokenHash)))?.return_shipment).toEqual({
      order_id: order.id,
      can_arrive: true,
      can_write: true,
      address: null,
      problem_since: null,
    });
    expect(await outcomeOrError(returnShipment.confirmArrival(order.id, decider))).toBe("arrived");
    expect(await outcomeOrError(returnShipment.confirmArrival(randomUUID(), decider))).toBe("not_found");
    expect(await outcomeOrError(returnShipment.reportProblem(order.id, decider, "A slab is cracked."))).toBe(
      "reported",
    );
    expect(await getOrder(owner.accessToken, order.id)).toMatchObject({
      order: { blockers: ["problem"] },
      problem: { since: expect.any(String), messages: [{ body: "A slab is cracked." }] },
    });
    const stale = settleOrder(owner.id, order.id, "problem", { version: 1 });
    expect(await outcomeOrError(stale)).toBe("order_changed");
    const settle = async () =>
      outcomeOrError(settleOrder(owner.id, order.id, "problem", { version: await versionOf(order) }));
    expect([await settle(), await settle()]).toEqual(["settled", "problem_not_open"]);
    expect(await getOrder(owner.accessToken, order.id)).toMatchObject({ problem: { since: null } });
    const { batch: mine } = await reads.getDashboard(person.accessToken, null, String(order.batch_id));
    expect(mine?.return_shipment.problem_since).toBeNull();
  });

  test("shows a return address on hold to the owner and the desk", async () => {
    const person = await addSignedInPerson(sql);
    const order = await addReceived(sql, { user_id: person.id, submission_status: "graded" });
    const address = { full_name: "Casey", address_line1: "77 Sunset Strip", country: "US" };
    const change = (isProven: boolean) =>
      returnAddress.changeReturnAddress(order.id, person.id, address, isProven);
    expect(await change(false)).toBe("proof_needed");
    await returnAddress.sendAddressCode(order.id, person.id);
    expect(await change(true)).toBe("changed");
    expect(await outcomeOrError(returnAddress.disputeAddressChange(order.id))).toBe("disputed");
    const { batch: mine } = await reads.getDashboard(person.accessToken, null, String(order.batch_id));
    expect(mine?.return_shipment.address).toEqual({
      current: address,
      is_here: true,
      held_until: "infinity",
    });
    const { orders } = await getReturnDesk(owner.accessToken, String(order.batch_id));
    expect(orders).toMatchObject([{ refusal: "address_held", return_address: address }]);
  });

  test("calls every function for customer requests and return addresses", () => {
    const expected = functionsCalledIn("orders/tracking").concat(addressFunctions, "staff_settle_order");
    expect(expected.length).toBeGreaterThan(8);
    expect(expected.filter((name) => !calledFunctions.has(name))).toEqual([]);
  });
});

describe("photos", () => {
  const none = randomUUID();

  test("parses every photo result", async () => {
    const [{ id: actor, accessToken }, owner] = [await signUpStaff(sql), await addSignedInPerson(sql)];
    const counted = { received_at: new Date(), received_count: 9, arrived_at: new Date() };
    const { id: order, batch_id: name } = await addOrder(sql, { user_id: owner.id, ...counted });
    const upload = { order, kind: "card", public: true } as const;
    const { id } = await processPhoto(actor, upload, await aPhotoFile());
    expect((await listPhotos(accessToken, { order })).photos).toHaveLength(1);

    const { batch } = await getDashboard(owner.accessToken, null, name);
    expect(batch?.photos).toMatchObject([{ id, kind: "card" }]);
    const path = await photos.getPhotoPath(owner.accessToken, id);
    expect(await photos.getShownPhotoPath(id, { order_id: order })).toBe(path);
    expect(await photos.getPhotoPath(accessToken, none)).toBeNull();
    expect(await photos.getPhotoFile(String(path), "small")).toBeInstanceOf(ArrayBuffer);
    expect(await photos.getPhotoFile(`2001-01/${none}`, "small")).toBeNull();
    expect(await photos.getCustodyReceipt(order)).toMatchObject({ received_count: 9, receiver: null });

    const outcomes = [];
    for (const change of ["hide", "hide", "drop", "remove", "remove"] as const)
      outcomes.push((await changePhoto(actor, id, change)).outcome);
    expect(outcomes).toEqual(["changed", "unchanged", "unchanged", "changed", "already_removed"]);
    await expect(changePhoto(actor, none, "finish")).rejects.toMatchObject({ code: "photo_not_found" });

    const due = await photos.listDuePhotos(1000, null);
    expect(due.map((one) => one.id)).toContain(id);
    expect((await photos.listDuePhotos(1000, due.at(-1) ?? null)).map((one) => one.id)).not.toContain(id);
    await finishPhotoDeletion(id, false);
    expect((await photos.listDuePhotos(1000, null)).map((one) => one.id)).not.toContain(id);
    await sql`update order_photos set failed_deletions = 12 where id = ${id}`;
    expect(await claimStuckPhotos(false)).toContainEqual({ id, path });
    await finishPhotoDeletion(id, true);
    expect(await photos.listStrayPhotos("9999")).toEqual({ names: [], place: null });
  });

  test("calls every photo function", () => {
    const expected = ["orders/photos", "staff/photos"].flatMap((module) => functionsCalledIn(module));
    expect(expected.length).toBeGreaterThan(9);
    expect(expected.filter((name) => !calledFunctions.has(name))).toEqual([]);
  });
});
