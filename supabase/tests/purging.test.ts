import { randomUUID } from "node:crypto";
import { aGuestKey, aSessionId } from "../../sandbox/builders/ids";
import type { OrderColumns, StaffColumns } from "../../sandbox/builders/order";
import { addException, addOrder, addSubscription, addUser } from "../../sandbox/builders/rows";
import { purgeAll } from "../../sandbox/builders/sql-functions";
import {
  call,
  connect,
  type Sql,
  serverClient,
  type Transaction,
  withRollback,
} from "../../sandbox/builders/test-database";

const sql = connect();
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

describe("purging", () => {
  const aMail = async (tx: Transaction, columns: Record<string, unknown>) => {
    const row = { dedupe_key: `test:${randomUUID()}`, kind: "test", payload: tx.json({}), ...columns };
    await tx`insert into outbox ${tx(row)}`;
    return row.dedupe_key;
  };
  const keysLeft = async (tx: Transaction, keys: string[]) =>
    (await tx`select dedupe_key from outbox where dedupe_key in ${tx(keys)} order by id`).map(
      (row) => row.dedupe_key,
    );

  test("deletes sent emails after 90 days, but not waiting or failed ones", () =>
    withRollback(sql, async (tx) => {
      const gone = [await aMail(tx, { sent_at: daysAgo(91) })];
      const kept = [
        await aMail(tx, { sent_at: daysAgo(89) }),
        await aMail(tx, { created_at: daysAgo(91) }),
        await aMail(tx, { created_at: daysAgo(91), failed_at: daysAgo(90) }),
      ];
      expect(await purgeAll(tx, "purge_sent_emails")).toBeGreaterThanOrEqual(gone.length);
      expect(await keysLeft(tx, [...gone, ...kept])).toEqual(kept);
    }));

  test("keeps a sent email while it could be queued again", () =>
    withRollback(sql, async (tx) => {
      const { id: member } = await addUser(tx);
      const { id: former } = await addUser(tx);
      const [living, ended] = [`sub_${randomUUID()}`, `sub_${randomUUID()}`];
      await addSubscription(tx, member, { stripe_subscription_id: living });
      await addSubscription(tx, former, { stripe_subscription_id: ended, status: "canceled" });
      const inProject = await addOrder(tx, { fulfillment_status: "grading" });
      const home = await addOrder(tx, { fulfillment_status: "complete" });
      const sent = (kind: string, payload: Record<string, string>) =>
        aMail(tx, { kind, payload: tx.json(payload), sent_at: daysAgo(91) });
      const kept = [
        await sent("membership_started", { subscription_id: living }),
        await sent("check_in_receipt", { order_id: inProject.id }),
      ];
      const gone = [
        await sent("membership_started", { subscription_id: ended }),
        await sent("check_in_receipt", { order_id: home.id }),
        await sent("order_confirmation", { order_id: inProject.id }),
      ];
      await tx`select public.purge_sent_emails()`;
      expect(await keysLeft(tx, [...kept, ...gone])).toEqual(kept);
    }));

  test("doesn't queue a confirmation again after 90 days", () =>
    withRollback(sql, async (tx) => {
      const old = await addOrder(tx, { paid_at: daysAgo(91) });
      const fresh = await addOrder(tx, { paid_at: daysAgo(89) });
      const queued = async ({ id }: { id: string }) =>
        (await tx`select public.enqueue_order_confirmation(${id}) as answer`)[0]?.answer;
      expect([await queued(old), await queued(fresh)]).toEqual([{ queued: false }, { queued: true }]);
    }));

  test("deletes processed Stripe events after 90 days, but not unprocessed ones", () =>
    withRollback(sql, async (tx) => {
      const add = async (received_at: Date, processed_at: Date | null) => {
        const event = { event_id: `evt_${randomUUID()}`, type: "test", livemode: false };
        await tx`insert into stripe_events ${tx({ ...event, received_at, processed_at })}`;
        return event.event_id;
      };
      const gone = [await add(daysAgo(91), daysAgo(91)), await add(daysAgo(400), daysAgo(91))];
      const kept = [await add(daysAgo(91), daysAgo(89)), await add(daysAgo(400), null)];
      expect(await purgeAll(tx, "purge_expired_rows")).toBeGreaterThanOrEqual(gone.length);
      const left = await tx`select event_id from stripe_events where event_id in ${tx([...gone, ...kept])}`;
      expect(new Set(left.map((row) => row.event_id))).toEqual(new Set(kept));
    }));

  test("deletes payment reads 90 days after the latest one", () =>
    withRollback(sql, async (tx) => {
      const [gone, kept, again] = [randomUUID(), randomUUID(), randomUUID()];
      await tx`insert into payment_reads (about, fence, read_at) values
        (${gone}, 1, ${daysAgo(91)}), (${kept}, 1, ${daysAgo(89)}), (${again}, 1, ${daysAgo(91)})`;
      await tx`select private.is_latest_read(${again}, 2)`;
      await purgeAll(tx, "purge_expired_rows");
      const left = await tx`select about from payment_reads where about in ${tx([gone, kept, again])}`;
      expect(new Set(left.map((row) => row.about))).toEqual(new Set([kept, again]));
    }));
});

