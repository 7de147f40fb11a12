import { randomUUID } from "node:crypto";
import { aGuestKey, aSessionId } from "../../sandbox/builders/ids";
import type { OrderColumns } from "../../sandbox/builders/order";
import { addException, addOrder, addSubscription, addUser } from "../../sandbox/builders/rows";
import { connect, lockReconcile, type Transaction, undone } from "../../sandbox/builders/test-database";

const sql = connect();
lockReconcile();

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

/** A guest's canceled order of 40 days ago on which nothing hangs. */
const anOldOrder = (tx: Transaction, changes: OrderColumns = {}) =>
  addOrder(tx, {
    guest_key: aGuestKey(),
    guest_email: null,
    payment_status: "canceled",
    stripe_payment_intent_id: null,
    created_at: daysAgo(40),
    ...changes,
  });

const leftOf = async (tx: Transaction, orders: { id: string }[]) => {
  const ids = orders.map(({ id }) => id);
  const rows = await tx<{ id: string }[]>`select id from grading_orders where id = any(${ids}::uuid[])`;
  return new Set(rows.map(({ id }) => id));
};
const idsOf = (orders: { id: string }[]) => new Set(orders.map(({ id }) => id));

/** Reads whether a purge that takes one row a call goes on until nothing is left to take. */
const purgeAll = async (tx: Transaction, name: string, limit = 1) => {
  for (let calls = 1; ; calls++) {
    const [row] = await tx.unsafe(`select public.${name}(p_limit => ${limit}) as answer`);
    if (row?.answer.deleted === 0) return calls - 1;
  }
};

describe("orders", () => {
  test("that came to nothing go after 30 days, of guests and of accounts, and nothing else does", () =>
    undone(sql, async (tx) => {
      const { id: userId } = await addUser(tx);
      const paid = { payment_status: "paid", paid_at: new Date(), total_paid: 250 };
      const kept = [
        await anOldOrder(tx, { created_at: daysAgo(29) }),
        await anOldOrder(tx, paid),
        await anOldOrder(tx, { ...paid, payment_status: "canceled", refunded_cents: 25_000 }),
        await anOldOrder(tx, { payment_status: "pending" }),
        await anOldOrder(tx, { stripe_payment_intent_id: `pi_${randomUUID()}` }),
        await anOldOrder(tx, { payment_status: "unpaid", reservation_expires_at: daysAgo(29) }),
        // Its payment page was never asked how it ended.
        await anOldOrder(tx, { payment_status: "unpaid" }),
      ];
      const gone = [
        await anOldOrder(tx),
        await anOldOrder(tx, { payment_status: "failed" }),
        await anOldOrder(tx, { payment_status: "unpaid", stripe_session_id: null }),
        await anOldOrder(tx, { user_id: userId, guest_key: null }),
        await anOldOrder(tx, { user_id: userId, guest_key: null, payment_status: "failed" }),
      ];
      await tx`select public.purge_abandoned_orders()`;
      expect(await leftOf(tx, [...kept, ...gone])).toEqual(idsOf(kept));
      const events = await tx`select 1 from order_events where order_id = ${gone[0]?.id ?? ""}`;
      expect(events).toHaveLength(0);
    }));

  test("that cards, money or a dispute hang on stay for ever", () =>
    undone(sql, async (tx) => {
      const { id: staff } = await addUser(tx);
      const [matched, noted, refunded, disputed, settled] = [
        await anOldOrder(tx),
        await anOldOrder(tx),
        await anOldOrder(tx),
        await anOldOrder(tx),
        await anOldOrder(tx),
      ];
      await tx`insert into packages (order_id, matched_at) values (${matched.id}, now())`;
      await tx`insert into order_admin (order_id, received_by) values (${noted.id}, ${staff})`;
      await tx`insert into refund_requests (id, order_id, amount_cents, reason)
               values (${randomUUID()}, ${refunded.id}, 100, 'why')`;
      await addException(tx, { order_id: disputed.id });
      await addException(tx, { order_id: settled.id, resolved_at: new Date() });
      const columns: OrderColumns[] = [
        { arrived_at: daysAgo(35) },
        { received_at: daysAgo(35), received_count: 10 },
        { inbound_shipped_at: daysAgo(38) },
        { inbound_tracking: "1Z999" },
        { tracking_number: "1Z999" },
        { fulfillment_status: "grading" },
        { submission_status: "shipped" },
        { dispute_status: "lost" },
        { review_reason: "paid_after_canceled" },
      ];
      const kept = [matched, noted, refunded, disputed, settled];
      for (const held of columns) kept.push(await anOldOrder(tx, held));
      const gone = await anOldOrder(tx);
      await tx`select public.purge_abandoned_orders()`;
      expect(await leftOf(tx, [...kept, gone])).toEqual(idsOf(kept));
    }));

  test("go also beside one that something we did not think of hangs on", () =>
    undone(sql, async (tx) => {
      await tx`create table public.hangs_on (order_id uuid references public.grading_orders (id))`;
      const [first, held, last] = [
        await anOldOrder(tx, { created_at: daysAgo(60) }),
        await anOldOrder(tx, { created_at: daysAgo(50) }),
        await anOldOrder(tx),
      ];
      await tx`insert into public.hangs_on values (${held.id})`;
      await tx`select public.purge_abandoned_orders()`;
      expect(await leftOf(tx, [first, held, last])).toEqual(idsOf([held]));
    }));

  test("go in batches, the oldest first", () =>
    undone(sql, async (tx) => {
      const old = await anOldOrder(tx, { created_at: "1995-01-01T00:00:00Z" });
      const older = await anOldOrder(tx, { created_at: "1994-01-01T00:00:00Z" });
      await tx`select public.purge_abandoned_orders(p_limit => 1)`;
      expect(await leftOf(tx, [old, older])).toEqual(idsOf([old]));
      expect(await purgeAll(tx, "purge_abandoned_orders")).toBeGreaterThan(0);
      expect(await leftOf(tx, [old, older])).toEqual(new Set());
    }));
});

