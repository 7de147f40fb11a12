import {
  addGivenUpEvent,
  addOrder,
  addStuckRefund,
  type StaffMember,
  signUpStaff,
} from "../../sandbox/builders/rows";
import { connect, type Transaction, withRollback } from "../../sandbox/builders/test-database";

const sql = connect();

type Claimed = Record<string, { name: string; about: string }[] | undefined>;

/** Claims stuck work at the given minute of a fixed day. */
async function claim(tx: Transaction, minute = 0): Promise<Claimed> {
  const now = new Date(Date.parse("2031-05-10T00:00:00Z") + minute * 60_000);
  const [row] = await tx`select public.claim_stuck_work(true, ${now}) as claimed`;
  return row?.claimed;
}

/** Returns the payloads of stuck-work emails, oldest first. */
const mails = async (tx: Transaction) =>
  (await tx`select payload from outbox where kind = 'stuck_work' order by id`).map(({ payload }) => payload);

/** Runs `work` in a transaction without other stuck work, and rolls it back. */
const alone = (work: (tx: Transaction) => Promise<void>) => () =>
  withRollback(sql, async (tx) => {
    await tx`delete from outbox where kind = 'stuck_work'`;
    await tx`delete from job_failures`;
    await tx`update outbox set notified_at = now() where failed_at is not null`;
    await tx`update stripe_events set notified_at = now() where notified_at is null`;
    await tx`update refund_requests set told_attempt = attempt where told_attempt is distinct from attempt`;
    await tx`update order_adjustments set notified_at = now(), next_look_at = null where notified_at is null`;
    await work(tx);
  });

let member: StaffMember;
beforeAll(async () => {
  member = await signUpStaff(sql);
});

test(
  "alerts once about an event after 20 attempts, and again after a failed retry",
  alone(async (tx) => {
    const event = await addGivenUpEvent(tx);
    const item = { name: event, about: "charge.refunded" };
    expect(await claim(tx)).toEqual({ events: [item] });
    expect(await claim(tx, 60)).toEqual({});
    expect(await mails(tx)).toEqual([{ work: "events", count: 1, items: [item] }]);
    await tx`select public.staff_retry_event(${member.id}, ${event})`;
    expect(await claim(tx, 120)).toEqual({});
    await tx`update stripe_events set attempts = 20 where event_id = ${event}`;
    expect(await claim(tx, 180)).toEqual({ events: [item] });
    expect(await mails(tx)).toHaveLength(2);
  }),
);

test(
  "alerts once about each attempt of an unconfirmed refund",
  alone(async (tx) => {
    const order = await addOrder(tx);
    const id = await addStuckRefund(tx, order.id);
    const item = { name: order.batch_id, about: "$1.00", order_id: order.id };
    expect(await claim(tx)).toEqual({ refunds: [item] });
    expect(await claim(tx, 60)).toEqual({});
    expect(await mails(tx)).toEqual([{ work: "refunds", count: 1, items: [item] }]);
    await tx`update refund_requests set attempt = 2 where id = ${id}`;
    expect(await claim(tx, 120)).toEqual({ refunds: [item] });
  }),
);

test(
  "doesn't alert about refunds in their first five minutes or after they finish",
  alone(async (tx) => {
    const [fresh, ended] = [await addOrder(tx), await addOrder(tx)];
    const id = await addStuckRefund(tx, fresh.id);
    await tx`update refund_requests set updated_at = '2031-05-10T00:00:00Z' where id = ${id}`;
    await tx`update refund_requests set status = 'failed' where id = ${await addStuckRefund(tx, ended.id)}`;
    expect(await claim(tx, 5)).toEqual({});
    expect((await claim(tx, 6)).refunds).toHaveLength(1);
  }),
);

test(
  "checks stuck refunds with a backoff of up to an hour, but immediately for a given order",
  alone(async (tx) => {
    const order = await addOrder(tx, { stripe_payment_intent_id: "pi_put_off" });
    const id = await addStuckRefund(tx, order.id);
    const began = Date.parse("2001-01-01T00:00:00Z");
    await tx`update refund_requests set updated_at = ${new Date(began)} where id = ${id}`;
    const at = (minutes: number) => new Date(began + minutes * 60_000);
    const isListed = async (minutes: number, of: string | null = null) => {
      const [row] = await tx`select public.list_stuck_refunds(1000, ${of}, ${at(minutes)}) as found`;
      return row?.found.some((found: { request: { id: string } }) => found.request.id === id);
    };
    const waits: [number, number][] = [
      [5, 2.5],
      [10_000, 60],
    ];
    for (const [minutes, wait] of waits) {
      expect(await isListed(minutes)).toBe(true);
      await tx`select public.postpone_refund(${id}, ${at(minutes)})`;
      expect([await isListed(minutes + wait - 0.1), await isListed(minutes + wait)]).toEqual([false, true]);
      expect(await isListed(minutes, order.id)).toBe(true);
    }
  }),
);

