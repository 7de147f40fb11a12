import { randomUUID } from "node:crypto";
import {
  type Application,
  aGuestKey,
  aPaidSession,
  aReservation,
  aSessionId,
  aUser,
  call,
  connect,
  type Order,
  type Reservation,
  serverClient,
} from "./test-database";

const sql = connect();
const server = serverClient();
const apply = (args: Record<string, unknown>) => call<Application>(server, "apply_checkout", args);

/** An unpaid order with a session attached, of a person or, without one, of a guest. */
async function anOrder(userId: string | null, changes: Record<string, unknown> = {}): Promise<Order> {
  const { order } = await call<Reservation>(
    server,
    "reserve_order",
    aReservation(userId, { p_guest_key: userId ? null : aGuestKey(), ...changes }),
  );
  const attached = await call<{ order: Order }>(server, "attach_checkout_session", {
    p_order_id: order?.id,
    p_session_id: aSessionId(),
    p_attempt: 1,
  });
  return attached.order;
}

const stored = async (id: string) => {
  const [row] = await sql<Order[]>`select * from grading_orders where id = ${id}`;
  if (!row) throw new Error("no such order");
  return row;
};
const exceptionsOf = (session: unknown) =>
  sql<
    { reason: string }[]
  >`select reason from payment_exceptions where stripe_session_id = ${String(session)}`;
const confirmationsOf = (id: string) =>
  sql`select 1 from outbox where dedupe_key = ${`order_confirmation:${id}`} and payload ->> 'order_id' = ${id}`;

/** What Stripe can say about a session. */
const sessions = {
  open: { p_session_status: "open", p_payment_status: "unpaid" },
  paid: { p_session_status: "complete", p_payment_status: "paid" },
  delayed: { p_session_status: "complete", p_payment_status: "unpaid" },
  asyncFailed: { p_session_status: "complete", p_payment_status: "unpaid", p_async_failed: true },
  expired: { p_session_status: "expired", p_payment_status: "unpaid" },
};

describe("transitions of the order whose session it is", () => {
  type Row = [
    from: string,
    session: keyof typeof sessions,
    outcome: string,
    to: string,
    review: string | null,
  ];
  const rows: Row[] = [
    ["unpaid", "open", "noop", "unpaid", null],
    ["unpaid", "paid", "fulfilled", "paid", null],
    ["unpaid", "delayed", "pending", "pending", null],
    ["unpaid", "asyncFailed", "failed", "failed", null],
    ["unpaid", "expired", "canceled", "canceled", null],
    ["pending", "open", "noop", "pending", null],
    ["pending", "paid", "fulfilled", "paid", null],
    ["pending", "delayed", "pending", "pending", null],
    ["pending", "asyncFailed", "failed", "failed", null],
    ["pending", "expired", "noop", "pending", null],
    ["failed", "open", "noop", "failed", null],
    ["failed", "paid", "fulfilled", "paid", "paid_after_failed"],
    ["failed", "delayed", "noop", "failed", null],
    ["failed", "asyncFailed", "failed", "failed", null],
    ["failed", "expired", "noop", "failed", null],
    ["canceled", "open", "noop", "canceled", null],
    ["canceled", "paid", "fulfilled", "paid", "paid_after_canceled"],
    ["canceled", "delayed", "noop", "canceled", null],
    ["canceled", "asyncFailed", "noop", "canceled", null],
    ["canceled", "expired", "canceled", "canceled", null],
    ["paid", "open", "duplicate", "paid", null],
    ["paid", "paid", "duplicate", "paid", null],
    ["paid", "delayed", "duplicate", "paid", null],
    ["paid", "asyncFailed", "duplicate", "paid", null],
    ["paid", "expired", "duplicate", "paid", null],
  ];
  const reach: Record<string, keyof typeof sessions | null> = {
    unpaid: null,
    pending: "delayed",
    failed: "asyncFailed",
    canceled: "expired",
    paid: "paid",
  };

  test.each(rows)("%s, session %s: %s, then %s", async (from, session, outcome, to, review) => {
    const order = await anOrder((await aUser(sql)).id);
    const step = reach[from];
    const delivery = aPaidSession(order);
    if (step) await apply({ ...delivery, ...sessions[step] });
    expect((await stored(order.id)).payment_status).toBe(from);

    const answer = await apply({ ...delivery, ...sessions[session] });
    const after = await stored(order.id);
    expect(answer).toMatchObject({
      outcome,
      reason: null,
      order: { payment_status: to },
      superseded_session_id: null,
    });
    expect(after).toMatchObject({
      payment_status: to,
      review_reason: review,
      stripe_session_id: order.stripe_session_id,
    });
    expect(after.reservation_expires_at === null).toBe(to !== "unpaid");
    expect(await confirmationsOf(order.id)).toHaveLength(to === "paid" ? 1 : 0);
    expect(await exceptionsOf(order.stripe_session_id)).toHaveLength(0);

    const again = await apply({ ...delivery, ...sessions[session] });
    expect(again.outcome).toBe(outcome === "fulfilled" ? "duplicate" : outcome);
    expect((await stored(order.id)).version).toBe(after.version);
  });

  test("paid is complete: amount, time, intent, receipt", async () => {
    const order = await anOrder((await aUser(sql)).id);
    const p_now = "2026-02-03T04:05:06Z";
    const answer = await apply(aPaidSession(order, { p_now, p_payment_intent_id: `pi_${order.id}` }));
    expect(answer.order).toMatchObject({
      total_paid: 100,
      stripe_payment_intent_id: `pi_${order.id}`,
      receipt_url: "https://pay.example.test/receipt",
    });
    expect(new Date(answer.order?.paid_at ?? 0).toISOString()).toBe("2026-02-03T04:05:06.000Z");
  });
});

