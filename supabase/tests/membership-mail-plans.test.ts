import { aSubscription } from "../../sandbox/builders/membership";
import { scansOf } from "../../sandbox/builders/plan";
import { ensureCustomer, takeFence } from "../../sandbox/builders/sql-functions";
import { connect, type Transaction, undone } from "../../sandbox/builders/test-database";

const sql = connect();

/** Fills the outbox with mails about other people's memberships that wait; answers the last one's subscription. */
async function fillOutbox(tx: Transaction): Promise<string> {
  const mails = 3_000;
  await tx`insert into outbox (dedupe_key, kind, payload)
    select 'membership_ending:sub_waits_' || i, 'membership_ending', jsonb_build_object('subscription_id', 'sub_waits_' || i)
    from generate_series(1, ${mails}::integer) i`;
  await tx.unsafe("analyze public.outbox");
  return `sub_waits_${mails}`;
}

test("the mails of a membership that are not true any more are found by their index", () =>
  undone(sql, async (tx) => {
    const subscription = await fillOutbox(tx);
    const [source] = await tx<{ text: string }[]>`
      select prosrc as text from pg_proc where oid = 'private.enqueue_membership_mails'::regproc`;
    const [statement = ""] = /delete from public\.outbox[^;]*/.exec(source?.text ?? "") ?? [];
    const values: Record<string, string> = {
      v_sub: `'${subscription}'`,
      v_failed: "false",
      v_active: "true",
      v_ending: "true",
      v_planning: "true",
      v_is_other_plan: "false",
      v_is_other_next: "false",
    };
    const names = /v_\w+/g;
    const scans = await scansOf(
      tx,
      statement.replace(names, (name) => values[name] ?? name),
    );
    expect(scans.map(({ index }) => index)).toContain("outbox_memberships");
    expect(scans.filter(({ how, rows }) => how === "Seq Scan" || rows > 1)).toEqual([]);
  }));

test("a sync reads no other mails, whatever plan the database has kept of it", () =>
  undone(sql, async (tx) => {
    await fillOutbox(tx);
    const { customer } = await ensureCustomer(sql);
    const subscriptions = [aSubscription(), aSubscription({ status: "canceled" })];
    const read = async () => {
      const [row] = await tx`select seq_scan, idx_tup_fetch,
          pg_stat_get_xact_numscans('public.outbox_memberships'::regclass) as by_subscription
        from pg_stat_xact_user_tables where relid = 'public.outbox'::regclass`;
      return [row?.seq_scan, row?.idx_tup_fetch, row?.by_subscription].map(Number);
    };
    const before = await read();
    // From the sixth call on it may be a plan for any subscription.
    const times = 8;
    for (let time = 0; time < times; time++) {
      const fence = await takeFence();
      await tx`select sync_membership(${customer}, ${fence}, ${tx.json(subscriptions)})`;
    }
    const [scanned = 0, fetched = 0, bySubscription = 0] = (await read()).map(
      (count, at) => count - (before[at] ?? 0),
    );
    expect([scanned, bySubscription]).toEqual([0, times * subscriptions.length]);
    expect(fetched).toBeLessThan(100);
  }));
