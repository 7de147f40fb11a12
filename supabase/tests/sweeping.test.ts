import { randomUUID } from "node:crypto";
import { aGuestKey, aSessionId } from "../../sandbox/builders/ids";
import type { OrderColumns } from "../../sandbox/builders/order";
import { addException, addOrder, addUser } from "../../sandbox/builders/rows";
import {
  call,
  connect,
  type Sql,
  serverClient,
  type Transaction,
  undone,
} from "../../sandbox/builders/test-database";

const sql = connect();
const server = serverClient();

/** An unpaid order of a guest without payment page, made 40 days ago. */
const anOldOrder = (sql: Sql | Transaction, changes: OrderColumns = {}) =>
  addOrder(sql, {
    guest_key: aGuestKey(),
    guest_email: null,
    payment_status: "unpaid",
    stripe_session_id: null,
    stripe_payment_intent_id: null,
    created_at: new Date(Date.now() - 40 * 86_400_000),
    ...changes,
  });

describe("the ledger of Stripe's events", () => {
  const record = (id: string) =>
    call(server, "record_stripe_event", {
      p_event_id: id,
      p_type: "test",
      p_object_id: "cs_1",
      p_livemode: false,
    });
  const finish = (id: string, error: string | null = null) =>
    call(server, "finish_stripe_event", { p_event_id: id, p_error: error });
  /** When every failed delivery may be tried again. */
  const later = new Date(Date.now() + 2 * 3_600_000).toISOString();
  const isListed = async (id: string) =>
    (
      await call<{ event_id: string }[]>(server, "list_unprocessed_stripe_events", {
        p_limit: 10_000,
        p_now: later,
      })
    ).some((event) => event.event_id === id);

  test("done means processed, not seen: a failed first delivery is worked again", async () => {
    const id = `evt_${randomUUID()}`;
    const attempts = async () =>
      (await sql`select attempts from stripe_events where event_id = ${id}`).map((row) => row.attempts);
    expect(await record(id)).toEqual({ processed: false });
    expect(await finish(id, "database away")).toEqual({ processed: false });
    expect(await isListed(id)).toBe(true);
    expect(await record(id)).toEqual({ processed: false });
    expect(await attempts()).toEqual([2]);
    expect(await finish(id)).toEqual({ processed: true });
    expect(await record(id)).toEqual({ processed: true });
    expect(await attempts()).toEqual([3]);
    expect(await finish(id, "late failure")).toEqual({ processed: true });
    expect(await isListed(id)).toBe(false);
  });

  test("50 deliveries at once are one row", async () => {
    const id = `evt_${randomUUID()}`;
    await Promise.all(Array.from({ length: 50 }, () => record(id)));
    const rows = await sql`select attempts from stripe_events where event_id = ${id}`;
    expect(rows).toEqual([{ attempts: 50 }]);
    expect(await isListed(id)).toBe(false);
  });
});

/** What a list answers in a transaction: a test that is red leaves no oldest order of all in the way of the others. */
const listedIn = async (tx: Transaction, name: string, args: Record<string, string | number>) => {
  const named = Object.entries(args).map(([key, value]) => `${key} => '${value}'`);
  const [row] = await tx.unsafe(`select public.${name}(${named.join(", ")}) as answer`);
  return row?.answer as { order_id: string }[];
};

test("reservations that ran out are listed, with the session to ask about", () =>
  undone(sql, async (tx) => {
    const reserved_until = "1995-01-01T00:00:00Z";
    const session = aSessionId();
    const order = await anOldOrder(tx, {
      reservation_expires_at: reserved_until,
      stripe_session_id: session,
    });
    const listed = (p_now: string) => listedIn(tx, "list_expired_reservations", { p_limit: 5, p_now });
    expect(await listed("1994-12-31T23:59:59Z")).toEqual([]);
    const place = expect.stringContaining(order.id);
    const entry = { order_id: order.id, batch_id: order.batch_id, stripe_session_id: session, place };
    expect(await listed(reserved_until)).toEqual([entry]);
    await addException(tx, { stripe_session_id: session, order_id: order.id });
    // Its money waits for staff, not for another question; once they have settled it, it is asked about again.
    expect(await listed(reserved_until)).toEqual([]);
    await tx`update payment_exceptions set resolved_at = now() where order_id = ${order.id}`;
    expect(await listed(reserved_until)).toEqual([entry]);
  }));

