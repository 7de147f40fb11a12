import { randomUUID } from "node:crypto";
import { aBatchId } from "../../sandbox/builders/ids";
import { aSubscription } from "../../sandbox/builders/membership";
import { addUser } from "../../sandbox/builders/rows";
import { connect, type Transaction, undone } from "../../sandbox/builders/test-database";

const sql = connect();

/** Does `work` in a session whose time zone is not the server's, and leaves nothing behind. */
const inZone = (zone: string, work: (tx: Transaction) => Promise<void>) =>
  undone(sql, async (tx) => {
    await tx`select set_config('timezone', ${zone}, true)`;
    const [row] =
      await tx`select extract(timezone from timestamptz '2026-11-01 00:00:00Z')::integer as seconds`;
    expect(row?.seconds).not.toBe(0);
    await work(tx);
  });

/** The last and the first moments of a month of UTC, and its days. */
const MONTHS = [
  ["2026-10-31T23:59:59Z", "2026-10-01", "2026-10-31"],
  ["2026-11-01T00:00:00Z", "2026-11-01", "2026-11-30"],
  ["2026-02-28T12:00:00Z", "2026-02-01", "2026-02-28"],
  ["2026-03-01T01:00:00Z", "2026-03-01", "2026-03-31"],
] as const;

describe.each(["Pacific/Kiritimati", "America/St_Johns", "Pacific/Pago_Pago"])(
  "in a session of %s",
  (zone) => {
    test.each(MONTHS)("the month of %s is UTC's: reserved from %s, shown to %s", async (now, start, end) => {
      await inZone(zone, async (tx) => {
        const { id, email } = await addUser(tx);
        const [reserved] = await tx`
        select reserve_order(${id}, ${email}, null, ${aBatchId()}, 'pro', 7, 2200, 500, null, false, null, ${now}) as answer`;
        expect(reserved?.answer).toMatchObject({ outcome: "reserved", remaining: 493 });
        const [order] = await tx`select quota_month::text from grading_orders where user_id = ${id}`;
        expect(order?.quota_month).toBe(start);

        const claims = JSON.stringify({ sub: id, role: "authenticated" });
        await tx`select set_config('request.jwt.claims', ${claims}, true)`;
        const [page] = await tx`select get_submit_page(${now}) -> 'month' as month`;
        expect(page?.month).toEqual({ start, end, used_cards: 0, held_cards: 7 });
      });
    });

    test("a mail about the end of a period is one mail by the moment of UTC", async () => {
      await inZone(zone, async (tx) => {
        const { id } = await addUser(tx);
        const customer = `cus_${randomUUID()}`;
        const subscription = aSubscription({
          status: "past_due",
          current_period_start: "2026-11-01T00:00:00Z",
          current_period_end: "2026-11-30T23:30:00Z",
        });
        await tx`select ensure_stripe_customer(${id}, ${customer})`;
        await tx`select sync_membership(${customer}, next_read_fence(), ${tx.json([subscription])}, now())`;
        const mails = await tx`select dedupe_key from outbox where kind = 'membership_payment_failed'
                             and payload ->> 'subscription_id' = ${subscription.id}`;
        expect(mails).toEqual([
          { dedupe_key: `membership_payment_failed:${subscription.id}:2026-11-30T23:30:00Z` },
        ]);
      });
    });

    test.each([
      ["2026-10-07T23:30:00Z", 15, "2026-09-16T23:30:00Z"],
      ["2026-12-01T00:30:00Z", 1, "2026-11-28T00:30:00Z"],
      ["2026-09-20T23:30:00Z", 5, "2026-09-11T23:30:00Z"],
    ])("%s less %i business days of the business is %s", async (from, days, expected) => {
      await inZone(zone, async (tx) => {
        const [row] = await tx<{ at: Date }[]>`select private.business_days_before(${from}, ${days}) as at`;
        expect(row?.at).toEqual(new Date(expected));
      });
    });
  },
);
