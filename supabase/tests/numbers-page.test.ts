import { getNumbers } from "@/lib/staff/numbers/data";
import { daySumsOf } from "@/lib/staff/numbers/day-sums";
import { PROMISE_DAYS } from "@/lib/staff/numbers/number-specs";
import { numbersSchema } from "@/lib/staff/numbers/schema";
import { seeded } from "../../sandbox/builders/random";
import { addException, addOrder, addStaff, addUser, signUpStaff } from "../../sandbox/builders/rows";
import { Stories } from "../../sandbox/builders/stories";
import { connect, type Transaction, undone } from "../../sandbox/builders/test-database";
import { called, functionsCalledIn } from "./gate-functions";
import { alone, aReturnedOrder, on, sum, YEAR } from "./numbers-sums";

jest.mock("@/lib/supabase/rpc", () => jest.requireActual("./gate-functions").notedGate());

// Tens of thousands of rows are written: leave a loaded machine its time.
jest.setTimeout(120_000);

const sql = connect();

/** Goes on as somebody of the staff, and answers what the page of that day reads. */
async function pageOf(tx: Transaction, now: Date) {
  const { id } = await addUser(tx);
  await addStaff(tx, id);
  await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: id, role: "authenticated" })}, true)`;
  const [row] = await tx`select public.staff_numbers(p_now => ${now}) as answer`;
  return numbersSchema.parse(row?.answer);
}

test("the page is of thirteen weeks until today, with what was there before", () =>
  alone(sql, async (tx) => {
    const stories = new Stories(tx, seeded(1));
    await aReturnedOrder(tx, stories);
    await addException(tx, { created_at: on("03-02") });
    await stories.at(on("03-03"));
    const { id } = await addUser(tx);
    await tx`insert into subscriptions (user_id, plan_type, status, current_period_start, current_period_end,
        stripe_subscription_id, stripe_customer_id, stripe_price_id)
      values (${id}, 'elite', 'active', now(), now(), 'sub_numbers_page', 'cus_numbers_page', 'price_x')`;
    await sum(tx, { now: on("08-01") });

    const early = await pageOf(tx, on("03-31"));
    expect([early.first_day, early.today]).toEqual([`${YEAR - 1}-12-31`, `${YEAR}-03-31`]);
    expect(early).toMatchObject({ exceptions_before: 0, plans_before: {}, stale_days: 0 });
    expect(early.turnaround).toEqual([{ day: `${YEAR}-03-20`, business_days: 11, batches: 1 }]);
    const days = daySumsOf(early);
    expect(days.find(({ day }) => day === `${YEAR}-03-06`)?.steps.received).toEqual({
      batches: 1,
      cards: 10,
    });
    expect(days.at(-1)).toMatchObject({
      steps: { received: { cards: 0 }, completed: { batches: 1, cards: 10 } },
      members: { elite: 1 },
      exceptions_open: 1,
    });

    const late = await pageOf(tx, on("08-01"));
    expect(late).toMatchObject({ step_changes: [], exceptions_before: 1, plans_before: { elite: 1 } });
    expect(daySumsOf(late).at(-1)?.steps).toEqual(days.at(-1)?.steps);
  }));

test("days that wait for their sums are counted, but for today's", () =>
  alone(sql, async (tx) => {
    await aReturnedOrder(tx, new Stories(tx, seeded(1)));
    await sum(tx, { now: on("03-31"), days: 10 });
    expect((await pageOf(tx, on("03-31"))).stale_days).toBe(20);
  }));

test("the oldest batch of each step is the one that waits the longest, of those that are paid and not here too", () =>
  undone(sql, async (tx) => {
    const here = { fulfillment_status: "grading", submission_status: "shipped" };
    const [first, second] = ["0201-01-01T00:00:00Z", "0202-01-01T00:00:00Z"];
    await addOrder(tx, { ...here, received_at: second });
    const shipped = await addOrder(tx, { ...here, received_at: first });
    await addOrder(tx, { ...here, submission_status: "delivered", received_at: first });
    await addOrder(tx, { paid_at: first, payment_status: "canceled", total_paid: 250 });
    const awaited = await addOrder(tx, { paid_at: second });
    const { steps } = await pageOf(tx, new Date());
    const oldestOf = (name: string) => steps.find(({ step }) => step === name)?.oldest;
    expect(oldestOf("shipped")).toMatchObject({ order_id: shipped.id, batch_id: shipped.batch_id });
    expect(oldestOf("pending")).toMatchObject({ order_id: awaited.id });
    expect(Date.parse(oldestOf("pending")?.since ?? "")).toBe(Date.parse(second));
  }));

test("what is on its way back waits since it was sent, whenever its cards came, and no more once it is refunded", () =>
  undone(sql, async (tx) => {
    const home = { fulfillment_status: "complete", submission_status: "completed" };
    const [first, second, third] = ["0201-01-01T00:00:00Z", "0202-01-01T00:00:00Z", "0203-01-01T00:00:00Z"];
    await addOrder(tx, { ...home, received_at: first, sent_back_at: third });
    const lost = { payment_status: "canceled", paid_at: first, total_paid: 250, refunded_cents: 25_000 };
    await addOrder(tx, { ...home, ...lost, received_at: first, sent_back_at: first });
    // Its money went back before it left.
    const sent = await addOrder(tx, {
      ...home,
      ...lost,
      canceled_at: first,
      received_at: second,
      sent_back_at: second,
    });
    const { steps } = await pageOf(tx, new Date());
    const oldest = steps.find(({ step }) => step === "completed")?.oldest;
    expect(oldest?.order_id).toBe(sent.id);
    expect(Date.parse(oldest?.since ?? "")).toBe(Date.parse(second));
  }));

test("what is late now is counted beside the sums, as the list of it counts", () =>
  undone(sql, async (tx) => {
    // Without what other files add meanwhile.
    await tx`set transaction isolation level repeatable read`;
    const before = (await pageOf(tx, new Date())).late.count;
    const here = {
      fulfillment_status: "grading",
      submission_status: "grading",
      received_at: "2001-01-02T15:00:00Z",
      received_count: 10,
    };
    await addOrder(tx, { ...here, payment_status: "paid" });
    await addOrder(tx, { ...here, payment_status: "canceled", total_paid: 250 });
    await addOrder(tx, { ...here, payment_status: "paid", received_at: new Date().toISOString() });
    const { late } = await pageOf(tx, new Date());
    expect(late).toEqual({ count: before + 1, is_more: false });
    const [row] = await tx`select private.count_staff_views(now()) -> 'overdue' as overdue`;
    expect(late).toEqual(row?.overdue);
  }));

test("the page of staff is read with their own token", async () => {
  const member = await signUpStaff(sql);
  expect(await getNumbers(member.accessToken)).toMatchObject({ staff_role: "staff" });
});

test("what is promised is what the list calls overdue when it is over", async () => {
  const { id } = await addOrder(sql, { received_at: "2026-09-14T15:00:00Z", received_count: 10 });
  const [row] = await sql`select private.business_days_between('2026-09-14T15:00:00Z',
    promised_to + time '23:00' at time zone private.business_time_zone()) as days from grading_orders where id = ${id}`;
  expect(row?.days).toBe(PROMISE_DAYS);
});

test("no function of the numbers was left out", () => {
  expect(functionsCalledIn("staff/numbers").filter((name) => !called.has(name))).toEqual([]);
});