describe("mails", () => {
  const aMail = async (tx: Transaction, columns: Record<string, unknown>) => {
    const row = { dedupe_key: `test:${randomUUID()}`, kind: "test", payload: tx.json({}), ...columns };
    await tx`insert into outbox ${tx(row)}`;
    return row.dedupe_key;
  };
  const keysLeft = async (tx: Transaction, keys: string[]) =>
    (await tx`select dedupe_key from outbox where dedupe_key in ${tx(keys)} order by id`).map(
      (row) => row.dedupe_key,
    );

  test("go 90 days after they were sent; those that wait or failed stay", () =>
    undone(sql, async (tx) => {
      const gone = [
        await aMail(tx, { sent_at: daysAgo(91) }),
        await aMail(tx, { sent_at: daysAgo(400), payload: tx.json({ order_id: randomUUID() }) }),
        await aMail(tx, { sent_at: daysAgo(91), payload: tx.json({ order_id: "none" }) }),
      ];
      const kept = [
        await aMail(tx, { sent_at: daysAgo(89) }),
        await aMail(tx, { created_at: daysAgo(91) }),
        await aMail(tx, { created_at: daysAgo(91), failed_at: daysAgo(90) }),
      ];
      expect(await purgeAll(tx, "purge_sent_mails")).toBeGreaterThanOrEqual(gone.length);
      expect(await keysLeft(tx, [...gone, ...kept])).toEqual(kept);
    }));

  test("stay while the same mail could be written again", () =>
    undone(sql, async (tx) => {
      const { id: member } = await addUser(tx);
      const { id: former } = await addUser(tx);
      const [living, ended] = [`sub_${randomUUID()}`, `sub_${randomUUID()}`];
      await addSubscription(tx, member, { stripe_subscription_id: living });
      await addSubscription(tx, former, { stripe_subscription_id: ended, status: "canceled" });
      const inHouse = await addOrder(tx, { fulfillment_status: "grading" });
      const home = await addOrder(tx, { fulfillment_status: "complete" });
      const sent = (kind: string, payload: Record<string, string>) =>
        aMail(tx, { kind, payload: tx.json(payload), sent_at: daysAgo(91) });
      const kept = [
        await sent("membership_started", { subscription_id: living }),
        await sent("check_in_receipt", { order_id: inHouse.id }),
      ];
      const gone = [
        await sent("membership_started", { subscription_id: ended }),
        await sent("check_in_receipt", { order_id: home.id }),
        await sent("order_confirmation", { order_id: inHouse.id }),
      ];
      await tx`select public.purge_sent_mails()`;
      expect(await keysLeft(tx, [...kept, ...gone])).toEqual(kept);
    }));

  test("a confirmation of more than 90 days ago is not written again, on whose asking ever", () =>
    undone(sql, async (tx) => {
      const old = await addOrder(tx, { paid_at: daysAgo(91) });
      const fresh = await addOrder(tx, { paid_at: daysAgo(89) });
      const queued = async ({ id }: { id: string }) =>
        (await tx`select public.enqueue_order_confirmation(${id}) as answer`)[0]?.answer;
      expect([await queued(old), await queued(fresh)]).toEqual([{ queued: false }, { queued: true }]);
    }));
});

