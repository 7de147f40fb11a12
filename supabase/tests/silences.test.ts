import { silenceStage } from "../../lib/email/silence-words";
import { FULFILLMENT_STEPS, PAYMENT_STATUSES, SUBMISSION_STEPS } from "../../lib/orders/status";
import { addReceived } from "../../sandbox/builders/grader-group";
import { answer, arrive, ownerOf, report } from "../../sandbox/builders/homeward";
import { aGuestKey, aMark, anEmail } from "../../sandbox/builders/ids";
import { addOrder, type StoredOrder } from "../../sandbox/builders/rows";
import { StaffActs } from "../../sandbox/builders/staff-acts";
import { call, connect, serverClient } from "../../sandbox/builders/test-database";

const sql = connect();
let acts: StaffActs;
beforeAll(async () => {
  acts = await StaffActs.begin(sql);
});

/** A time of day at which mails are written, so many days from now. */
const inDays = (days: number) => {
  const then = new Date(Date.now() + days * 86_400_000);
  return `${then.toISOString().slice(0, 10)}T17:00:00Z`;
};
const tell = async (id: string, days: number) =>
  (
    await call<{ outcome: string }>(serverClient(), "tell_silent_order", {
      p_order_id: id,
      p_now: inDays(days),
    })
  ).outcome;
const isListed = async (id: string, days: number) => {
  const args = { p_limit: 100_000, p_now: inDays(days) };
  const all = await call<{ id: string }[]>(serverClient(), "list_silent_orders", args);
  return all.some((one) => one.id === id);
};
const mailsOf = async (id: string) => (await acts.mailsOf(id)).filter(({ kind }) => kind === "no_news");
const isKept = async (id: string) =>
  (await sql`select from order_silences where order_id = ${id}`).length === 1;

test("a check-in begins a silence, which is told a week later; with the way home it ends, and what is not sent goes", async () => {
  const { id } = await addOrder(sql);
  expect(await isKept(id)).toBe(false);
  await acts.checkIn(id, 10);
  expect([await isListed(id, 6), await tell(id, 6)]).toEqual([false, "not_silent"]);
  expect([await isListed(id, 8), await tell(id, 8), await isListed(id, 8)]).toEqual([true, "told", false]);
  expect(await mailsOf(id)).toHaveLength(1);
  await acts.change(id, { submission_status: "completed", tracking_number: aMark() }, "Ungraded");
  await acts.change(id, { submission_status: "delivered" });
  expect([await isKept(id), await isListed(id, 30), await mailsOf(id)]).toEqual([false, false, []]);
});

test("a batch that is not paid any more is not silent, and one that is again begins anew", async () => {
  const { id } = await addOrder(sql);
  await acts.checkIn(id, 10);
  await acts.change(id, { payment_status: "unpaid" }, "By mistake");
  expect([await isKept(id), await isListed(id, 8)]).toEqual([false, false]);
  await acts.change(id, { payment_status: "paid" }, "It was paid");
  expect([await isListed(id, 6), await isListed(id, 8)]).toEqual([false, true]);
});

test("a step of a batch that is here begins its silence anew", async () => {
  const { id } = await addReceived(sql);
  await acts.change(id, { submission_status: "processing" });
  expect(await tell(id, 8)).toBe("told");
  await acts.change(id, { submission_status: "grading", grading_submission_number: "SUB-1" });
  expect([await mailsOf(id), await tell(id, 6), await tell(id, 9)]).toEqual([[], "not_silent", "told"]);
});

/** Marks the mails about an order's silence as sent: what was not is taken back by the next news. */
const send = (id: string) =>
  sql`update outbox set sent_at = now() where kind = 'no_news' and payload ->> 'order_id' = ${id}`;

describe("a package that is here and not checked in", () => {
  test("is silent from its arrival, each time anew, until that is taken back", async () => {
    const { id } = await addOrder(sql);
    const { act_id } = await acts.write("staff_record_arrival", { p_order_id: id });
    expect([await tell(id, 6), await isListed(id, 8), await tell(id, 8)]).toEqual([
      "not_silent",
      true,
      "told",
    ]);
    await send(id);
    await acts.write("staff_count_box", {
      p_order_id: id,
      p_version: 2,
      p_count: 3,
      p_condition: "tampered",
    });
    expect([await tell(id, 6), await tell(id, 9), (await mailsOf(id)).length]).toEqual([
      "not_silent",
      "told",
      2,
    ]);
    const box = (await sql`select id from staff_acts where order_id = ${id} order by place desc limit 1`)[0];
    for (const act of [String(box?.id), act_id]) await acts.undo(act);
    expect([await isKept(id), (await mailsOf(id)).length]).toEqual([false, 1]);
  });

  test("whose check-in is taken back is silent as one that was not opened", async () => {
    const { id } = await addOrder(sql);
    await acts.write("staff_record_arrival", { p_order_id: id });
    const { act_id } = await acts.checkIn(id, 10);
    await acts.undo(act_id);
    expect([await tell(id, 6), await tell(id, 8)]).toEqual(["not_silent", "told"]);
  });
});