const anOldOrder = (tx: Sql | Transaction, changes: OrderColumns & StaffColumns = {}) =>
  addOrder(tx, {
    guest_key: aGuestKey(),
    guest_email: null,
    payment_status: "canceled",
    stripe_payment_intent_id: null,
    created_at: daysAgo(40),
    ...changes,
  });

const amounts = { qty: 1, unit_cents: 2_500, amount_cents: 2_500 };

/** Rows that prevent an abandoned order's deletion. */
const ORDER_DEPENDENTS: [name: string, table: string, columns: Record<string, unknown>][] = [
  ["a package", "packages", { matched_at: new Date() }],
  ["a note", "order_notes", { body: "x", author_id: randomUUID() }],
  ["a refund", "refund_requests", { id: randomUUID(), amount_cents: 100, reason: "why" }],
  ["an exception", "payment_exceptions", { stripe_session_id: aSessionId(), reason: "amount_mismatch" }],
  ["a debit", "awaited_debits", { session_id: aSessionId(), until: new Date(Date.now() + 86_400_000) }],
  ["a photo", "order_photos", { kind: "package", path: randomUUID(), public: true, stored_at: new Date() }],
  ["a problem", "order_messages", { author: "customer", kind: "problem", body: "Cracked." }],
  ["a question", "order_adjustments", { kind: "extra", deadline_at: new Date(), ...amounts }],
];

describe("purging orders", () => {
  const leftOf = async (tx: Transaction, orders: { id: string }[]) => {
    const ids = orders.map(({ id }) => id);
    const rows = await tx<{ id: string }[]>`select id from grading_orders where id = any(${ids}::uuid[])`;
    return new Set(rows.map(({ id }) => id));
  };
  const idsOf = (orders: { id: string }[]) => new Set(orders.map(({ id }) => id));

  test("deletes abandoned orders after 30 days, but no others", () =>
    withRollback(sql, async (tx) => {
      const { id: userId } = await addUser(tx);
      const paid = { payment_status: "paid", paid_at: new Date(), total_paid: 250 };
      const kept = [
        await anOldOrder(tx, { created_at: daysAgo(29) }),
        await anOldOrder(tx, paid),
        await anOldOrder(tx, { ...paid, payment_status: "canceled", refunded_cents: 25_000 }),
        await anOldOrder(tx, { payment_status: "pending" }),
        await anOldOrder(tx, { stripe_payment_intent_id: `pi_${randomUUID()}` }),
        await anOldOrder(tx, { payment_status: "unpaid", reservation_expires_at: daysAgo(29) }),
        await anOldOrder(tx, { total_paid: 250, refunded_cents: 100 }),
        // The order's session was never checked.
        await anOldOrder(tx, { payment_status: "unpaid" }),
      ];
      const gone = [
        await anOldOrder(tx),
        await anOldOrder(tx, { payment_status: "failed" }),
        await anOldOrder(tx, { payment_status: "unpaid", stripe_session_id: null }),
        await anOldOrder(tx, { user_id: userId, guest_key: null, placed_by_admin: true }),
      ];
      await tx`select public.purge_abandoned_orders()`;
      expect(await leftOf(tx, [...kept, ...gone])).toEqual(idsOf(kept));
      const events = await tx`select 1 from order_events where order_id = ${gone[0]?.id ?? ""}`;
      expect(events).toHaveLength(0);
    }));

  test("keeps an order with cards, tracking numbers, a dispute, an exception or staff data", () =>
    withRollback(sql, async (tx) => {
      const settled = await anOldOrder(tx);
      await addException(tx, { order_id: settled.id, resolved_at: new Date() });
      const columns: (OrderColumns & StaffColumns)[] = [
        { arrived_at: daysAgo(35) },
        { received_at: daysAgo(35), received_count: 10 },
        { inbound_tracking: "1Z999" },
        { tracking_number: "1Z999" },
        { fulfillment_status: "grading" },
        { submission_status: "shipped" },
        { dispute_status: "lost" },
        { review_reason: "paid_after_canceled", placed_by_admin: true },
        { internal_notes: "x", placed_by_admin: true },
      ];
      const kept = [settled];
      for (const held of columns) kept.push(await anOldOrder(tx, held));
      const gone = await anOldOrder(tx);
      await tx`select public.purge_abandoned_orders()`;
      expect(await leftOf(tx, [...kept, gone])).toEqual(idsOf(kept));
    }));

  test.each(ORDER_DEPENDENTS)("keeps an order with %s and deletes the next one", (_, table, columns) =>
    withRollback(sql, async (tx) => {
      const held = await anOldOrder(tx, { created_at: "1994-01-01T00:00:00Z" });
      const gone = await anOldOrder(tx, { created_at: "1995-01-01T00:00:00Z" });
      await tx`insert into ${tx(table)} ${tx({ order_id: held.id, ...columns })}`;
      await tx`select public.purge_abandoned_orders(p_limit => 1)`;
      expect(await leftOf(tx, [held, gone])).toEqual(idsOf([held]));
    }),
  );
});

