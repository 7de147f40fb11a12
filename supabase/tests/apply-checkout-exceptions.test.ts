import { randomUUID } from "node:crypto";
import { aSessionId } from "../../sandbox/builders/ids";
import { addUser, confirmationsOf, exceptionsOf, storedOrder } from "../../sandbox/builders/rows";
import {
  aPaidSession,
  applyCheckout,
  aReservation,
  attachCheckout,
  type Reservation,
  sessions,
} from "../../sandbox/builders/sql-functions";
import { call, connect, serverClient } from "../../sandbox/builders/test-database";

const sql = connect();
const server = serverClient();

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
    const order = await attachCheckout((await addUser(sql)).id);
    const delivery = aPaidSession(order, changes);
    expect(await applyCheckout(delivery)).toMatchObject({
      outcome: "exception",
      reason,
      order: { payment_status: "unpaid" },
    });
    expect((await applyCheckout(delivery)).outcome).toBe("exception");
    expect(await exceptionsOf(sql, order.stripe_session_id)).toMatchObject([{ reason }]);
    expect(await confirmationsOf(sql, order.id)).toHaveLength(0);
  });

  test("the currency's case does not matter", async () => {
    const order = await attachCheckout((await addUser(sql)).id);
    expect((await applyCheckout(aPaidSession(order, { p_currency: "USD" }))).outcome).toBe("fulfilled");
  });

  test("an order that is not there: an exception if money moved, else nothing", async () => {
    const ghost = {
      ...(await attachCheckout((await addUser(sql)).id)),
      id: randomUUID(),
      stripe_session_id: aSessionId(),
    };
    const delivery = aPaidSession(ghost);
    for (const session of [sessions.open, sessions.expired]) {
      expect(await applyCheckout({ ...delivery, ...session })).toMatchObject({
        outcome: "noop",
        order: null,
      });
    }
    expect(await exceptionsOf(sql, ghost.stripe_session_id)).toHaveLength(0);
    expect(await applyCheckout(delivery)).toMatchObject({
      outcome: "exception",
      reason: "order_not_found",
      order: null,
    });
    expect(await applyCheckout({ ...delivery, p_order_id: null })).toMatchObject({ outcome: "exception" });
    expect(await exceptionsOf(sql, ghost.stripe_session_id)).toMatchObject([{ reason: "order_not_found" }]);
  });

  test.each(["p_session_id", "p_payment_intent_id"])(
    "%s of another order settles nothing",
    async (shared) => {
      const [first, second] = [
        await attachCheckout((await addUser(sql)).id),
        await attachCheckout((await addUser(sql)).id),
      ];
      const paid = aPaidSession(first);
      await applyCheckout(paid);
      const answer = await applyCheckout(aPaidSession(second, { [shared]: paid[shared] }));
      expect(answer).toMatchObject({ outcome: "exception", reason: "payment_of_another_order" });
      expect((await storedOrder(sql, second.id)).payment_status).toBe("unpaid");
    },
  );
});

describe("several sessions of one order", () => {
  test("the former one pays: money wins, and the caller learns which session to expire", async () => {
    const order = await attachCheckout((await addUser(sql)).id);
    const former = aSessionId();
    const answer = await applyCheckout(aPaidSession(order, { p_session_id: former }));
    expect(answer).toMatchObject({ outcome: "fulfilled", superseded_session_id: order.stripe_session_id });
    expect((await storedOrder(sql, order.id)).stripe_session_id).toBe(former);
    expect(await applyCheckout(aPaidSession(order))).toMatchObject({
      outcome: "exception",
      reason: "second_payment",
    });
    expect((await applyCheckout(aPaidSession(order, sessions.expired))).outcome).toBe("noop");
    expect((await storedOrder(sql, order.id)).payment_status).toBe("paid");
  });

  test.each(["expired", "asyncFailed"] as const)(
    "the former one is %s: the present one stays open",
    async (state) => {
      const order = await attachCheckout((await addUser(sql)).id);
      expect(
        (await applyCheckout(aPaidSession(order, { ...sessions[state], p_session_id: aSessionId() })))
          .outcome,
      ).toBe("noop");
      expect((await storedOrder(sql, order.id)).payment_status).toBe("unpaid");
    },
  );

  test("a session that was never attached (the answer got lost) settles the order all the same", async () => {
    const { order } = await call<Reservation>(server, "reserve_order", aReservation((await addUser(sql)).id));
    if (!order) throw new Error("not reserved");
    const session = aSessionId();
    expect((await applyCheckout(aPaidSession(order, { p_session_id: session }))).outcome).toBe("fulfilled");
    expect((await storedOrder(sql, order.id)).stripe_session_id).toBe(session);
  });
});

test("paid after the reservation ran out is flagged for members, whose quota it may overshoot", async () => {
  const late = new Date(Date.now() + 41 * 60_000).toISOString();
  const member = await attachCheckout((await addUser(sql)).id, { p_plan_type: "elite" });
  const other = await attachCheckout((await addUser(sql)).id);
  for (const order of [member, other]) await applyCheckout(aPaidSession(order, { p_now: late }));
  expect((await storedOrder(sql, member.id)).review_reason).toBe("paid_after_reservation");
  expect((await storedOrder(sql, other.id)).review_reason).toBeNull();
});