test("payments under way are listed, oldest first, with the session to ask about", () =>
  undone(sql, async (tx) => {
    const session = aSessionId();
    const order = await anOldOrder(tx, {
      payment_status: "pending",
      stripe_session_id: session,
      submitted_at: "1995-01-01T00:00:00Z",
    });
    const silent = await anOldOrder(tx, { payment_status: "pending" });
    const [first] = await listedIn(tx, "list_pending_payments", { p_limit: 1 });
    const place = expect.stringContaining(order.id);
    expect(first).toEqual({
      order_id: order.id,
      batch_id: order.batch_id,
      stripe_session_id: session,
      place,
    });
    const all = await listedIn(tx, "list_pending_payments", { p_limit: 1000 });
    expect(all.map(({ order_id: id }) => id)).not.toContain(silent.id);
  }));

test("a payment under way that staff have set to paid is asked about for three weeks, and no other that they did", () =>
  undone(sql, async (tx) => {
    const paid = async (from: string, columns: Record<string, unknown> = {}) => {
      const order = await anOldOrder(tx, {
        payment_status: "paid",
        paid_at: new Date(),
        stripe_payment_intent_id: null,
        stripe_session_id: aSessionId(),
        ...columns,
      });
      await tx`insert into order_events (order_id, type, from_value, to_value)
        values (${order.id}, 'payment_status', ${from}, 'paid')`;
      return order.id;
    };
    const debit = await paid("pending");
    const others = [
      await paid("unpaid"),
      await paid("pending", { paid_at: new Date(Date.now() - 22 * 86_400_000) }),
      await paid("pending", { stripe_payment_intent_id: `pi_${aSessionId()}` }),
      await paid("pending", { stripe_session_id: null }),
    ];
    const listed = (await listedIn(tx, "list_pending_payments", { p_limit: 1000 })).map(
      ({ order_id: id }) => id,
    );
    expect(listed).toContain(debit);
    for (const other of others) expect(listed).not.toContain(other);
  }));

test("a debit of an order that was canceled or paid by another page is asked about for three weeks", () =>
  undone(sql, async (tx) => {
    const until = (days: number) => new Date(Date.now() + days * 86_400_000);
    const awaited = async (payment_status: string, days: number, isOfItsPage: boolean) => {
      const session = aSessionId();
      const order = await anOldOrder(tx, {
        payment_status,
        ...(payment_status === "paid" ? { paid_at: new Date() } : {}),
        stripe_session_id: isOfItsPage ? session : aSessionId(),
      });
      await tx`insert into awaited_debits values (${session}, ${order.id}, ${until(days)})`;
      return { order_id: order.id, batch_id: order.batch_id, stripe_session_id: session };
    };
    const asked = [
      await awaited("canceled", 1, true),
      await awaited("canceled", 1, false),
      await awaited("failed", 1, true),
      await awaited("paid", 1, false),
    ];
    const once = await awaited("pending", 1, true);
    const others = [await awaited("canceled", -1, true), await awaited("paid", 1, true)];
    const listed = await listedIn(tx, "list_pending_payments", { p_limit: 1000 });
    for (const order of [...asked, once])
      expect(listed.filter(({ order_id: id }) => id === order.order_id)).toMatchObject([order]);
    const ids = listed.map(({ order_id: id }) => id);
    for (const { order_id: id } of others) expect(ids).not.toContain(id);
  }));

test("orders are found by session and batch, and with what a mail needs", async () => {
  const user = await addUser(sql);
  const session = aSessionId();
  const order = await anOldOrder(sql, {
    user_id: user.id,
    guest_key: null,
    user_email: "old@example.test",
    stripe_session_id: session,
  });
  await sql`update profiles set full_name = 'Ann' where user_id = ${user.id}`;
  expect(await call(server, "get_order_by_session", { p_session_id: session })).toMatchObject({
    order: { id: order.id },
    tracking_link: null,
  });
  expect(await call(server, "get_order_by_batch", { p_batch_id: order.batch_id })).toMatchObject({
    order: { id: order.id },
  });
  expect(await call(server, "get_order_for_email", { p_order_id: order.id })).toMatchObject({
    order: { id: order.id },
    email: user.email,
    full_name: "Ann",
    is_guest: false,
    tracking_link: null,
  });
  await sql`insert into tracking_links (order_id, token_hash, generation) values (${order.id}, ${aGuestKey()}, 3)`;
  const linked = { tracking_link: { order_id: order.id, generation: 3, is_active: true } };
  expect(await call(server, "get_order_by_session", { p_session_id: session })).toMatchObject(linked);
  expect(await call(server, "get_order_for_email", { p_order_id: order.id })).toMatchObject(linked);

  const nothing = { order: null };
  expect(await call(server, "get_order_by_session", { p_session_id: "cs_none" })).toEqual({
    ...nothing,
    tracking_link: null,
    cancel_way: "by_staff",
    cancel_refund: null,
    photos: [],
  });
  expect(await call(server, "get_order_by_batch", { p_batch_id: "none" })).toEqual(nothing);
  expect(await call(server, "get_order_for_email", { p_order_id: randomUUID() })).toMatchObject(nothing);
});
