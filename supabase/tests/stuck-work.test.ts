import {
  addGivenUpEvent,
  addOrder,
  addStuckRefund,
  type StaffMember,
  signUpStaff,
} from "../../sandbox/builders/rows";
import {
  connect,
  lockOutbox,
  lockReconcile,
  type Transaction,
  undone,
} from "../../sandbox/builders/test-database";

/* What staff are told of because it was tried in vain for so long that it is on them. */

const sql = connect();
lockReconcile();
lockOutbox();
let member: StaffMember;
beforeAll(async () => {
  member = await signUpStaff(sql);
});

type Told = Record<string, { name: string; about: string }[] | undefined>;

/** What is claimed so many minutes into a day, with a mail unless it says otherwise. */
async function claim(tx: Transaction, minute = 0, withMail = true): Promise<Told> {
  const now = new Date(Date.parse("2031-05-10T00:00:00Z") + minute * 60_000);
  const [row] = await tx`select public.claim_stuck_work(${withMail}, ${now}) as told`;
  return row?.told;
}
const mails = async (tx: Transaction) =>
  (await tx`select payload from outbox where kind = 'stuck_work' order by id`).map(({ payload }) => payload);

/** Does `work` where staff know of all that other tests have left, and leaves nothing behind. */
const alone = (work: (tx: Transaction) => Promise<void>) => () =>
  undone(sql, async (tx) => {
    await tx`delete from outbox where kind = 'stuck_work'`;
    await tx`update stripe_events set told_at = now()`;
    await tx`update refund_requests set told_attempt = attempt`;
    await tx`update order_adjustments set told_at = now(), next_look_at = null`;
    await work(tx);
  });

describe("deliveries", () => {
  test(
    "that were tried 20 times in vain are told once, and again when they failed again after staff had them worked",
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
    "are not told while they are tried, nor once they are worked",
    alone(async (tx) => {
      const [tried, worked] = [await addGivenUpEvent(tx), await addGivenUpEvent(tx)];
      await tx`update stripe_events set attempts = 19 where event_id = ${tried}`;
      await tx`update stripe_events set processed_at = now() where event_id = ${worked}`;
      expect(await claim(tx)).toEqual({});
    }),
  );

  test(
    "of one hour are one mail, which names twenty: what comes after it waits for the next hour",
    alone(async (tx) => {
      for (let nth = 0; nth < 21; nth++) await addGivenUpEvent(tx);
      expect((await claim(tx, 1)).events).toHaveLength(21);
      const late = await addGivenUpEvent(tx);
      expect(await claim(tx, 59)).toEqual({});
      expect((await claim(tx, 60)).events?.map(({ name }) => name)).toEqual([late]);
      const told = await mails(tx);
      expect(told.map(({ count, items }) => [count, items.length])).toEqual([
        [21, 20],
        [1, 1],
      ]);
    }),
  );

  test(
    "are told at once, and without a mail, where nobody is to get one",
    alone(async (tx) => {
      for (let nth = 0; nth < 2; nth++) {
        await addGivenUpEvent(tx);
        expect((await claim(tx, nth, false)).events).toHaveLength(1);
      }
      expect(await mails(tx)).toEqual([]);
    }),
  );
});

describe("refunds", () => {
  test(
    "of which nobody knows how they ended are told once, each attempt",
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
    "are not told in their first five minutes, nor when they have ended",
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
    "are asked about later and later, hourly at last, but at once for who looks at the order",
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
        [8, 4],
        [60, 30],
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
});

describe("proposals", () => {
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
    "of which nothing comes are looked at ever more rarely, and told once after four hours",
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
    "of which something came begin anew, and are told again when they stop again",
    alone(async (tx) => {
      const { id } = await add(tx, {
        next_look_at: at(300),
        own_look_at: at(300),
        vain_looks: 4,
        told_at: at(0),
      });
      expect(await claim(tx, 300)).toEqual({});
      await tx`update order_adjustments set next_look_at = ${at(310)} where id = ${id}`;
      expect(await look(tx, 310)).toEqual([id]);
      expect(await look(tx, 325)).toEqual([id]);
      for (const minutes of [355, 415]) expect(await look(tx, minutes)).toEqual([id]);
      expect(await claim(tx, 415)).toEqual({});
      expect(await look(tx, 535)).toEqual([id]);
      expect((await claim(tx, 535)).proposals).toHaveLength(1);
    }),
  );

  test(
    "whose money is owed for an hour are told once, also where it is not paid by card",
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
    "whose refund does not end are told as proposals alone",
    alone(async (tx) => {
      const { order, id } = await add(tx, { kind: "short", amount_cents: -500 });
      const request = await addStuckRefund(tx, order.id);
      expect((await claim(tx)).refunds).toHaveLength(1);
      await tx`update refund_requests set id = ${id}, told_attempt = null where id = ${request}`;
      expect(await claim(tx, 60)).toEqual({});
    }),
  );
});