describe("sweeping", () => {
  const server = serverClient();

  const event = { p_type: "test", p_object_id: "cs_1", p_livemode: false };
  const record = (id: string) => call(server, "record_stripe_event", { p_event_id: id, ...event });
  const finish = (id: string, error: string | null = null) =>
    call(server, "finish_stripe_event", { p_event_id: id, p_error: error });
  const later = new Date(Date.now() + 2 * 3_600_000).toISOString();
  const isListed = async (id: string) => {
    const args = { p_limit: 10_000, p_now: later };
    const events = await call<{ event_id: string }[]>(server, "list_unprocessed_stripe_events", args);
    return events.some((event) => event.event_id === id);
  };

  test("processes a failed webhook delivery again, but not a processed one", async () => {
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

  test("stores 50 concurrent webhook deliveries as one row", async () => {
    const id = `evt_${randomUUID()}`;
    await Promise.all(Array.from({ length: 50 }, () => record(id)));
    const rows = await sql`select attempts from stripe_events where event_id = ${id}`;
    expect(rows).toEqual([{ attempts: 50 }]);
    expect(await isListed(id)).toBe(false);
  });

  /** Runs in a transaction, so that a failed test doesn't leave the oldest order behind. */
  const listedIn = async (tx: Transaction, name: string, args: Record<string, string | number>) => {
    const named = Object.entries(args).map(([key, value]) => `${key} => '${value}'`);
    const [row] = await tx.unsafe(`select public.${name}(${named.join(", ")}) as answer`);
    return row?.answer as { order_id: string }[];
  };

  test("lists expired reservations with their session", () =>
    withRollback(sql, async (tx) => {
      const reserved_until = "1995-01-01T00:00:00Z";
      const session = aSessionId();
      const order = await anOldOrder(tx, {
        payment_status: "unpaid",
        reservation_expires_at: reserved_until,
        stripe_session_id: session,
      });
      const listed = (p_now: string) => listedIn(tx, "list_expired_reservations", { p_limit: 5, p_now });
      expect(await listed("1994-12-31T23:59:59Z")).toEqual([]);
      const place = expect.stringContaining(order.id);
      const entry = { order_id: order.id, batch_id: order.batch_id, stripe_session_id: session, place };
      expect(await listed(reserved_until)).toEqual([entry]);
      await addException(tx, { stripe_session_id: session, order_id: order.id });
      expect(await listed(reserved_until)).toEqual([]);
      await tx`update payment_exceptions set resolved_at = now() where order_id = ${order.id}`;
      expect(await listed(reserved_until)).toEqual([entry]);
    }));

  test("lists pending payments with their session, oldest first", () =>
    withRollback(sql, async (tx) => {
      const session = aSessionId();
      const order = await anOldOrder(tx, {
        payment_status: "pending",
        stripe_session_id: session,
        submitted_at: "1995-01-01T00:00:00Z",
      });
      const silent = await anOldOrder(tx, { payment_status: "pending", stripe_session_id: null });
      const [first] = await listedIn(tx, "list_pending_payments", { p_limit: 1 });
      const place = expect.stringContaining(order.id);
      expect(first).toMatchObject({ order_id: order.id, stripe_session_id: session, place });
      const all = await listedIn(tx, "list_pending_payments", { p_limit: 1000 });
      expect(all.map(({ order_id: id }) => id)).not.toContain(silent.id);
    }));

  test("lists a pending payment for three weeks after staff set it to paid", () =>
    withRollback(sql, async (tx) => {
      const paid = async (from: string, columns: Record<string, unknown> = {}) => {
        const order = await anOldOrder(tx, {
          payment_status: "paid",
          paid_at: new Date(),
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

  test("lists an awaited debit of a canceled or paid order for three weeks", () =>
    withRollback(sql, async (tx) => {
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

  test("finds an order by session, by batch ID and for its emails", async () => {
    const user = await addUser(sql);
    const { id, batch_id, stripe_session_id } = await addOrder(sql, {
      user_id: user.id,
      user_email: "old@example.test",
    });
    await sql`insert into tracking_links (order_id, token_hash, generation) values (${id}, ${aGuestKey()}, 3)`;
    const linked = { order: { id }, tracking_link: { order_id: id, generation: 3, is_active: true } };
    const bySession = (p_session_id: string) => call(server, "get_order_by_session", { p_session_id });
    expect(await bySession(stripe_session_id)).toMatchObject(linked);
    expect(await bySession("cs_none")).toMatchObject({ order: null });
    expect(await call(server, "get_order_by_batch", { p_batch_id: batch_id })).toMatchObject({
      order: { id },
    });
    const forEmail = await call(server, "get_order_for_email", { p_order_id: id });
    expect(forEmail).toMatchObject({ ...linked, email: user.email, is_guest: false });
  });
});
