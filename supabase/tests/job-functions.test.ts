import { randomUUID } from "node:crypto";
import { aPaymentIntentId, aSessionId } from "../../sandbox/builders/ids";
import {
  addException,
  addOrder,
  addStaff,
  addUser,
  eventsOf,
  storedOrder,
} from "../../sandbox/builders/rows";
import { StaffActions } from "../../sandbox/builders/staff-actions";
import { call, connect, serverClient, type Transaction, undone } from "../../sandbox/builders/test-database";

const sql = connect();

describe("job functions", () => {
  const server = serverClient();

  const unpaid = { payment_status: "unpaid", stripe_payment_intent_id: null } as const;

  test("how far a kind of work has come never goes back, and a place is where the last run stopped", () =>
    undone(sql, async (tx) => {
      await tx`delete from job_progress`;
      const save = (until: string | null, place: string | null, finished: string | null) =>
        tx`select public.save_job_progress('sessions', ${until}, ${place}, ${finished})`;
      const read = async () => (await tx`select public.get_job_progress() as answer`)[0]?.answer.progress;
      expect(await read()).toEqual({});
      await save("2026-01-02T00:00:00Z", "here", null);
      await save("2026-01-01T00:00:00Z", null, "2026-01-03T00:00:00Z");
      await save(null, "there", "2026-01-01T00:00:00Z");
      const { sessions } = await read();
      expect(sessions.place).toBe("there");
      expect(Date.parse(sessions.looked_until)).toBe(Date.parse("2026-01-02T00:00:00Z"));
      expect(Date.parse(sessions.finished_at)).toBe(Date.parse("2026-01-03T00:00:00Z"));
    }));

  test("an order waits while the end of its payment page is not known", () =>
    undone(sql, async (tx) => {
      // The orders of other files come and go meanwhile. Nobody may hold a row and ask for the table then, so rows are not had either.
      await tx`lock table grading_orders in exclusive mode`;
      await tx`update grading_orders set reservation_expires_at = null where payment_status = 'unpaid'`;
      await tx`update order_adjustments set reservation_expires_at = null where reservation_expires_at is not null`;
      const isWaiting = async () =>
        (await tx`select public.get_job_progress() as answer`)[0]?.answer.is_waiting;
      await addOrder(tx, { ...unpaid, stripe_session_id: null, reservation_expires_at: new Date() });
      await addOrder(tx, { ...unpaid, reservation_expires_at: null });
      const known = await addOrder(tx, { ...unpaid, reservation_expires_at: "2001-01-01" });
      await addException(tx, { order_id: known.id, stripe_session_id: known.stripe_session_id });
      expect(await isWaiting()).toBe(false);
      await addOrder(tx, { ...unpaid, reservation_expires_at: "2001-01-01" });
      expect(await isWaiting()).toBe(true);
    }));

  test("sessions are settled that an order knows of, that staff look at, or that the job has found before", async () => {
    const settled = [
      await addOrder(sql),
      await addOrder(sql, { ...unpaid, payment_status: "pending" }),
      await addOrder(sql, { ...unpaid, payment_status: "failed" }),
    ].map((order) => order.stripe_session_id);
    const [open, closed, found, unknown] = [aSessionId(), aSessionId(), aSessionId(), aSessionId()];
    await addException(sql, { stripe_session_id: open });
    await addException(sql, { stripe_session_id: closed, resolved_at: new Date() });
    const event = { event_id: `reconcile:${found}`, type: "test", livemode: false, processed_at: new Date() };
    await sql`insert into stripe_events ${sql(event)}`;
    const waiting = (await addOrder(sql, unpaid)).stripe_session_id;
    const canceled = (await addOrder(sql, { ...unpaid, payment_status: "canceled" })).stripe_session_id;
    const ids = [...settled, open, closed, found, unknown, waiting, canceled];
    const left = await call<string[]>(server, "list_unhandled_ids", { p_ids: ids });
    expect(new Set(left)).toEqual(new Set([unknown, waiting, canceled]));
    expect(await call(server, "list_unhandled_ids", { p_ids: [] })).toEqual([]);
  });

  test("a walk through the reservations goes on behind its place, and ends", () =>
    undone(sql, async (tx) => {
      const until = "1990-01-01T00:00:00Z";
      const orders = [];
      for (let place = 0; place < 3; place++)
        orders.push(await addOrder(tx, { ...unpaid, reservation_expires_at: until }));
      const next = async (after: string | null) => {
        const [row] = await tx`
        select public.list_expired_reservations(p_limit => 1, p_now => ${until}, p_after => ${after}) as answer`;
        return row?.answer[0] as { order_id: string; place: string } | undefined;
      };
      const walked: string[] = [];
      for (let at = await next(null); at && walked.length <= orders.length; at = await next(at.place))
        walked.push(at.order_id);
      expect(walked).toEqual(orders.map(({ id }) => id).sort());
    }));

  test("a walk through the payments under way goes on behind its place", () =>
    undone(sql, async (tx) => {
      const pending = { ...unpaid, payment_status: "pending", submitted_at: "1990-01-01T00:00:00Z" } as const;
      const ids = [(await addOrder(tx, pending)).id, (await addOrder(tx, pending)).id].sort();
      const first = async (after: string | null) => {
        const [row] = await tx`
        select public.list_pending_payments(p_limit => 1, p_after => ${after}) as answer`;
        return row?.answer[0] as { order_id: string; place: string } | undefined;
      };
      const one = await first(null);
      const two = await first(one?.place ?? "");
      expect([one?.order_id, two?.order_id]).toEqual(ids);
    }));

  test("an order whose page Stripe does not have is canceled once, unless it moved on", async () => {
    const order = await addOrder(sql, { ...unpaid, reservation_expires_at: "2001-01-01" });
    const reason = "the payment service has no such page";
    const cancel = (session: string | null) =>
      call(server, "cancel_reservation", {
        p_order_id: order.id,
        p_reason: reason,
        p_unknown_session_id: session,
      });
    expect(await cancel(null)).toMatchObject({ canceled: false });
    expect(await cancel(aSessionId())).toMatchObject({ canceled: false });
    expect(await storedOrder(sql, order.id)).toMatchObject({ payment_status: "unpaid" });
    expect(await cancel(order.stripe_session_id)).toMatchObject({ canceled: true });
    expect(await cancel(order.stripe_session_id)).toMatchObject({ canceled: false });
    expect(await storedOrder(sql, order.id)).toMatchObject({
      payment_status: "canceled",
      open_exceptions: 1,
    });
    expect(await eventsOf(sql, order.id)).toMatchObject([{ type: "payment_status", data: { reason } }]);
  });

  test("a new exception is taken once, by one caller, with its mail where one is wanted", async () => {
    await sql`update payment_exceptions set notified_at = now() where notified_at is null`;
    const order = await addOrder(sql);
    const id = await addException(sql, { order_id: order.id });
    const claim = (p_with_mail: boolean) =>
      call<{ exception_id: number }[]>(server, "claim_new_alarms", { p_with_mail });
    const answers = await Promise.all(Array.from({ length: 10 }, () => claim(true)));
    const own = answers.flat().filter(({ exception_id }) => exception_id === id);
    expect(own).toMatchObject([{ exception_id: id, reason: "amount_mismatch", order_id: order.id }]);
    const mails = await sql`select payload from outbox where dedupe_key = ${`payment_exception:${id}`}`;
    expect(mails).toMatchObject([{ payload: { reason: "amount_mismatch", batch_id: order.batch_id } }]);
    const quiet = await addException(sql);
    expect((await claim(false)).some(({ exception_id }) => exception_id === quiet)).toBe(true);
    expect(await sql`select 1 from outbox where dedupe_key = ${`payment_exception:${quiet}`}`).toHaveLength(
      0,
    );
    await sql`delete from outbox where kind = 'payment_exception'`;
  });

  test("settling lets go of the page that brought the exception, and of no other that is still open", async () => {
    const { id: staff } = await addUser(sql);
    await addStaff(sql, staff);
    const settle = (p_exception_id: number) =>
      call(server, "staff_resolve_exception", { p_actor: staff, p_exception_id, p_resolution: "Refunded" });
    const later = new Date(Date.now() + 3_600_000);
    const own = await addOrder(sql, { ...unpaid, reservation_expires_at: later });
    const open = await addOrder(sql, { ...unpaid, reservation_expires_at: later });
    const over = await addOrder(sql, { ...unpaid, reservation_expires_at: "2001-01-01" });
    await settle(await addException(sql, { order_id: own.id, stripe_session_id: own.stripe_session_id }));
    await settle(await addException(sql, { order_id: open.id }));
    await settle(await addException(sql, { order_id: over.id }));
    const reserved = async ({ id }: { id: string }) => (await storedOrder(sql, id)).reservation_expires_at;
    expect([await reserved(own), await reserved(open), await reserved(over)]).toEqual([null, later, null]);
  });

  describe("deliveries that failed", () => {
    const aDelivery = async (columns: Record<string, unknown>) => {
      const event = { event_id: `evt_${randomUUID()}`, type: "test", livemode: false, ...columns };
      await sql`insert into stripe_events ${sql(event)}`;
      return event.event_id;
    };
    const isListed = async (id: string, p_now: string) => {
      const args = { p_limit: 10_000, p_now };
      const rows = await call<{ event_id: string }[]>(server, "list_unprocessed_stripe_events", args);
      return rows.some(({ event_id }) => event_id === id);
    };

    test.each([
      [1, 1],
      [2, 2],
      [4, 8],
      [7, 60],
      [19, 60],
    ])("after %d tries wait %d minutes", async (attempts, minutes) => {
      const tried_at = "2026-01-01T00:00:00Z";
      const id = await aDelivery({ attempts, tried_at });
      const waited = (seconds: number) => new Date(Date.parse(tried_at) + seconds * 1000).toISOString();
      expect(await isListed(id, waited(minutes * 60 - 1))).toBe(false);
      expect(await isListed(id, waited(minutes * 60))).toBe(true);
      await sql`delete from stripe_events where event_id = ${id}`;
    });

    test("20 times are left until staff say so, and then tried 20 times again", async () => {
      const { id: staff } = await addUser(sql);
      await addStaff(sql, staff);
      const id = await aDelivery({ attempts: 20, tried_at: "2026-01-01T00:00:00Z" });
      const done = await aDelivery({ attempts: 20, processed_at: new Date() });
      const soon = () => new Date(Date.now() + 120_000).toISOString();
      expect(await isListed(id, soon())).toBe(false);
      const retry = (p_event_id: string) => call(server, "staff_retry_event", { p_actor: staff, p_event_id });
      expect(await retry(id)).toEqual({ outcome: "queued" });
      expect(await retry(id)).toEqual({ outcome: "event_in_progress" });
      expect(await retry(done)).toEqual({ outcome: "event_in_progress" });
      expect(await isListed(id, soon())).toBe(true);
      await sql`delete from stripe_events where event_id in (${id}, ${done})`;
    });
  });
});

