import { addReceived } from "../../sandbox/builders/grader-shipment";
import { addOrder, eventsOf, storedOrder } from "../../sandbox/builders/rows";
import { StaffActions } from "../../sandbox/builders/staff-actions";
import {
  call,
  connect,
  serverClient,
  type Transaction,
  withRollback,
} from "../../sandbox/builders/test-database";

const sql = connect();
let actions: StaffActions;
beforeAll(async () => {
  actions = await StaffActions.begin(sql);
});

const delay = { delay_reason: "The grading company is slow.", delayed_until: "2126-12-21" };
const later = { ...delay, delayed_until: "2126-12-28" };
const late = (columns = {}) =>
  addReceived(sql, { received_at: new Date("2026-01-05T15:00:00Z"), ...columns });

describe("overdue emails", () => {
  const lateEmails = async (id: string) => (await actions.emailsOf(id)).filter(({ kind }) => kind === "late");
  const yesterday = () => `${new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)}T17:00:00Z`;
  const queueLate = (p_now = yesterday()) =>
    call<{ done: number }>(serverClient(), "queue_overdue_notices", { p_limit: 100_000, p_now });
  const december = (day: number) => queueLate(`2126-12-${day}T15:00:00Z`);
  const send = (id: string) =>
    sql`update outbox set sent_at = now() where kind = 'late' and payload ->> 'order_id' = ${id}`;

  test("queues one overdue email without a reason, due immediately", async () => {
    const { id, version } = await late();
    for (let run = 0; run < 2; run++) {
      await queueLate();
      expect(await lateEmails(id)).toMatchObject([{ due: true, payload: { delay_reason: null } }]);
    }
    expect((await storedOrder(sql, id)).version).toBe(version);
  });

  test("queues another overdue email after each new estimate has passed", async () => {
    const { id } = await late();
    const days = async () => (await lateEmails(id)).map(({ payload }) => payload.broken_day);
    await queueLate();
    await actions.change(id, delay);
    await send(id);
    await december(21);
    expect(await days()).toEqual(["2026-01-27"]);
    for (let run = 0; run < 2; run++) {
      await december(22);
      expect(await days()).toEqual(["2026-01-27", "2126-12-21"]);
    }
  });

  test("queues one overdue email across concurrent runs", async () => {
    await queueLate();
    const { id } = await late();
    const answers = await Promise.all([queueLate(), queueLate(), queueLate()]);
    expect(answers.reduce((sum, { done }) => sum + done, 0)).toBe(1);
    expect(await lateEmails(id)).toHaveLength(1);
  });

  test("queues an email for each new delay reason, but not for the same one", async () => {
    const { id } = await late();
    await queueLate();
    await send(id);
    await actions.change(id, delay);
    expect(await lateEmails(id)).toMatchObject([{}, { due: false, payload: delay }]);
    await send(id);
    await actions.change(id, later);
    expect(await lateEmails(id)).toHaveLength(3);
    await actions.change(id, delay);
    expect(await lateEmails(id)).toHaveLength(2);
  });

  test.each([
    ["disputed", { dispute_status: "needs_response" }],
    ["complete", { fulfillment_status: "complete", submission_status: "completed" }],
  ])("queues no overdue email for a batch that is %s", async (_, columns) => {
    const { id } = await late(columns);
    await queueLate();
    expect(await lateEmails(id)).toEqual([]);
  });

  test("queues overdue emails from 9 a.m. on the day after the estimate", async () => {
    const { id } = await late();
    await queueLate("2026-01-27T20:00:00Z");
    await queueLate("2026-01-28T13:59:59Z");
    expect(await lateEmails(id)).toEqual([]);
    await queueLate("2026-01-28T14:00:00Z");
    expect(await lateEmails(id)).toHaveLength(1);
  });
});

