import { randomUUID } from "node:crypto";
import { aGuestKey, aSessionId } from "../../sandbox/builders/ids";
import type { OrderColumns } from "../../sandbox/builders/order";
import { addOrder, addUser, eventsOf, storedOrder } from "../../sandbox/builders/rows";
import {
  aPaidSession,
  applyCheckout,
  aReservation,
  attachCheckout,
  blockedBy,
  reserve,
  reserved,
} from "../../sandbox/builders/sql-functions";
import { call, connect, serverClient, type Transaction } from "../../sandbox/builders/test-database";

const sql = connect();
const server = serverClient();

const setStatus = (id: string, status: string, tx: Transaction | typeof sql = sql) =>
  tx`update grading_orders set payment_status = ${status}, reservation_expires_at = null where id = ${id}`;

describe("reserve_order", () => {
  const someArgs = async (changes = {}) => aReservation((await addUser(sql)).id, changes);

  test("reserves a new batch for 40 minutes at the price of its cards", async () => {
    const args = await someArgs({
      p_plan_type: "pro",
      p_num_cards: 3,
      p_rate_cents: 2200,
      p_monthly_limit: 500,
      p_now: "2026-03-10T12:00:00Z",
    });
    const answer = await reserve(args);
    expect(answer).toMatchObject({ outcome: "reserved", remaining: 497 });
    expect(answer.order).toMatchObject({
      user_id: args.p_user_id,
      grading_fee: 66,
      total_paid: null,
      payment_status: "unpaid",
      quota_month: "2026-03-01",
      checkout_attempt: 1,
    });
    const expiry = new Date(answer.order?.reservation_expires_at ?? 0).toISOString();
    expect(expiry).toBe("2026-03-10T12:40:00.000Z");
  });

  test("returns the same order with its session and the new notes for a repeated batch ID", async () => {
    const args = await someArgs({ p_notes: "first", p_title: "Old lot" });
    const { id } = await reserved(args);
    const session = { p_order_id: id, p_session_id: aSessionId(), p_attempt: 1 };
    await call(server, "attach_checkout_session", session);
    const changed = { ...args, p_notes: "second", p_title: "Vintage lot" };
    const again = await reserve(changed);
    expect(again).toMatchObject({
      outcome: "replay",
      order: { id, stripe_session_id: session.p_session_id, notes: "second", title: "Vintage lot" },
    });
    // Repeating the same notes doesn't change the version.
    expect(await reserve(changed)).toEqual(again);
  });

  test.each([
    ["other cards", { p_num_cards: 5 }],
    ["another plan", { p_plan_type: "payg" }],
    ["another price", { p_rate_cents: 2400 }],
    ["an expired reservation", { p_now: "2026-05-01T10:40:00Z" }],
  ])("refuses the owner's batch ID with %s", async (_, changes) => {
    const args = await someArgs({ p_now: "2026-05-01T10:00:00Z" });
    await reserved(args);
    expect(await reserve({ ...args, ...changes })).toEqual({ outcome: "batch_taken" });
  });

  test.each([
    ["canceled", "batch_taken"],
    ["failed", "batch_taken"],
    ["pending", "payment_in_progress"],
  ])("refuses the batch ID of a %s order as %s", async (status, outcome) => {
    const args = await someArgs();
    await setStatus((await reserved(args)).id, status);
    expect(await reserve(args)).toEqual({ outcome });
  });

  test("refuses the batch ID of a paid order, even if staff set it back to unpaid", async () => {
    const args = await someArgs();
    const order = await reserved(args);
    await applyCheckout(aPaidSession(order, { p_session_id: aSessionId() }));
    expect(await reserve(args)).toEqual({ outcome: "already_paid" });
    await setStatus(order.id, "unpaid");
    expect(await reserve(args)).toMatchObject({ outcome: "already_paid" });
  });

  test("refuses another user's batch ID and reveals nothing about the order", async () => {
    const args = await someArgs({ p_notes: "private" });
    await reserved(args);
    for (const other of [
      { p_user_id: (await addUser(sql)).id },
      { p_user_id: null, p_guest_key: aGuestKey() },
    ])
      expect(await reserve({ ...args, ...other })).toEqual({ outcome: "batch_taken" });
  });

  test("identifies a guest by the order cookie", async () => {
    const key = aGuestKey();
    const args = aReservation(null, { p_guest_key: key, p_user_email: "claimed@example.test" });
    expect(await reserved(args)).toMatchObject({ user_id: null, user_email: null, guest_email: null });
    expect((await reserve(args)).outcome).toBe("replay");
    expect((await reserve({ ...args, p_guest_key: aGuestKey() })).outcome).toBe("batch_taken");
    expect((await reserve(aReservation(null, { p_guest_key: key }))).outcome).toBe("open_checkout");
  });

  test("returns the open checkout for a second batch until the first is canceled", async () => {
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

  test("keeps a checkout open for exactly 40 minutes", async () => {
    const user = await addUser(sql);
    await reserved(aReservation(user.id, { p_now: "2026-05-01T10:00:00Z" }));
    const at = async (p_now: string) => (await reserve(aReservation(user.id, { p_now }))).outcome;
    expect(await at("2026-05-01T10:39:59Z")).toBe("open_checkout");
    expect(await at("2026-05-01T10:40:00Z")).toBe("reserved");
  });

  test("ignores a guest's open batch once an account has claimed it", async () => {
    const key = aGuestKey();
    const order = await reserved(aReservation(null, { p_guest_key: key }));
    const { id } = await addUser(sql);
    await sql`update grading_orders set user_id = ${id} where id = ${order.id}`;
    expect((await reserve(aReservation(null, { p_guest_key: key }))).outcome).toBe("reserved");
  });

  test("waits while a payment of the batch is being stored", async () => {
    const args = await someArgs();
    const { id } = await reserved(args);
    const again = await blockedBy(
      sql,
      (tx) => setStatus(id, "pending", tx),
      () => reserve(args),
    );
    expect(again.outcome).toBe("payment_in_progress");
  });

  test.each([
    ["no cards", { p_num_cards: 0 }],
    ["10,000 cards", { p_num_cards: 10_000 }],
    ["a malformed batch ID", { p_batch_id: "BATCH-1-1" }],
    ["no batch ID", { p_batch_id: null }],
    ["an unknown plan", { p_plan_type: "gold" }],
    ["notes of 2,001 characters", { p_notes: "x".repeat(2001) }],
    ["a guest key that isn't a hash", { p_user_id: null, p_guest_key: "guest" }],
    ["an unknown user", { p_user_id: randomUUID() }],
    ["no owner", { p_user_id: null }],
  ])("refuses %s", async (_, changes) => {
    const message = /violates|needs an owner and a batch id/;
    await expect(reserve(await someArgs(changes))).rejects.toThrow(message);
  });

  test("accepts 9,999 cards and 2,000 characters", async () => {
    const order = await reserved(await someArgs({ p_num_cards: 9999, p_notes: "x".repeat(2000) }));
    expect(order.grading_fee).toBe(249_975);
  });
});

test("rename_order stores the owner's title without a new version, and refuses other customers' orders", async () => {
  const user = await addUser(sql);
  const order = await reserved(aReservation(user.id));
  const rename = (p_user_id: string, p_title: string) =>
    call<{ outcome: string }>(server, "rename_order", { p_order_id: order.id, p_user_id, p_title });
  const stored = async () =>
    (
      await sql`select title, version, strpos(search_text, private.search_form('Vintage lot')) > 0 as is_found
        from grading_orders where id = ${order.id}`
    )[0];
  expect(await rename((await addUser(sql)).id, "Mine")).toEqual({ outcome: "order_not_found" });
  expect(await rename(user.id, " Vintage lot ")).toEqual({ outcome: "renamed" });
  expect(await stored()).toEqual({ title: "Vintage lot", version: order.version, is_found: true });
  expect(await rename(user.id, " ")).toEqual({ outcome: "renamed" });
  expect(await stored()).toMatchObject({ title: null, version: order.version });
});

describe("a reserved order", () => {
  const reservedRow = { payment_status: "unpaid", stripe_session_id: null } as const;
  /** Orders that the calls below must not change. Each differs in one column from a reserved order. */
  const others: [string, () => OrderColumns][] = [
    ["with a payment page", () => ({ ...reservedRow, stripe_session_id: aSessionId() })],
    ["that was paid", () => ({ stripe_session_id: null, stripe_payment_intent_id: null })],
    ["with a pending payment", () => ({ ...reservedRow, payment_status: "pending" })],
    ["that failed", () => ({ ...reservedRow, payment_status: "failed" })],
    ["that staff set back to unpaid", () => ({ ...reservedRow, paid_at: new Date() })],
  ];

  /** Calls a function for an order and expects that no other order changes. */
  async function only(name: string, { id }: { id: string }, args: Record<string, unknown> = {}) {
    const bystander = await addOrder(sql, reservedRow);
    const answer = await call<Record<string, unknown>>(server, name, { p_order_id: id, ...args });
    expect(await storedOrder(sql, bystander.id)).toMatchObject(bystander);
    return answer;
  }
  const attach = (order: { id: string }, session: string, attempt = 1) =>
    only("attach_checkout_session", order, { p_session_id: session, p_attempt: attempt });

  test.each([
    ["counts a new attempt", 1, {}, 2],
    ["keeps an attempt that was raised since", 3, { p_from_attempt: 2 }, 3],
  ])("%s", async (_, before, args, checkout_attempt) => {
    const order = await addOrder(sql, { ...reservedRow, checkout_attempt: before });
    const answer = await only("next_checkout_attempt", order, args);
    expect(answer).toMatchObject({ order: { id: order.id, checkout_attempt } });
  });

  test.each([
    ["with a reason", { p_reason: "no page" }, { reason: "no page" }],
    ["without a reason", {}, null],
  ])("is canceled with an event %s", async (_, args, data) => {
    const order = await addOrder(sql, { ...reservedRow, reservation_expires_at: new Date() });
    expect(await only("cancel_reservation", order, args)).toMatchObject({
      canceled: true,
      order: { id: order.id, payment_status: "canceled", reservation_expires_at: null },
    });
    const event = expect.objectContaining({ to_value: "canceled", data });
    expect(await eventsOf(sql, order.id)).toEqual([event]);
  });

  test("accepts a session, even if it is attached twice", async () => {
    const order = await addOrder(sql, reservedRow);
    const session = aSessionId();
    const attached = { attached: true, order: { id: order.id, stripe_session_id: session } };
    expect(await attach(order, session)).toMatchObject(attached);
    expect(await attach(order, session)).toMatchObject(attached);
  });

  test("accepts no session of a previous attempt or of another order", async () => {
    const [order, other] = [
      await addOrder(sql, reservedRow),
      await attachCheckout(null, { p_guest_key: aGuestKey() }),
    ];
    expect(await attach(order, aSessionId(), 2)).toMatchObject({ attached: false });
    expect(await attach(order, String(other.stripe_session_id))).toMatchObject({ attached: false });
  });

  test.each(others)("leaves an order %s unchanged", async (_, columns) => {
    const order = await addOrder(sql, columns());
    const { id, payment_status, version, stripe_session_id } = order;
    expect(await only("next_checkout_attempt", order)).toMatchObject({ order: { id, checkout_attempt: 1 } });
    expect(await only("cancel_reservation", order)).toMatchObject({
      canceled: false,
      order: { payment_status },
    });
    expect(await attach(order, aSessionId())).toMatchObject({ attached: false, order: { id } });
    expect(await storedOrder(sql, id)).toMatchObject({ version, stripe_session_id });
  });

  test("refuses a reservation of an order that isn't unpaid", async () => {
    const reservation = { reservation_expires_at: new Date() };
    for (const [, columns] of others.slice(1))
      await expect(addOrder(sql, { ...columns(), ...reservation })).rejects.toThrow(
        "reservation_is_of_unpaid",
      );
  });
});
