import { randomUUID } from "node:crypto";
import { aBatchId, aGuestKey, aSessionId } from "../../sandbox/builders/ids";
import type { OrderColumns } from "../../sandbox/builders/order";
import { eventually } from "../../sandbox/builders/product";
import { addOrder, addUser, eventsOf, storedOrder } from "../../sandbox/builders/rows";
import {
  aPaidSession,
  aReservation,
  type Order,
  type Reservation,
  reserve,
  reserved,
} from "../../sandbox/builders/sql-functions";
import { call, connect, serverClient } from "../../sandbox/builders/test-database";

const sql = connect();
const server = serverClient();

describe("reserve order", () => {
  async function pay(order: Order): Promise<void> {
    await call(
      server,
      "apply_checkout",
      aPaidSession(order, { p_session_id: order.stripe_session_id ?? aSessionId() }),
    );
  }

  describe("the answer to a batch id", () => {
    test("a new one is reserved for 40 minutes at the price of its cards", async () => {
      const user = await addUser(sql);
      const now = "2026-03-10T12:00:00Z";
      const answer = await reserve(
        aReservation(user.id, {
          p_plan_type: "pro",
          p_num_cards: 3,
          p_rate_cents: 2200,
          p_monthly_limit: 500,
          p_now: now,
        }),
      );
      expect(answer).toMatchObject({ outcome: "reserved", remaining: 497 });
      expect(answer.order).toMatchObject({
        user_id: user.id,
        grading_fee: 66,
        total_paid: null,
        payment_status: "unpaid",
        quota_month: "2026-03-01",
        checkout_attempt: 1,
      });
      expect(new Date(answer.order?.reservation_expires_at ?? 0).toISOString()).toBe(
        "2026-03-10T12:40:00.000Z",
      );
    });

    test("the same again gives the same order, with its session and the new notes", async () => {
      const user = await addUser(sql);
      const args = aReservation(user.id, { p_notes: "first", p_title: "Old lot" });
      const order = await reserved(args);
      const session = aSessionId();
      await call(server, "attach_checkout_session", {
        p_order_id: order.id,
        p_session_id: session,
        p_attempt: 1,
      });
      const again = await reserve({ ...args, p_notes: "second", p_title: "Vintage lot" });
      expect(again).toMatchObject({
        outcome: "replay",
        order: { id: order.id, stripe_session_id: session, notes: "second", title: "Vintage lot" },
      });
      // Nothing is written for the same notes: the order's version stays.
      expect(await reserve({ ...args, p_notes: "second", p_title: "Vintage lot" })).toEqual(again);
    });

    test.each([
      ["other cards", { p_num_cards: 5 }],
      ["another plan", { p_plan_type: "payg" }],
      ["another price", { p_rate_cents: 2400 }],
      ["a reservation that runs out this moment", { p_now: "2026-05-01T10:40:00Z" }],
    ])("the same id of the same person with %s is taken", async (_, changes) => {
      const user = await addUser(sql);
      const args = aReservation(user.id, { p_now: "2026-05-01T10:00:00Z" });
      await reserved(args);
      expect(await reserve({ ...args, ...changes })).toEqual({ outcome: "batch_taken" });
    });

    test.each(["canceled", "failed"])("an id whose order is %s is taken", async (status) => {
      const user = await addUser(sql);
      const args = aReservation(user.id);
      const order = await reserved(args);
      await sql`update grading_orders set payment_status = ${status}, reservation_expires_at = null where id = ${order.id}`;
      expect(await reserve(args)).toEqual({ outcome: "batch_taken" });
    });

    test.each([
      ["paid", "already_paid"],
      ["pending", "payment_in_progress"],
    ])("an id whose order is %s is %s", async (status, outcome) => {
      const user = await addUser(sql);
      const args = aReservation(user.id);
      const order = await reserved(args);
      if (status === "paid") await pay(order);
      else
        await sql`update grading_orders set payment_status = 'pending', reservation_expires_at = null where id = ${order.id}`;
      expect(await reserve(args)).toEqual({ outcome });
    });

    test("an id that staff set back to unpaid is not sold a second time", async () => {
      const user = await addUser(sql);
      const args = aReservation(user.id);
      const order = await reserved(args);
      await pay(order);
      await sql`update grading_orders set payment_status = 'unpaid' where id = ${order.id}`;
      expect((await reserve(args)).outcome).toBe("already_paid");
    });

    test("an id of somebody else is taken, and nothing of it is told", async () => {
      const [owner, other] = [await addUser(sql), await addUser(sql)];
      const args = aReservation(owner.id, { p_notes: "private" });
      await reserved(args);
      expect(await reserve({ ...args, p_user_id: other.id })).toEqual({ outcome: "batch_taken" });
      expect(await reserve({ ...args, p_user_id: null, p_guest_key: aGuestKey() })).toEqual({
        outcome: "batch_taken",
      });
    });

    test("a guest is who holds the cookie", async () => {
      const key = aGuestKey();
      const args = aReservation(null, { p_guest_key: key, p_user_email: "claimed@example.test" });
      const order = await reserved(args);
      expect(order).toMatchObject({ user_id: null, user_email: null, guest_email: null });
      expect((await reserve(args)).outcome).toBe("replay");
      expect((await reserve({ ...args, p_guest_key: aGuestKey() })).outcome).toBe("batch_taken");
      expect((await reserve(aReservation(null, { p_guest_key: key }))).outcome).toBe("open_checkout");
    });
  });

  describe("one payable checkout at a time", () => {
    test("a second one names the open ones and writes nothing", async () => {
      const user = await addUser(sql);
      const order = await reserved(aReservation(user.id));
      const second = aReservation(user.id);
      expect(await reserve(second)).toEqual({
        outcome: "open_checkout",
        open_checkouts: [{ order_id: order.id, batch_id: order.batch_id, stripe_session_id: null }],
      });
      expect(
        await sql`select 1 from grading_orders where batch_id = ${String(second.p_batch_id)}`,
      ).toHaveLength(0);
      await call(server, "cancel_reservation", { p_order_id: order.id, p_reason: "replaced" });
      expect((await reserve(second)).outcome).toBe("reserved");
    });

    test("is open for 40 minutes to the second", async () => {
      const user = await addUser(sql);
      await reserved(aReservation(user.id, { p_now: "2026-05-01T10:00:00Z" }));
      const at = (p_now: string) =>
        reserve(aReservation(user.id, { p_now })).then((answer) => answer.outcome);
      expect(await at("2026-05-01T10:39:59Z")).toBe("open_checkout");
      expect(await at("2026-05-01T10:40:00Z")).toBe("reserved");
    });
  });

  test("a guest's batch that an account has taken over is no open one of that browser", async () => {
    const key = aGuestKey();
    const order = await reserved(aReservation(null, { p_guest_key: key }));
    const { id } = await addUser(sql);
    await sql`update grading_orders set user_id = ${id} where id = ${order.id}`;
    expect((await reserve(aReservation(null, { p_guest_key: key }))).outcome).toBe("reserved");
  });

  test("a batch whose payment is being written down is waited for, not sold again", async () => {
    const user = await addUser(sql);
    const args = aReservation(user.id);
    const order = await reserved(args);
    let again: Promise<Reservation> | undefined;
    await sql.begin(async (tx) => {
      await tx`update grading_orders set payment_status = 'pending', reservation_expires_at = null where id = ${order.id}`;
      again = reserve(args);
      await eventually(
        () => tx<{ waits: boolean }[]>`
        select exists (select 1 from pg_locks where not granted and transactionid = pg_current_xact_id()::xid) as waits`,
        ([row]) => row?.waits === true,
      );
    });
    expect((await again)?.outcome).toBe("payment_in_progress");
  });

  describe("what cannot be", () => {
    test.each([
      ["no cards", { p_num_cards: 0 }],
      ["10,000 cards", { p_num_cards: 10_000 }],
      ["a batch id of another form", { p_batch_id: "BATCH-1-1" }],
      ["no batch id", { p_batch_id: null }],
      ["an unknown plan", { p_plan_type: "gold" }],
      ["notes of 2,001 characters", { p_notes: "x".repeat(2001) }],
      ["a guest key that is no hash", { p_user_id: null, p_guest_key: "guest" }],
      ["a person that does not exist", { p_user_id: randomUUID() }],
    ])("%s is refused", async (_, changes) => {
      const user = await addUser(sql);
      await expect(reserve(aReservation(user.id, changes))).rejects.toThrow(
        /violates|needs an owner and a batch id/,
      );
    });

    test("nobody's order is refused before anything is looked up", async () => {
      await expect(reserve(aReservation(null))).rejects.toThrow(
        "reserve_order needs an owner and a batch id",
      );
    });

    test("9,999 cards and 2,000 characters are accepted", async () => {
      const user = await addUser(sql);
      const order = await reserved(
        aReservation(user.id, { p_num_cards: 9999, p_notes: "x".repeat(2000), p_batch_id: aBatchId() }),
      );
      expect(order.grading_fee).toBe(249_975);
    });
  });
});