test(
  "emails once per hour and reason while the auth service refuses everyone",
  alone(async (tx) => {
    const alertOf = async (name: string, minute: number) => {
      const now = new Date(Date.parse("2031-05-10T00:00:00Z") + minute * 60_000);
      const items = JSON.stringify([{ name, about: "sign_up" }]);
      const [row] =
        await tx`select public.alert_staff('sign_in', ${items}::jsonb, true, ${now})::text as is_sent`;
      return row?.is_sent;
    };
    const sent = [
      await alertOf("captcha_failed", 1),
      await alertOf("captcha_failed", 2),
      await alertOf("error_sending_email", 3),
      await alertOf("captcha_failed", 61),
    ];
    expect(sent).toEqual(["true", "false", "true", "true"]);
    expect(await mails(tx)).toHaveLength(3);
  }),
);

const item = { name: "memberships", about: "1 failure in the last run" };
const HOUR = 60;
/** Records a failure at the given minute and returns the tasks to alert about. */
const fail = async (tx: Transaction, minute: number) => {
  const now = new Date(Date.parse("2031-05-10T00:00:00Z") + minute * 60_000);
  const [row] =
    await tx`select public.note_job_failures(${JSON.stringify([item])}::jsonb, true, ${now}) as alerted`;
  return row?.alerted;
};

test(
  "alerts once about a task that fails hourly for a day",
  alone(async (tx) => {
    for (let hour = 0; hour < 24; hour++) expect(await fail(tx, hour * HOUR)).toEqual([]);
    expect(await fail(tx, 24 * HOUR)).toEqual([item]);
    expect(await mails(tx)).toEqual([{ work: "tasks", count: 1, items: [item] }]);
    expect(await fail(tx, 25 * HOUR)).toEqual([]);
  }),
);

const giveUp = (tx: Transaction, kind: string, count: number) =>
  tx`insert into outbox (dedupe_key, kind, payload, failed_at)
   select 'test:' || gen_random_uuid(), ${kind}, '{}', now() from generate_series(1, ${count})`;

test(
  "sends one email per hour about failed emails, with the number per kind",
  alone(async (tx) => {
    await giveUp(tx, "late", 500);
    await giveUp(tx, "order_sent", 2);
    const items = [
      { name: "late", about: "500" },
      { name: "order_sent", about: "2" },
    ];
    expect(await claim(tx)).toEqual({ mails: items });
    await giveUp(tx, "late", 1);
    expect(await claim(tx, 59)).toEqual({});
    expect(await claim(tx, 60)).toEqual({ mails: [{ name: "late", about: "1" }] });
    expect(await mails(tx)).toEqual([
      { work: "mails", count: 502, items },
      { work: "mails", count: 1, items: [{ name: "late", about: "1" }] },
    ]);
  }),
);

test(
  "sends no alert about a failed alert",
  alone(async (tx) => {
    await giveUp(tx, "stuck_work", 1);
    expect(await claim(tx)).toEqual({});
  }),
);

describe("stuck proposals", () => {
  const BEGAN = Date.parse("2031-05-10T00:00:00Z");
  const at = (minutes: number) => new Date(BEGAN + minutes * 60_000);
  const add = async (tx: Transaction, columns: Record<string, unknown>) => {
    const order = await addOrder(tx);
    const row = { order_id: order.id, kind: "extra", qty: 1, unit_cents: 500, amount_cents: 500, ...columns };
    const [added] =
      await tx`insert into order_adjustments ${tx({ ...row, deadline_at: at(0) } as never)} returning id`;
    return { order, id: String(added?.id) };
  };
  const look = async (tx: Transaction, minutes: number) => {
    const [row] = await tx`select public.claim_due_adjustments(100, ${at(minutes)}) as due`;
    return row?.due.map(({ id }: { id: string }) => id);
  };

  test(
    "rechecks a stuck proposal with exponential backoff, and alerts once after four hours",
    alone(async (tx) => {
      const { order, id } = await add(tx, { next_look_at: at(0) });
      const looks = [0, 15, 45, 105, 225, 465, 945, 1425];
      for (const [nth, minutes] of looks.entries()) {
        if (nth > 0) expect(await look(tx, minutes - 1)).toEqual([]);
        expect(await look(tx, minutes)).toEqual([id]);
        const item = { name: order.batch_id, about: "extra, $5.00", id };
        expect(await claim(tx, minutes)).toEqual(minutes === 225 ? { proposals: [item] } : {});
      }
      expect(await mails(tx)).toHaveLength(1);
    }),
  );

  test(
    "alerts once about a refund that has been due for an hour, even without a card payment",
    alone(async (tx) => {
      const owed = { kind: "short", amount_cents: -500, status: "accepted", chosen_option: "refund" };
      const { order } = await add(tx, { ...owed, decided_at: at(0) });
      await add(tx, { ...owed, status: "refunded", decided_at: at(0) });
      expect(await claim(tx, 60)).toEqual({});
      expect((await claim(tx, 61)).proposals).toMatchObject([
        { name: order.batch_id, about: "short, $5.00" },
      ]);
      expect(await claim(tx, 121)).toEqual({});
    }),
  );

  test(
    "sends no separate alert for a refund that belongs to a proposal",
    alone(async (tx) => {
      const { order, id } = await add(tx, { kind: "short", amount_cents: -500 });
      const request = await addStuckRefund(tx, order.id);
      expect((await claim(tx)).refunds).toHaveLength(1);
      await tx`update refund_requests set id = ${id}, told_attempt = null where id = ${request}`;
      expect(await claim(tx, 60)).toEqual({});
    }),
  );
});