describe("sticky once settled", () => {
  test.each(["unpaid", "canceled", "failed"])(
    "staff set %s by hand: a delivery changes nothing",
    async (status) => {
      const order = await anOrder((await aUser(sql)).id);
      const delivery = aPaidSession(order);
      await apply(delivery);
      await sql`update grading_orders set payment_status = ${status} where id = ${order.id}`;
      for (const session of Object.values(sessions)) {
        expect((await apply({ ...delivery, ...session })).outcome).toBe("duplicate");
      }
      expect((await stored(order.id)).payment_status).toBe(status);
    },
  );

  test("marked paid by hand, then paid at Stripe: staff hear of it", async () => {
    const order = await anOrder((await aUser(sql)).id);
    await sql`update grading_orders set payment_status = 'paid', paid_at = now(), total_paid = grading_fee
              where id = ${order.id}`;
    expect(await apply(aPaidSession(order))).toMatchObject({
      outcome: "exception",
      reason: "second_payment",
    });
  });
});

describe("money that does not fit", () => {
  test.each([
    ["one cent more", { p_amount_cents: 10_001 }, "amount_mismatch"],
    ["one cent less", { p_amount_cents: 9_999 }, "amount_mismatch"],
    ["no amount", { p_amount_cents: null }, "amount_mismatch"],
    ["nothing to pay", { p_amount_cents: 0, p_payment_status: "no_payment_required" }, "amount_mismatch"],
    ["euros", { p_currency: "eur" }, "currency_mismatch"],
    ["live money in test mode", { p_livemode: true }, "livemode_mismatch"],
    ["test money in live mode", { p_expected_livemode: true }, "livemode_mismatch"],
  ])("%s: not fulfilled, one exception however often", async (_, changes, reason) => {
    const order = await anOrder((await aUser(sql)).id);
    const delivery = aPaidSession(order, changes);
    expect(await apply(delivery)).toMatchObject({
      outcome: "exception",
      reason,
      order: { payment_status: "unpaid" },
    });
    expect((await apply(delivery)).outcome).toBe("exception");
    expect(await exceptionsOf(order.stripe_session_id)).toEqual([{ reason }]);
    expect(await confirmationsOf(order.id)).toHaveLength(0);
  });

  test("the currency's case does not matter", async () => {
    const order = await anOrder((await aUser(sql)).id);
    expect((await apply(aPaidSession(order, { p_currency: "USD" }))).outcome).toBe("fulfilled");
  });

  test("an order that is not there: an exception if money moved, else nothing", async () => {
    const ghost = {
      ...(await anOrder((await aUser(sql)).id)),
      id: randomUUID(),
      stripe_session_id: aSessionId(),
    };
    const delivery = aPaidSession(ghost);
    for (const session of [sessions.open, sessions.expired]) {
      expect(await apply({ ...delivery, ...session })).toMatchObject({ outcome: "noop", order: null });
    }
    expect(await exceptionsOf(ghost.stripe_session_id)).toHaveLength(0);
    expect(await apply(delivery)).toMatchObject({
      outcome: "exception",
      reason: "order_not_found",
      order: null,
    });
    expect(await apply({ ...delivery, p_order_id: null })).toMatchObject({ outcome: "exception" });
    expect(await exceptionsOf(ghost.stripe_session_id)).toEqual([{ reason: "order_not_found" }]);
  });

  test.each(["p_session_id", "p_payment_intent_id"])(
    "%s of another order settles nothing",
    async (shared) => {
      const [first, second] = [await anOrder((await aUser(sql)).id), await anOrder((await aUser(sql)).id)];
      const paid = aPaidSession(first);
      await apply(paid);
      const answer = await apply(aPaidSession(second, { [shared]: paid[shared] }));
      expect(answer).toMatchObject({ outcome: "exception", reason: "payment_of_another_order" });
      expect((await stored(second.id)).payment_status).toBe("unpaid");
    },
  );
});