test("rename_order stores the owner's title without a new version, and finds nobody else's order", async () => {
  const user = await addUser(sql);
  const order = await reserved(aReservation(user.id));
  const rename = (userId: string, title: string) =>
    call<{ outcome: string }>(server, "rename_order", {
      p_order_id: order.id,
      p_user_id: userId,
      p_title: title,
    });
  const stored = async () =>
    (
      await sql`select title, version, strpos(search_text, private.search_form('Vintage lot')) > 0 as is_found from grading_orders where id = ${order.id}`
    )[0];
  expect(await rename((await addUser(sql)).id, "Mine")).toEqual({ outcome: "order_not_found" });
  expect(await rename(user.id, " Vintage lot ")).toEqual({ outcome: "renamed" });
  expect(await stored()).toEqual({ title: "Vintage lot", version: order.version, is_found: true });
  expect(await rename(user.id, " ")).toEqual({ outcome: "renamed" });
  expect(await stored()).toMatchObject({ title: null, version: order.version });
});

describe("reservations", () => {
  const reserved = { payment_status: "unpaid", stripe_session_id: null } as const;
  /** Orders that no call below may change: each differs from a reserved one in one thing. */
  const others: [string, () => OrderColumns][] = [
    ["with a payment page", () => ({ ...reserved, stripe_session_id: aSessionId() })],
    ["that was paid", () => ({ stripe_session_id: null, stripe_payment_intent_id: null })],
    ["whose payment is under way", () => ({ ...reserved, payment_status: "pending" })],
    ["that failed", () => ({ ...reserved, payment_status: "failed" })],
    ["that staff have set back to unpaid", () => ({ ...reserved, paid_at: new Date() })],
  ];

  /** Calls a function for an order, and expects that no other one has changed. */
  async function only(name: string, { id }: { id: string }, args: Record<string, unknown> = {}) {
    const bystander = await addOrder(sql, reserved);
    const answer = await call<Record<string, unknown>>(server, name, { p_order_id: id, ...args });
    expect(await storedOrder(sql, bystander.id)).toMatchObject(bystander);
    return answer;
  }

  describe("a new attempt", () => {
    test("is counted for the order alone", async () => {
      const order = await addOrder(sql, reserved);
      const answer = await only("next_checkout_attempt", order);
      expect(answer).toMatchObject({ order: { id: order.id, checkout_attempt: 2 } });
    });

    test("is not counted for who saw a former one", async () => {
      const order = await addOrder(sql, { ...reserved, checkout_attempt: 3 });
      const answer = await only("next_checkout_attempt", order, { p_from_attempt: 2 });
      expect(answer).toMatchObject({ order: { checkout_attempt: 3 } });
    });

    test.each(others)("is not counted for an order %s", async (_, columns) => {
      const order = await addOrder(sql, columns());
      const answer = await only("next_checkout_attempt", order);
      expect(answer).toMatchObject({ order: { id: order.id, checkout_attempt: 1 } });
    });
  });

  describe("a reservation is canceled", () => {
    test("for the order alone", async () => {
      const order = await addOrder(sql, { ...reserved, reservation_expires_at: new Date() });
      expect(await only("cancel_reservation", order)).toMatchObject({
        canceled: true,
        order: { id: order.id, payment_status: "canceled", reservation_expires_at: null },
      });
    });

    test.each([
      ["its reason", { p_reason: "no page" }, { reason: "no page" }],
      ["nothing more where there is none", {}, null],
    ])("and the timeline keeps %s", async (_, args, data) => {
      const order = await addOrder(sql, reserved);
      await only("cancel_reservation", order, args);
      expect(await eventsOf(sql, order.id)).toEqual([
        expect.objectContaining({ to_value: "canceled", data }),
      ]);
    });

    test.each(others)("not for an order %s", async (_, columns) => {
      const order = await addOrder(sql, columns());
      const answer = await only("cancel_reservation", order);
      expect(answer).toMatchObject({ canceled: false, order: { payment_status: order.payment_status } });
      expect(await storedOrder(sql, order.id)).toMatchObject({ version: order.version });
    });
  });

  describe("a payment page is attached", () => {
    const attach = (order: { id: string }, session: string, attempt = 1) =>
      only("attach_checkout_session", order, { p_session_id: session, p_attempt: attempt });

    test("to the order alone, and once more to the same", async () => {
      const order = await addOrder(sql, reserved);
      const session = aSessionId();
      const attached = { attached: true, order: { id: order.id, stripe_session_id: session } };
      expect(await attach(order, session)).toMatchObject(attached);
      expect(await attach(order, session)).toMatchObject(attached);
    });

    test.each(others)("not to an order %s", async (_, columns) => {
      const order = await addOrder(sql, columns());
      const answer = await attach(order, aSessionId());
      expect(answer).toMatchObject({ attached: false, order: { id: order.id } });
      expect(await storedOrder(sql, order.id)).toMatchObject({ stripe_session_id: order.stripe_session_id });
    });

    test("not for who made it in a former attempt, nor when another order has it", async () => {
      const [order, other] = [await addOrder(sql, reserved), await addOrder(sql, reserved)];
      expect(await attach(order, aSessionId(), 2)).toMatchObject({ attached: false });
      const session = aSessionId();
      await attach(other, session);
      expect(await attach(order, session)).toMatchObject({ attached: false });
    });
  });

  test("only an unpaid order can be reserved", async () => {
    const reservation = { reservation_expires_at: new Date() };
    for (const [, columns] of others.slice(1)) {
      await expect(addOrder(sql, { ...columns(), ...reservation })).rejects.toThrow(
        "reservation_is_of_unpaid",
      );
    }
  });
});