describe("reconciliation asked", () => {
  // The job's progress is one for all.
  let actions: StaffActions;
  beforeAll(async () => {
    actions = await StaffActions.begin(sql);
  });

  async function askedUntil(tx: Transaction): Promise<string | null> {
    const claims = JSON.stringify({ sub: actions.member.id, role: "authenticated" });
    await tx`select set_config('request.jwt.claims', ${claims}, true)`;
    const [row] = await tx`select public.staff_reconciliation() -> 'asked_until' as at`;
    return row?.at;
  }

  test("the payment service was asked up to where both its pages and its events were looked through", () =>
    undone(sql, async (tx) => {
      await tx`delete from job_progress where kind in ('sessions', 'events')`;
      expect(await askedUntil(tx)).toBeNull();
      const [early, late] = ["2026-11-02T12:05:00Z", "2026-11-02T12:20:00Z"];
      await tx`insert into job_progress (kind, looked_until) values ('sessions', ${late})`;
      expect(await askedUntil(tx)).toBeNull();
      await tx`insert into job_progress (kind, looked_until) values ('events', ${early})`;
      expect(Date.parse((await askedUntil(tx)) ?? "")).toBe(Date.parse(early));
    }));
});

describe("reconciliation order", () => {
  let actions: StaffActions;
  beforeAll(async () => {
    actions = await StaffActions.begin(sql);
  });

  type Listed = { items: { order_id: string; at: string }[]; is_more: boolean };

  async function listed(tx: Transaction, name: string, limit: number): Promise<Listed> {
    const claims = JSON.stringify({ sub: actions.member.id, role: "authenticated" });
    await tx`select set_config('request.jwt.claims', ${claims}, true)`;
    const [row] = await tx<
      { list: Listed }[]
    >`select public.staff_reconciliation(${limit}) -> ${name} as list`;
    return row?.list ?? { items: [], is_more: false };
  }
  const idsOf = ({ items }: Listed) => items.map(({ order_id }) => order_id);

  // Years in which nothing else was ever placed.
  const year = (n: number) => new Date(`0${200 + n}-03-02T12:00:00Z`);

  test("what was paid three weeks ago and never came is listed, the longest paid first", () =>
    undone(sql, async (tx) => {
      const second = await addOrder(tx, { paid_at: year(2) });
      const first = await addOrder(tx, { paid_at: year(1) });
      await addOrder(tx, { paid_at: year(1), arrived_at: year(2) });
      const list = await listed(tx, "never_received", 2);
      expect(idsOf(list)).toEqual([first.id, second.id]);
    }));

  test("of payments that are open too long those that are open the longest are shown, and the first of them leads", () =>
    undone(sql, async (tx) => {
      const held = { payment_status: "unpaid", submitted_at: year(2), reservation_expires_at: year(2) };
      const third = await addOrder(tx, { payment_status: "pending", submitted_at: year(3) });
      const second = await addOrder(tx, held);
      const first = await addOrder(tx, { payment_status: "pending", submitted_at: year(1) });
      expect(idsOf(await listed(tx, "open_too_long", 3))).toEqual([first.id, second.id, third.id]);
      const short = await listed(tx, "open_too_long", 2);
      expect([idsOf(short), short.is_more]).toEqual([[first.id, second.id], true]);
    }));

  test("what was paid by card and set back stands among what is missing here, until all of it went back", () =>
    undone(sql, async (tx) => {
      const back = {
        payment_status: "unpaid",
        total_paid: 250,
        submitted_at: new Date("2200-01-01T12:00:00Z"),
      };
      const card = () => ({ ...back, stripe_payment_intent_id: aPaymentIntentId() });
      const part = await addOrder(tx, { ...card(), refunded_cents: 24_999 });
      const all = await addOrder(tx, { ...card(), refunded_cents: 25_000 });
      const whole = await addOrder(tx, card());
      const ids = idsOf(await listed(tx, "paid_there", 200));
      expect(ids).toEqual(expect.arrayContaining([part.id, whole.id]));
      expect(ids).not.toContain(all.id);
    }));
});