describe("several sessions of one order", () => {
  test("the former one pays: money wins, and the caller learns which session to expire", async () => {
    const order = await anOrder((await aUser(sql)).id);
    const former = aSessionId();
    const answer = await apply(aPaidSession(order, { p_session_id: former }));
    expect(answer).toMatchObject({ outcome: "fulfilled", superseded_session_id: order.stripe_session_id });
    expect((await stored(order.id)).stripe_session_id).toBe(former);
    expect(await apply(aPaidSession(order))).toMatchObject({
      outcome: "exception",
      reason: "second_payment",
    });
    expect((await apply(aPaidSession(order, sessions.expired))).outcome).toBe("noop");
    expect((await stored(order.id)).payment_status).toBe("paid");
  });

  test.each(["expired", "asyncFailed"] as const)(
    "the former one is %s: the present one stays open",
    async (state) => {
      const order = await anOrder((await aUser(sql)).id);
      expect(
        (await apply(aPaidSession(order, { ...sessions[state], p_session_id: aSessionId() }))).outcome,
      ).toBe("noop");
      expect((await stored(order.id)).payment_status).toBe("unpaid");
    },
  );

  test("a session that was never attached (the answer got lost) settles the order all the same", async () => {
    const { order } = await call<Reservation>(server, "reserve_order", aReservation((await aUser(sql)).id));
    if (!order) throw new Error("not reserved");
    const session = aSessionId();
    expect((await apply(aPaidSession(order, { p_session_id: session }))).outcome).toBe("fulfilled");
    expect((await stored(order.id)).stripe_session_id).toBe(session);
  });
});

test("paid after the reservation ran out is flagged for members, whose quota it may overshoot", async () => {
  const late = new Date(Date.now() + 41 * 60_000).toISOString();
  const member = await anOrder((await aUser(sql)).id, { p_plan_type: "elite" });
  const other = await anOrder((await aUser(sql)).id);
  expect((await apply(aPaidSession(member, { p_now: late }))).order?.review_reason).toBe(
    "paid_after_reservation",
  );
  expect((await apply(aPaidSession(other, { p_now: late }))).order?.review_reason).toBeNull();
});

describe("what the payment page asked for", () => {
  const shipping = { full_name: "Gil Guest", address_line1: "1 Main St", city: "Reno", country: "US" };

  test("a guest's e-mail and address are kept", async () => {
    const order = await anOrder(null);
    await apply(aPaidSession(order, { p_email: "  Gil@Example.TEST ", p_shipping: shipping }));
    expect(await stored(order.id)).toMatchObject({
      guest_email: "gil@example.test",
      return_address: shipping,
    });
  });

  test("a person's order keeps its own address and takes no e-mail", async () => {
    const user = await aUser(sql);
    const own = { ...shipping, full_name: "Own Name" };
    const order = await anOrder(user.id, { p_return_address: own });
    await apply(aPaidSession(order, { p_email: "other@example.test", p_shipping: shipping }));
    expect(await stored(order.id)).toMatchObject({ guest_email: null, return_address: own });
  });

  test.each([
    [
      true,
      {
        full_name: "Ann",
        address_line1: "2 Oak",
        city: "Bath",
        state: "ME",
        postal_code: "04530",
        country: "US",
      },
    ],
    [false, null],
  ])("complete profile %s: the address at payment is %j", async (complete, address) => {
    const user = await aUser(sql);
    await sql`update profiles set full_name = 'Ann', address_line1 = '2 Oak', city = 'Bath', state = 'ME',
              postal_code = ${complete ? "04530" : null} where user_id = ${user.id}`;
    const order = await anOrder(user.id);
    await apply(aPaidSession(order));
    expect((await stored(order.id)).return_address).toEqual(address);
  });
});