describe("a package on its way to us", () => {
  const aGuests = () => addOrder(sql, { guest_key: aGuestKey(), guest_email: anEmail() });
  const today = new Date().toISOString().slice(0, 10);
  const say = (order: StoredOrder, name: string, args: Record<string, unknown> = {}) =>
    call(serverClient(), name, { p_order_id: order.id, ...ownerOf(order), ...args });
  const ship = (order: StoredOrder) =>
    say(order, "say_shipped", { p_carrier: "ups", p_tracking: aMark(), p_shipped_on: today });

  test("is silent from what its owner has said, and they hear so once, whatever they say next", async () => {
    const order = await aGuests();
    expect(await tell(order.id, 8)).toBe("not_silent");
    await ship(order);
    expect([await tell(order.id, 6), await tell(order.id, 8)]).toEqual(["not_silent", "told"]);
    await send(order.id);
    await say(order, "say_delivered", { p_delivered_on: today });
    expect([await tell(order.id, 6), await isListed(order.id, 9)]).toEqual(["not_silent", true]);
    expect([await tell(order.id, 9), await isListed(order.id, 9)]).toEqual(["told_before", false]);
    expect(await mailsOf(order.id)).toHaveLength(1);
    await acts.write("staff_record_arrival", { p_order_id: order.id });
    expect([await tell(order.id, 10), (await mailsOf(order.id)).length]).toEqual(["told", 2]);
  });

  test("that was not shipped after all has no silence, and no mail that waits", async () => {
    const order = await aGuests();
    await ship(order);
    expect(await tell(order.id, 8)).toBe("told");
    await say(order, "unsay_shipped");
    expect([await isKept(order.id), await mailsOf(order.id)]).toEqual([false, []]);
  });

  test("is no reason for the reminders to ship, nor they for it", async () => {
    const [shipped, awaited] = [await aGuests(), await aGuests()];
    await ship(shipped);
    await call(serverClient(), "queue_ship_reminders", { p_limit: 100_000, p_now: inDays(4) });
    const kinds = async ({ id }: StoredOrder) => (await acts.mailsOf(id)).map(({ kind }) => kind);
    expect([await kinds(shipped), await kinds(awaited)]).toEqual([[], ["ship_reminder"]]);
    expect([await isListed(shipped.id, 8), await isListed(awaited.id, 8)]).toEqual([true, false]);
  });
});

test("cards on their way back are silent from the parcel on; once in all, and not while a problem is open", async () => {
  const owner = { guest_key: aGuestKey(), guest_email: anEmail() };
  const order = await addReceived(sql, { ...owner, submission_status: "graded" });
  const { id } = order;
  await acts.change(id, { submission_status: "completed", tracking_number: aMark() });
  expect([await tell(id, 6), await tell(id, 8)]).toEqual(["not_silent", "told"]);
  await report(order, "It did not come.");
  expect([await mailsOf(id), await isListed(id, 9), await tell(id, 9)]).toEqual([[], false, "not_silent"]);
  await answer(acts, sql, order, "The carrier has found it.", true);
  expect([await tell(id, 6), await tell(id, 9)]).toEqual(["not_silent", "told"]);
  await send(id);
  await acts.change(id, { tracking_number: aMark() });
  expect([await tell(id, 10), (await mailsOf(id)).length]).toEqual(["told_before", 1]);
  await arrive(order);
  expect(await isKept(id)).toBe(false);
});

test("where a batch is of which news are awaited is the same for the mail", async () => {
  const at = "2026-11-12T12:00:00Z";
  const orders = PAYMENT_STATUSES.flatMap((payment_status) =>
    FULFILLMENT_STEPS.flatMap((fulfillment_status) =>
      SUBMISSION_STEPS.flatMap((submission_status) =>
        [null, at].flatMap((arrived_at) =>
          [null, at].map((inbound_shipped_at) => ({
            payment_status,
            fulfillment_status,
            submission_status,
            arrived_at,
            inbound_shipped_at,
          })),
        ),
      ),
    ),
  );
  const rows = await sql<{ stage: string | null }[]>`
    select private.silence_stage(jsonb_populate_record(null::grading_orders, x.value)) as stage
    from jsonb_array_elements(${sql.json(orders)}) with ordinality as x (value, n) order by x.n`;
  expect(rows.map(({ stage }) => stage)).toEqual(orders.map(silenceStage));
  expect(new Set(rows.map(({ stage }) => stage)).size).toBe(5);
});