describe("the weekly email without news", () => {
  /** 17:00 UTC is daytime in the business time zone. */
  const inDays = (days: number, hour = 17) =>
    `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T${hour}:00:00Z`;
  const run = (tx: Transaction, at: string) => tx`select queue_no_update_emails(100_000, ${at})`;
  const emailsOf = async (tx: Transaction, id: string) =>
    (await tx`select from outbox where kind = 'no_news' and payload ->> 'order_id' = ${id}`).length;
  const shipped = { inbound_shipped_at: new Date() };
  const back = { fulfillment_status: "complete", arrived_at: new Date() };

  test("sends one weekly email in the daytime while nothing happens", () =>
    withRollback(sql, async (tx) => {
      const { id } = await addReceived(tx);
      const counts: number[] = [];
      for (const at of [inDays(6), inDays(8, 11), inDays(8), inDays(8), inDays(14), inDays(16)]) {
        await run(tx, at);
        counts.push(await emailsOf(tx, id));
      }
      expect(counts).toEqual([0, 0, 1, 1, 1, 2]);
    }));

  test("sends the weekly email a week after the last public event", () =>
    withRollback(sql, async (tx) => {
      const [withNews, withoutNews] = [await addReceived(tx), await addReceived(tx)];
      for (const [order, isPublic] of [
        [withNews, true],
        [withoutNews, false],
      ] as const)
        await tx`insert into order_events (order_id, type, public, occurred_at)
          values (${order.id}, 'photo_shown', ${isPublic}, ${inDays(5)})`;
      await run(tx, inDays(8));
      expect([await emailsOf(tx, withNews.id), await emailsOf(tx, withoutNews.id)]).toEqual([0, 1]);
      await run(tx, inDays(13));
      expect(await emailsOf(tx, withNews.id)).toBe(1);
    }));

  test.each([
    ["on its way to us", () => shipped],
    ["on its way back", () => ({ ...back, submission_status: "completed" })],
  ] as const)("emails once about a package %s", (_, columns) =>
    withRollback(sql, async (tx) => {
      const { id } = await addOrder(tx, columns());
      for (const days of [8, 16, 24]) await run(tx, inDays(days));
      expect(await emailsOf(tx, id)).toBe(1);
    }),
  );

  test("sends no weekly email before shipping or after delivery", () =>
    withRollback(sql, async (tx) => {
      const orders = [await addOrder(tx), await addOrder(tx, { ...back, submission_status: "delivered" })];
      await run(tx, inDays(8));
      for (const { id } of orders) expect(await emailsOf(tx, id)).toBe(0);
    }));

  test.each([
    ["to be canceled", { cancel_requested_at: new Date() }],
    ["disputed", { dispute_status: "needs_response" }],
  ])("sends no weekly email while a batch is %s", (_, columns) =>
    withRollback(sql, async (tx) => {
      const { id } = await addOrder(tx, { ...shipped, ...columns });
      await run(tx, inDays(8));
      expect(await emailsOf(tx, id)).toBe(0);
    }),
  );
});

describe("estimates", () => {
  const promiseOf = async (id: string) =>
    (
      await sql`select promised_from, promised_to, delay_reason, delayed_until::text
    from grading_orders where id = ${id}`
    )[0];
  const nothing = { promised_from: null, promised_to: null, delay_reason: null, delayed_until: null };

  test("sets the estimate at check-in, keeps it on a recount and clears it on undo", async () => {
    const { id } = await addOrder(sql);
    expect(await promiseOf(id)).toEqual(nothing);
    await actions.checkIn(id, 9);
    const promised = await promiseOf(id);
    expect(promised?.promised_to).not.toBeNull();
    await actions.checkIn(id, 10, { p_is_recount: true });
    expect(await promiseOf(id)).toEqual(promised);
    const other = await addOrder(sql);
    const { action_id } = await actions.checkIn(other.id, 10);
    await actions.undo(action_id);
    expect(await promiseOf(other.id)).toEqual(nothing);
  });

  test("shows a delay to the customer until it is undone", async () => {
    const { id } = await late();
    const { action_id } = await actions.change(id, delay);
    expect(await promiseOf(id)).toMatchObject(delay);
    const shown = async () => (await eventsOf(sql, id)).filter(({ type }) => type === "delay");
    expect(await shown()).toMatchObject([{ to_value: delay.delayed_until, public: true }]);
    await actions.undo(action_id);
    expect(await promiseOf(id)).toMatchObject({ delay_reason: null, delayed_until: null });
    expect(JSON.stringify(await actions.shownTo(id))).not.toContain(delay.delay_reason);
  });

  test("refuses a delay before check-in or after completion", async () => {
    const { id } = await addOrder(sql);
    expect(await actions.change(id, delay)).toMatchObject({ outcome: "not_promised", order: { id } });
    const gone = await late({ fulfillment_status: "complete", submission_status: "completed" });
    expect(await actions.change(gone.id, delay)).toMatchObject({ outcome: "not_promised" });
    expect(await promiseOf(gone.id)).toMatchObject({ delay_reason: null });
  });

  test.each([
    ["no date", { delay_reason: delay.delay_reason }],
    ["no reason", { delayed_until: delay.delayed_until }],
  ])("refuses a delay with %s", async (_, changes) => {
    const { id } = await late();
    await expect(actions.change(id, changes)).rejects.toThrow();
    expect(await promiseOf(id)).toMatchObject({ delay_reason: null, delayed_until: null });
  });
});