test("deliveries that were worked go after 90 days; those that were not stay", () =>
  undone(sql, async (tx) => {
    const add = async (received_at: Date, processed_at: Date | null) => {
      const event = { event_id: `evt_${randomUUID()}`, type: "test", livemode: false };
      await tx`insert into stripe_events ${tx({ ...event, received_at, processed_at })}`;
      return event.event_id;
    };
    const gone = [await add(daysAgo(91), daysAgo(91)), await add(daysAgo(400), daysAgo(91))];
    const kept = [await add(daysAgo(91), daysAgo(89)), await add(daysAgo(400), null)];
    expect(await purgeAll(tx, "purge_stripe_events")).toBeGreaterThanOrEqual(gone.length);
    const left = await tx`select event_id from stripe_events where event_id in ${tx([...gone, ...kept])}`;
    expect(new Set(left.map((row) => row.event_id))).toEqual(new Set(kept));
  }));

test("reads of payments go 90 days after the last one, and a later read counts from then", () =>
  undone(sql, async (tx) => {
    const about = () => `pi_${randomUUID()}`;
    const [gone, kept, again] = [about(), about(), about()];
    for (const [name, at] of [
      [gone, daysAgo(91)],
      [kept, daysAgo(89)],
      [again, daysAgo(91)],
    ] as const)
      await tx`insert into payment_reads (about, fence, read_at) values (${name}, 1, ${at})`;
    await tx`select private.is_latest_read(${again}, 2)`;
    expect(await purgeAll(tx, "purge_payment_reads")).toBeGreaterThan(0);
    const left = await tx`select about from payment_reads where about in ${tx([gone, kept, again])}`;
    expect(new Set(left.map((row) => row.about))).toEqual(new Set([kept, again]));
  }));

test("counters of rate limits go in batches", () =>
  undone(sql, async (tx) => {
    const keys = Array.from({ length: 3 }, () => `test:${randomUUID()}`);
    for (const key of keys)
      await tx`insert into rate_limits (key, updated_at) values (${key}, ${daysAgo(3)})`;
    const [first] = await tx`select public.purge_rate_limits(p_limit => 2) as answer`;
    expect(first?.answer).toEqual({ deleted: 2 });
    await purgeAll(tx, "purge_rate_limits", 2);
    expect(await tx`select 1 from rate_limits where key in ${tx(keys)}`).toHaveLength(0);
  }));

test("a page that was never asked about ends before its order may go", () =>
  undone(sql, async (tx) => {
    const session = aSessionId();
    const order = await anOldOrder(tx, {
      payment_status: "unpaid",
      stripe_session_id: session,
      reservation_expires_at: daysAgo(40),
    });
    await tx`select public.purge_abandoned_orders()`;
    expect(await leftOf(tx, [order])).toEqual(idsOf([order]));
    await tx`select public.apply_checkout(p_session_id => ${session}, p_order_id => ${order.id},
      p_session_status => 'expired', p_payment_status => 'unpaid', p_amount_cents => 25000, p_currency => 'usd',
      p_livemode => false, p_expected_livemode => false, p_tracking_hash => ${aGuestKey()})`;
    await tx`select public.purge_abandoned_orders()`;
    expect(await leftOf(tx, [order])).toEqual(new Set());
  }));
