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
import { call, connect, serverClient, withRollback } from "../../sandbox/builders/test-database";

const sql = connect();
const server = serverClient();
const unpaid = { payment_status: "unpaid", stripe_payment_intent_id: null } as const;

async function aStaffMember(): Promise<string> {
  const { id } = await addUser(sql);
  await addStaff(sql, id);
  return id;
}

describe("progress of the job", () => {
  test("keeps each task's latest times and its last cursor", () =>
    withRollback(sql, async (tx) => {
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

  test("reports that it is waiting while an order's Checkout Session may be open", () =>
    withRollback(sql, async (tx) => {
      // Prevents other test files from adding orders, and from holding row locks while they wait for the table.
      await tx`lock table grading_orders in exclusive mode`;
      await tx`update grading_orders set reservation_expires_at = null where payment_status = 'unpaid'`;
      await tx`update order_adjustments set reservation_expires_at = null where reservation_expires_at is not null`;
      const isWaiting = async () =>
        (await tx`select public.get_job_progress() as answer`)[0]?.answer.is_waiting;
      await addOrder(tx, { ...unpaid, stripe_session_id: null, reservation_expires_at: new Date() });
      await addOrder(tx, { ...unpaid, reservation_expires_at: null });
      const reported = await addOrder(tx, { ...unpaid, reservation_expires_at: "2001-01-01" });
      await addException(tx, { order_id: reported.id, stripe_session_id: reported.stripe_session_id });
      expect(await isWaiting()).toBe(false);
      await addOrder(tx, { ...unpaid, reservation_expires_at: "2001-01-01" });
      expect(await isWaiting()).toBe(true);
    }));
});

describe("lists of the job", () => {
  test("skips sessions that are known to orders, staff or the job", async () => {
    const known = [
      await addOrder(sql),
      await addOrder(sql, { ...unpaid, payment_status: "pending" }),
      await addOrder(sql, { ...unpaid, payment_status: "failed" }),
    ].map((order) => order.stripe_session_id);
    const [open, resolved, found, unknown] = [aSessionId(), aSessionId(), aSessionId(), aSessionId()];
    await addException(sql, { stripe_session_id: open });
    await addException(sql, { stripe_session_id: resolved, resolved_at: new Date() });
    const event = { event_id: `reconcile:${found}`, type: "test", livemode: false, processed_at: new Date() };
    await sql`insert into stripe_events ${sql(event)}`;
    const waiting = (await addOrder(sql, unpaid)).stripe_session_id;
    const canceled = (await addOrder(sql, { ...unpaid, payment_status: "canceled" })).stripe_session_id;
    const ids = [...known, open, resolved, found, unknown, waiting, canceled];
    const left = await call<string[]>(server, "filter_unhandled_ids", { p_ids: ids });
    expect(new Set(left)).toEqual(new Set([unknown, waiting, canceled]));
    expect(await call(server, "filter_unhandled_ids", { p_ids: [] })).toEqual([]);
  });

  const past = "1990-01-01T00:00:00Z";
  test.each([
    ["list_expired_reservations", { reservation_expires_at: past }, { p_now: past }],
    ["list_pending_payments", { payment_status: "pending", submitted_at: past }, {}],
  ])("continues after the cursor: %s", (name, columns, args) =>
    withRollback(sql, async (tx) => {
      const ids: string[] = [];
      for (let count = 0; count < 3; count++) ids.push((await addOrder(tx, { ...unpaid, ...columns })).id);
      const next = async (p_after: string | null) => {
        const named = Object.entries({ p_limit: 1, p_after, ...args });
        const [row] = await tx.unsafe(
          `select public.${name}(${named.map(([key], n) => `${key} => $${n + 1}`)}) as found`,
          named.map(([, value]) => value),
        );
        return row?.found[0] as { order_id: string; place: string } | undefined;
      };
      const listed: string[] = [];
      let at = await next(null);
      for (; at && listed.length < ids.length; at = await next(at.place)) listed.push(at.order_id);
      expect(listed).toEqual(ids.sort());
    }),
  );

  describe("failed deliveries", () => {
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
      [7, 60],
    ])("are retried after attempt %d, %d minutes later", async (attempts, minutes) => {
      const tried_at = "2026-01-01T00:00:00Z";
      const id = await aDelivery({ attempts, tried_at });
      const later = (seconds: number) => new Date(Date.parse(tried_at) + seconds * 1000).toISOString();
      expect(await isListed(id, later(minutes * 60 - 1))).toBe(false);
      expect(await isListed(id, later(minutes * 60))).toBe(true);
      await sql`delete from stripe_events where event_id = ${id}`;
    });

    test("are not retried after 20 attempts unless staff retry them", async () => {
      const staff = await aStaffMember();
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

test("cancels an order once if Stripe doesn't have its session, unless the order has another", async () => {
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
  expect(await storedOrder(sql, order.id)).toMatchObject({ payment_status: "canceled", open_exceptions: 1 });
  expect(await eventsOf(sql, order.id)).toMatchObject([{ type: "payment_status", data: { reason } }]);
});

test("returns a new exception to one of ten concurrent callers, with an email if requested", async () => {
  await sql`update payment_exceptions set notified_at = now() where notified_at is null`;
  const order = await addOrder(sql);
  const id = await addException(sql, { order_id: order.id });
  const claim = (p_with_mail: boolean) =>
    call<{ exception_id: number }[]>(server, "claim_new_alarms", { p_with_mail });
  const emailsAbout = (exception: number) =>
    sql`select payload from outbox where dedupe_key = ${`payment_exception:${exception}`}`;
  const answers = await Promise.all(Array.from({ length: 10 }, () => claim(true)));
  const own = answers.flat().filter(({ exception_id }) => exception_id === id);
  expect(own).toMatchObject([{ exception_id: id, reason: "amount_mismatch", order_id: order.id }]);
  const payload = { reason: "amount_mismatch", batch_id: order.batch_id };
  expect(await emailsAbout(id)).toMatchObject([{ payload }]);
  const quiet = await addException(sql);
  expect((await claim(false)).some(({ exception_id }) => exception_id === quiet)).toBe(true);
  expect(await emailsAbout(quiet)).toHaveLength(0);
  await sql`delete from outbox where kind = 'payment_exception'`;
});

test("releases the reservation for a resolved exception's session, but not for another open session", async () => {
  const staff = await aStaffMember();
  const later = new Date(Date.now() + 3_600_000);
  const releasedBy = async (until: Date | string, isOwnPage: boolean) => {
    const { id, stripe_session_id } = await addOrder(sql, { ...unpaid, reservation_expires_at: until });
    const exception = await addException(sql, { order_id: id, ...(isOwnPage ? { stripe_session_id } : {}) });
    const args = { p_actor: staff, p_exception_id: exception, p_resolution: "Refunded" };
    await call(server, "staff_resolve_exception", args);
    return (await storedOrder(sql, id)).reservation_expires_at;
  };
  expect(await releasedBy(later, true)).toBeNull();
  expect(await releasedBy(later, false)).toEqual(later);
  expect(await releasedBy("2001-01-01", false)).toBeNull();
});

test("lists unpaid orders with a card payment for staff until it is fully refunded", () =>
  withRollback(sql, async (tx) => {
    const submitted_at = new Date("2200-01-01T12:00:00Z");
    const paidByCard = async (refunded_cents: number) => {
      const columns = { payment_status: "unpaid", total_paid: 250, submitted_at, refunded_cents };
      return (await addOrder(tx, { ...columns, stripe_payment_intent_id: aPaymentIntentId() })).id;
    };
    const [whole, part, all] = [await paidByCard(0), await paidByCard(24_999), await paidByCard(25_000)];
    const claims = JSON.stringify({ sub: await aStaffMember(), role: "authenticated" });
    await tx`select set_config('request.jwt.claims', ${claims}, true)`;
    const [row] = await tx`select public.staff_reconciliation(200) -> 'paid_there' -> 'items' as items`;
    const ids = row?.items.map(({ order_id }: { order_id: string }) => order_id);
    expect(ids).toEqual(expect.arrayContaining([part, whole]));
    expect(ids).not.toContain(all);
  }));
