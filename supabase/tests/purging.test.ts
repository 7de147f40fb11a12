import { randomUUID } from "node:crypto";
import { aSessionId } from "../../sandbox/builders/ids";
import { addOrder, addSubscription, addUser } from "../../sandbox/builders/rows";
import { purgeAll } from "../../sandbox/builders/sql-functions";
import { connect, type Transaction, undone } from "../../sandbox/builders/test-database";

const sql = connect();

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

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

test("a debit that nobody decided is forgotten 90 days after it was asked about for the last time", () =>
  undone(sql, async (tx) => {
    const { id } = await addOrder(tx);
    const [gone, kept] = [aSessionId(), aSessionId()];
    await tx`insert into awaited_debits (session_id, order_id, until)
      values (${gone}, ${id}, ${daysAgo(91)}), (${kept}, ${id}, ${daysAgo(89)})`;
    await purgeAll(tx, "purge_payment_reads");
    expect(await tx`select session_id from awaited_debits where order_id = ${id}`).toEqual([
      { session_id: kept },
    ]);
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