/** A member's order whose reservation ran out a minute ago. */
async function lateOrder(changes = {}) {
  const order = await attachCheckout((await addUser(sql)).id, { p_plan_type: "starter", ...changes });
  await sql`update grading_orders set reservation_expires_at = now() - interval '1 minute' where id = ${order.id}`;
  return order;
}
const reviewOf = async ({ id }: { id: string }) => (await storedOrder(sql, id)).review_reason;

test("so is a debit of which was heard after the reservation ran out, unless it fails", async () => {
  const order = await lateOrder();
  const delivery = aPaidSession(order);
  const hear = async (said: keyof typeof sessions) => {
    await applyCheckout({ ...delivery, ...sessions[said] });
    return storedOrder(sql, order.id);
  };
  expect(await hear("delayed")).toMatchObject({
    payment_status: "pending",
    review_reason: "paid_after_reservation",
  });
  expect(await hear("asyncFailed")).toMatchObject({ payment_status: "failed", review_reason: null });

  const arriving = await lateOrder();
  const paid = aPaidSession(arriving);
  await applyCheckout({ ...paid, ...sessions.delayed });
  await applyCheckout(paid);
  expect(await storedOrder(sql, arriving.id)).toMatchObject({
    payment_status: "paid",
    review_reason: "paid_after_reservation",
  });
});

test("a debit that fails takes the mark off its own order alone, and no other mark", async () => {
  const [order, beside] = [await lateOrder(), await lateOrder()];
  for (const late of [order, beside]) await applyCheckout(aPaidSession(late, sessions.delayed));
  const failing = aPaidSession(order, sessions.asyncFailed);
  await sql`update order_admin set review_reason = 'refund_failed' where order_id = ${order.id}`;
  await applyCheckout(failing);
  expect(await reviewOf(order)).toBe("refund_failed");
  expect(await reviewOf(beside)).toBe("paid_after_reservation");
});

test("a debit of which was heard late, or to the moment in time, is flagged for a quota alone", async () => {
  const free = await lateOrder({ p_plan_type: "free" });
  await applyCheckout(aPaidSession(free, sessions.delayed));
  expect(await reviewOf(free)).toBeNull();

  const early = await attachCheckout((await addUser(sql)).id, { p_plan_type: "starter" });
  await applyCheckout(aPaidSession(early, sessions.delayed));
  expect(await reviewOf(early)).toBeNull();

  const exact = await lateOrder();
  const [row] = await sql`update grading_orders set reservation_expires_at = date_trunc('second', now())
    where id = ${exact.id} returning reservation_expires_at`;
  const p_now = row?.reservation_expires_at.toISOString();
  await applyCheckout(aPaidSession(exact, { ...sessions.delayed, p_now }));
  expect(await reviewOf(exact)).toBeNull();
});

test("a member's order that is paid until its reservation ends, to the moment, is not flagged", async () => {
  for (const before of [60_000, 0]) {
    const { id, ...order } = await attachCheckout((await addUser(sql)).id, { p_plan_type: "elite" });
    const [row] = await sql`select reservation_expires_at from grading_orders where id = ${id}`;
    const p_now = new Date(row?.reservation_expires_at.getTime() - before).toISOString();
    const end = new Date(row?.reservation_expires_at.getTime()).toISOString();
    await sql`update grading_orders set reservation_expires_at = ${end} where id = ${id}`;
    expect((await applyCheckout(aPaidSession({ id, ...order }, { p_now }))).outcome).toBe("fulfilled");
    expect((await storedOrder(sql, id)).review_reason).toBeNull();
  }
});

describe("what the payment page asked for", () => {
  const shipping = { full_name: "Gil Guest", address_line1: "1 Main St", city: "Reno", country: "US" };

  test("a guest's e-mail and address are kept", async () => {
    const order = await attachCheckout(null);
    await applyCheckout(aPaidSession(order, { p_email: "  Gil@Example.TEST ", p_shipping: shipping }));
    expect(await storedOrder(sql, order.id)).toMatchObject({
      guest_email: "gil@example.test",
      return_address: shipping,
    });
  });

  test("a person's order keeps its own address and takes no e-mail", async () => {
    const user = await addUser(sql);
    const own = { ...shipping, full_name: "Own Name" };
    const order = await attachCheckout(user.id);
    await sql`update grading_orders set return_address = ${sql.json(own)} where id = ${order.id}`;
    await applyCheckout(aPaidSession(order, { p_email: "other@example.test", p_shipping: shipping }));
    expect(await storedOrder(sql, order.id)).toMatchObject({ guest_email: null, return_address: own });
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
    const user = await addUser(sql);
    await sql`update profiles set full_name = 'Ann', address_line1 = '2 Oak', city = 'Bath', state = 'ME',
              postal_code = ${complete ? "04530" : null} where user_id = ${user.id}`;
    const order = await attachCheckout(user.id);
    await applyCheckout(aPaidSession(order));
    expect((await storedOrder(sql, order.id)).return_address).toEqual(address);
  });
});
