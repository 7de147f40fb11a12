import { addReceived } from "../../sandbox/builders/grader-shipment";
import { uniqueToken } from "../../sandbox/builders/ids";
import { addOrder, eventsOf, signUpStaff, storedOrder } from "../../sandbox/builders/rows";
import { StaffActions } from "../../sandbox/builders/staff-actions";
import {
  call,
  connect,
  personClient,
  serverClient,
  type Transaction,
  tally,
  undone,
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
  const inThreeDays = () => new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  const send = (id: string) =>
    sql`update outbox set sent_at = now() where kind = 'late' and payload ->> 'order_id' = ${id}`;

  test("queues one overdue email without a reason, due at once", async () => {
    const { id, version } = await late();
    for (let run = 0; run < 2; run++) {
      await queueLate();
      expect(await lateEmails(id)).toMatchObject([{ due: true, payload: { delay_reason: null } }]);
    }
    expect((await storedOrder(sql, id)).version).toBe(version);
  });

  test("queues another overdue email after each new date has passed", async () => {
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
    await send(id);
    await actions.change(id, later);
    await send(id);
    await december(28);
    expect(await days()).toEqual(["2026-01-27", "2126-12-21", "2026-01-27"]);
    await december(29);
    expect(await days()).toEqual(["2026-01-27", "2126-12-21", "2026-01-27", "2126-12-28"]);
  });

  test("drops an unsent overdue email while unpaid, and queues it when paid again", async () => {
    const [untold, told] = [await late(), await late()];
    await queueLate();
    await send(told.id);
    for (const { id } of [untold, told]) await actions.change(id, { payment_status: "unpaid" }, "By mistake");
    expect([await lateEmails(untold.id), (await lateEmails(told.id)).length]).toEqual([[], 1]);
    for (const { id } of [untold, told]) await actions.change(id, { payment_status: "paid" }, "It was paid");
    expect(await lateEmails(untold.id)).toMatchObject([{ payload: { broken_day: "2026-01-27" } }]);
    expect(await lateEmails(told.id)).toHaveLength(1);
  });

  test("queues one overdue email in concurrent runs", async () => {
    await queueLate();
    const { id } = await late();
    const answers = await Promise.all([queueLate(), queueLate(), queueLate()]);
    expect(answers.reduce((sum, { done }) => sum + done, 0)).toBe(1);
    expect(await lateEmails(id)).toHaveLength(1);
  });

  test("queues an email for each new delay reason, and none for the same", async () => {
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
    await actions.change(id, { note: "nothing about it" });
    expect(await lateEmails(id)).toHaveLength(2);
  });

  test("leaves the email to the job when a delay is undone", async () => {
    const { id } = await late();
    const { action_id } = await actions.change(id, delay);
    await actions.undo(action_id);
    expect(await lateEmails(id)).toEqual([]);
    await queueLate();
    expect(await lateEmails(id)).toHaveLength(1);
  });

  test("emails an early new date once, and again after that date", async () => {
    const { id } = await addReceived(sql, { received_at: new Date() });
    await actions.change(id, delay);
    expect(await lateEmails(id)).toMatchObject([{ due: false, payload: delay }]);
    await send(id);
    await december(20);
    expect(await lateEmails(id)).toHaveLength(1);
    await december(22);
    expect(await lateEmails(id)).toHaveLength(2);
  });

  test("queues no email for a date within the estimate or undone", async () => {
    const soon = await addReceived(sql, { received_at: new Date() });
    await actions.change(soon.id, { ...delay, delayed_until: inThreeDays() });
    expect(await lateEmails(soon.id)).toEqual([]);
    const { action_id } = await actions.change(soon.id, delay);
    const second = await actions.change(soon.id, later);
    expect(await lateEmails(soon.id)).toMatchObject([{ payload: later }]);
    await actions.undo(second.action_id);
    expect(await lateEmails(soon.id)).toMatchObject([{ payload: delay }]);
    await actions.undo(action_id);
    expect(await lateEmails(soon.id)).toEqual([]);
    await actions.change(soon.id, delay);
    await actions.change(soon.id, { delay_reason: null, delayed_until: null });
    expect(await lateEmails(soon.id)).toEqual([]);
  });

  test("sends no correction when the delay is cleared by shipping back", async () => {
    const { id } = await addReceived(sql, { received_at: new Date() });
    await actions.change(id, delay);
    await send(id);
    const home = { submission_status: "completed", tracking_number: uniqueToken() };
    await actions.change(id, { ...home, delay_reason: null, delayed_until: null }, "Ungraded");
    expect((await actions.emailsOf(id)).map(({ kind }) => kind)).toEqual(["late", "order_returned"]);
  });

  test("emails a delay reason once when the overdue job also runs", async () => {
    const { id } = await late();
    await actions.change(id, delay);
    expect(await lateEmails(id)).toMatchObject([{ due: false, payload: delay }]);
    await queueLate();
    expect(await lateEmails(id)).toMatchObject([{ due: false, payload: delay }]);
  });

  test("drops the overdue email when the batch ships back", async () => {
    const { id } = await late();
    await queueLate();
    await actions.change(id, { submission_status: "completed", tracking_number: uniqueToken() }, "Ungraded");
    expect(await lateEmails(id)).toEqual([]);
  });

  test.each([
    ["disputed", { dispute_status: "needs_response" }],
    ["canceled", { payment_status: "canceled" }],
    ["complete", { fulfillment_status: "complete", submission_status: "completed" }],
  ])("queues no overdue email for a batch that is %s", async (_, columns) => {
    const { id } = await late(columns);
    await queueLate();
    expect(await lateEmails(id)).toEqual([]);
  });

  test("queues overdue emails from 9 a.m. after the estimate", async () => {
    const { id } = await late();
    await queueLate("2026-01-27T20:00:00Z");
    await queueLate("2026-01-28T13:59:59Z");
    expect(await lateEmails(id)).toEqual([]);
    await queueLate("2026-01-28T14:00:00Z");
    expect(await lateEmails(id)).toHaveLength(1);
  });

  test("queues other emails when one fails", async () => {
    const [broken, other] = [await late(), await late()];
    await sql.begin(async (tx) => {
      await tx.unsafe(`create function public.refuse_email() returns trigger language plpgsql as $$ begin
          if new.payload ->> 'order_id' = '${broken.id}' then raise exception 'refused'; end if; return new; end $$;
          create trigger refuse_email before insert on public.outbox for each row execute function public.refuse_email()`);
      const [row] = await tx`select queue_overdue_notices(100_000, ${yesterday()}) as answer`;
      expect(row?.answer).toMatchObject({ failed: 1 });
      await tx.unsafe("drop trigger refuse_email on public.outbox; drop function public.refuse_email()");
    });
    expect(await lateEmails(broken.id)).toEqual([]);
    expect(await lateEmails(other.id)).toHaveLength(1);
  });

  test("queues the longest overdue first", async () => {
    const [later, first] = [
      await late({ received_at: new Date("1999-01-06T15:00:00Z") }),
      await late({ received_at: new Date("1999-01-05T15:00:00Z") }),
    ];
    const queueOne = () =>
      call(serverClient(), "queue_overdue_notices", { p_limit: 1, p_now: "1999-02-25T15:00:00Z" });
    for (const length of [0, 1]) {
      expect(await queueOne()).toEqual({ done: 1, failed: 0 });
      expect(await lateEmails(first.id)).toHaveLength(1);
      expect(await lateEmails(later.id)).toHaveLength(length);
    }
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

  test("emails once a week in the daytime while nothing happens", () =>
    undone(sql, async (tx) => {
      const { id } = await addReceived(tx);
      const counts: number[] = [];
      for (const at of [inDays(6), inDays(8, 11), inDays(8), inDays(8), inDays(14), inDays(16)]) {
        await run(tx, at);
        counts.push(await emailsOf(tx, id));
      }
      expect(counts).toEqual([0, 0, 1, 1, 1, 2]);
    }));

  test("waits a week from the last public event", () =>
    undone(sql, async (tx) => {
      const [told, noted] = [await addReceived(tx), await addReceived(tx)];
      for (const [order, isPublic] of [
        [told, true],
        [noted, false],
      ] as const)
        await tx`insert into order_events (order_id, type, public, occurred_at)
          values (${order.id}, 'photo_shown', ${isPublic}, ${inDays(5)})`;
      await run(tx, inDays(8));
      expect([await emailsOf(tx, told.id), await emailsOf(tx, noted.id)]).toEqual([0, 1]);
      await run(tx, inDays(13));
      expect(await emailsOf(tx, told.id)).toBe(1);
    }));

  test.each([
    ["on its way to us", () => shipped],
    ["on its way back", () => ({ ...back, submission_status: "completed" })],
  ] as const)("emails once about a package %s", (_, columns) =>
    undone(sql, async (tx) => {
      const { id } = await addOrder(tx, columns());
      for (const days of [8, 16, 24]) await run(tx, inDays(days));
      expect(await emailsOf(tx, id)).toBe(1);
    }),
  );

  test("sends no weekly email before shipping or after delivery", () =>
    undone(sql, async (tx) => {
      const orders = [await addOrder(tx), await addOrder(tx, { ...back, submission_status: "delivered" })];
      await run(tx, inDays(8));
      for (const { id } of orders) expect(await emailsOf(tx, id)).toBe(0);
    }));

  test.each([
    ["to be canceled", "update grading_orders set cancel_requested_at = now()"],
    ["refunded", "update grading_orders set payment_status = 'canceled'"],
    ["disputed", "update order_admin set dispute_status = 'needs_response'"],
    ["reported", "update order_admin set blockers = '{problem}'"],
    ["waiting for an answer", "update order_admin set blockers = '{proposal}'"],
    ["set aside", "update order_admin set blockers = '{set_aside}'"],
  ])("sends no weekly email while a batch is %s", (_, change) =>
    undone(sql, async (tx) => {
      const { id } = await addOrder(tx, shipped);
      await tx`insert into order_admin (order_id) values (${id}) on conflict (order_id) do nothing`;
      await tx.unsafe(`${change} where ${change.startsWith("update order_admin") ? "order_id" : "id"} = $1`, [
        id,
      ]);
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

  test("sets the estimate at check-in, keeps it on recount, clears it on undo", async () => {
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

  test("sets no estimate when a status is set without a count", async () => {
    const [prepared, sent] = [await addOrder(sql), await addOrder(sql)];
    await actions.change(prepared.id, { submission_status: "processing" });
    await sql`update grading_orders set received_at = now() - interval '21 days', arrived_at = now() - interval '21 days'
      where id = ${prepared.id}`;
    await actions.change(sent.id, { submission_status: "grading" }, "Counted by the grader");
    expect(await promiseOf(prepared.id)).toEqual(nothing);
    expect(await promiseOf(sent.id)).toEqual(nothing);
    const { action_id } = await actions.checkIn(prepared.id, 10);
    const [ahead] =
      await sql`select promised_from > private.business_date(now()) as is_ahead, received_at > now() - interval '1 hour' as is_now
      from grading_orders where id = ${prepared.id}`;
    expect(ahead).toEqual({ is_ahead: true, is_now: true });
    await actions.undo(action_id);
    expect(await promiseOf(prepared.id)).toEqual(nothing);
  });

  test("clears estimate and delay when set to not received, and restores on undo", async () => {
    const { id } = await late();
    await actions.change(id, delay);
    const before = await promiseOf(id);
    const { action_id } = await actions.change(id, { fulfillment_status: "not_received" }, "By mistake");
    expect(await promiseOf(id)).toEqual(nothing);
    await actions.undo(action_id);
    expect(await promiseOf(id)).toEqual(before);
  });

  test("lists overdue orders by estimate, most overdue first, across pages", async () => {
    const word = uniqueToken();
    const columns = { tracking_number: word };
    const [second, first, third] = [
      await late({ ...columns, received_at: "2026-01-06T15:00:00Z" }),
      await late(columns),
      await late({ ...columns, received_at: "2026-01-09T15:00:00Z" }),
    ];
    await late({ ...columns, fulfillment_status: "complete", submission_status: "completed" });
    await addReceived(sql, columns);
    type Page = {
      orders: { id: string; promised_to: string }[];
      next_cursor: { at: string; id: string } | null;
    };
    const list = (args: Record<string, unknown>) =>
      call<Page>(personClient(actions.member.accessToken), "staff_list_orders", {
        p_search: word,
        p_view: "overdue",
        ...args,
      });
    const all = await list({});
    expect(all.orders.map(({ id }) => id)).toEqual([first.id, second.id, third.id]);
    const one = await list({ p_limit: 1 });
    expect(one.orders[0]).toMatchObject({ id: first.id, promised_to: "2026-01-27" });
    const { at, id } = one.next_cursor ?? { at: "", id: "" };
    const rest = await list({ p_limit: 2, p_cursor_at: at, p_cursor_id: id });
    expect(rest.orders.map((order) => order.id)).toEqual([second.id, third.id]);
    const back = await list({
      p_limit: 1,
      p_cursor_at: "2026-02-02T00:00:00Z",
      p_cursor_id: third.id,
      p_backwards: true,
    });
    expect(back.orders.map((order) => order.id)).toEqual([second.id]);
  });

  test("shows a delay to the customer, and hides it after undo", async () => {
    const { id } = await late();
    const { action_id } = await actions.change(id, delay);
    expect(await promiseOf(id)).toMatchObject(delay);
    expect((await eventsOf(sql, id)).at(-1)).toMatchObject({
      type: "delay",
      from_value: null,
      to_value: delay.delayed_until,
      message: delay.delay_reason,
      public: true,
      actor_id: actions.member.id,
    });
    await actions.undo(action_id);
    expect(await promiseOf(id)).toMatchObject({ delay_reason: null, delayed_until: null });
    const shown = JSON.stringify(await actions.shownTo(id));
    expect(shown).not.toContain(delay.delay_reason);
  });

  test("refuses a delay before check-in or after completion", async () => {
    const { id } = await addOrder(sql);
    expect(await actions.change(id, delay)).toMatchObject({ outcome: "not_promised", order: { id } });
    const gone = await late({ fulfillment_status: "complete", submission_status: "completed" });
    expect(await actions.change(gone.id, delay)).toMatchObject({ outcome: "not_promised" });
    expect(await promiseOf(gone.id)).toMatchObject({ delay_reason: null });
  });

  test.each([
    ["a day that is over", { ...delay, delayed_until: "2026-01-30" }],
    ["no date", { delay_reason: delay.delay_reason }],
    ["no reason", { delayed_until: delay.delayed_until }],
    ["a reason of four letters", { ...delay, delay_reason: "Snow" }],
  ])("refuses a delay with %s", async (_, changes) => {
    const { id } = await late();
    await expect(actions.change(id, changes)).rejects.toThrow();
    expect(await promiseOf(id)).toMatchObject({ delay_reason: null, delayed_until: null });
  });

  test("applies one of two concurrent delays and returns the conflict", async () => {
    const order = await late();
    const { version } = await storedOrder(sql, order.id);
    const change = (changes: object) =>
      actions.write<{ outcome: string; changes?: { type: string }[] }>("staff_update_order", {
        p_order_id: order.id,
        p_version: version,
        p_changes: changes,
        p_tracking_hash: null,
      });
    const answers = await Promise.all([change(delay), change(later)]);
    expect(tally(answers.map(({ outcome }) => outcome))).toEqual({ updated: 1, order_changed: 1 });
    expect(answers.find(({ outcome }) => outcome === "order_changed")?.changes).toMatchObject([
      { type: "delay" },
    ]);
  });

  test("delays several orders in one action, and undoes it", async () => {
    const orders = [await late(), await late()];
    const act = await actions.changeAll(orders, delay);
    for (const { id } of orders) expect(await promiseOf(id)).toMatchObject(delay);
    await actions.undo(act);
    for (const { id } of orders) expect(await promiseOf(id)).toMatchObject({ delay_reason: null });
  });

  test("refuses a delay from a removed staff member", async () => {
    const order = await late();
    const { id: stranger } = await signUpStaff(sql);
    await sql`delete from staff where user_id = ${stranger}`;
    const args = {
      p_actor: stranger,
      p_order_id: order.id,
      p_version: 1,
      p_changes: delay,
      p_tracking_hash: null,
    };
    await expect(call(serverClient(), "staff_update_order", args)).rejects.toThrow();
  });
});
