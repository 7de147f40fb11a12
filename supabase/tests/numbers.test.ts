import { seeded } from "../../sandbox/builders/random";
import { addException, addOrder, storedOrder } from "../../sandbox/builders/rows";
import { StaffActs } from "../../sandbox/builders/staff-acts";
import { Stories } from "../../sandbox/builders/stories";
import { call, connect, serverClient } from "../../sandbox/builders/test-database";
import { keptSums, rebuiltSums } from "./numbers-rebuilt";
import { alone, aReturnedOrder, END, on, sum, sumsOf, YEAR } from "./numbers-sums";

const sql = connect();

test("cards on top are revenue on the day of their payment, and received as they were counted, also from nothing", () =>
  alone(sql, async (tx) => {
    const stories = new Stories(tx, seeded(4));
    const id = await aReturnedOrder(tx, stories);
    await sum(tx, { now: on("04-01") });
    expect(await sumsOf(tx, "03-05")).toMatchObject({ received_batches: 1, received_cards: 10 });
    await stories.at(on("04-02"));
    const { version } = await storedOrder(tx, id);
    const { member } = await StaffActs.begin(sql);
    await tx`select public.staff_check_in(${member.id}, ${id}, ${version}, 13, 'ok')`;
    await stories.payExtra({ id }, on("04-03"));
    const sums = async () => [
      (await sumsOf(tx, "03-05"))?.received_cards,
      (await sumsOf(tx, "04-03"))?.revenue_cents,
      (await sumsOf(tx, "03-01"))?.revenue_cents,
    ];
    await sum(tx, { since: on("04-01"), now: on("04-04") });
    expect(await sums()).toEqual([13, "7500", "25000"]);
    const rebuilt = await rebuiltSums(tx, stories);
    expect(await keptSums(tx, YEAR)).toEqual(rebuilt);
    await tx`delete from daily_numbers where day < ${END}`;
    await sum(tx);
    expect(await keptSums(tx, YEAR)).toEqual(rebuilt);
  }));

test("a refund belongs to the day on which it was made, and the days before stay as they are", () =>
  alone(sql, async (tx) => {
    const stories = new Stories(tx, seeded(1));
    const id = await aReturnedOrder(tx, stories);
    await sum(tx, { now: on("04-01") });
    expect(await sumsOf(tx, "03-01")).toMatchObject({ revenue_cents: "25000", paid_cards: 10 });
    await stories.at(on("05-02"));
    const { stripe_payment_intent_id: intent } = await storedOrder(tx, id);
    await tx`select public.apply_refund(${intent}, public.next_read_fence(), 2550, false, false)`;
    // April 1, and from there to May 3; nothing before.
    expect(await sum(tx, { since: on("04-01"), now: on("05-03") })).toMatchObject({
      days: 33,
      is_more: false,
    });
    expect(await sumsOf(tx, "05-02")).toMatchObject({ refunded_cents: "2550", revenue_cents: "0" });
    expect(await sumsOf(tx, "03-01")).toMatchObject({ revenue_cents: "25000", refunded_cents: "0" });
  }));

test("a return that is taken back counts no more on its day, and once on the day when it is made again", () =>
  alone(sql, async (tx) => {
    const stories = new Stories(tx, seeded(1));
    const id = await aReturnedOrder(tx, stories);
    await sum(tx, { now: on("04-01") });
    expect(await sumsOf(tx, "03-20")).toMatchObject({ returned_batches: 1, returned_cards: 10 });
    await stories.at(on("04-02"));
    await tx`update grading_orders set submission_status = 'graded' where id = ${id}`;
    // March 20 again, April 1 and 2.
    expect(await sum(tx, { since: on("04-01"), now: on("04-02", "13:00:00") })).toMatchObject({ days: 3 });
    expect(await sumsOf(tx, "03-20")).toMatchObject({ returned_batches: 0, returned_cards: 0 });
    await stories.at(on("04-04"));
    await tx`update grading_orders set submission_status = 'delivered' where id = ${id}`;
    await sum(tx, { since: on("04-02", "13:00:00"), now: on("04-05") });
    const returns =
      await tx`select day::text, batches, business_days from daily_turnaround where day < ${END}`;
    // From March 5, a Monday, to April 4, a Wednesday.
    expect([...returns]).toEqual([{ day: `${YEAR}-04-04`, batches: 1, business_days: 22 }]);
  }));

test("a batch that was not checked in, or whose money went back, has no turnaround", () =>
  alone(sql, async (tx) => {
    const stories = new Stories(tx, seeded(1));
    const [unseen, refunded] = [await aReturnedOrder(tx, stories), await aReturnedOrder(tx, stories)];
    await stories.at(on("03-21"));
    await tx`update grading_orders set submission_status = 'pending' where id in (${unseen}, ${refunded})`;
    await stories.at(on("03-22"));
    await tx`update grading_orders set submission_status = 'completed' where id = ${unseen}`;
    await tx`update grading_orders set payment_status = 'canceled', submission_status = 'received' where id = ${refunded}`;
    await stories.at(on("03-23"));
    await tx`update grading_orders set submission_status = 'completed' where id = ${refunded}`;
    await sum(tx, { now: on("04-01") });
    expect(await tx`select 1 from daily_turnaround where day < ${END}`).toHaveLength(0);
    expect(await sumsOf(tx, "03-22")).toMatchObject({ returned_batches: 1, received_batches: 2 });
    expect(await sumsOf(tx, "03-23")).toMatchObject({ returned_batches: 1, received_batches: 0 });
  }));

test("what is left for the next call is kept, the oldest days are summed first", () =>
  alone(sql, async (tx) => {
    const stories = new Stories(tx, seeded(1));
    await aReturnedOrder(tx, stories);
    expect(await sum(tx, { days: 5, now: on("03-31") })).toMatchObject({ days: 5, is_more: true });
    const stale = await tx`select min(day)::text as first, count(*)::integer from daily_numbers
      where is_stale and day < ${END}`;
    expect([...stale]).toEqual([{ first: `${YEAR}-03-06`, count: 26 }]);
    expect(await sumsOf(tx, "03-20")).toMatchObject({ returned_batches: 0 });
    const again = { since: on("03-31"), now: on("03-31") };
    expect(await sum(tx, { ...again, days: 25 })).toMatchObject({ days: 25, is_more: true });
    expect(await sum(tx, again)).toMatchObject({ days: 1, is_more: false });
    expect(await sumsOf(tx, "03-20")).toMatchObject({ returned_batches: 1 });
    // Nothing is new: the last hour is looked at once more, and no day that ended before or is still to come.
    await tx`insert into daily_numbers (day) values (${`${YEAR}-04-15`})`;
    expect(await sum(tx, again)).toMatchObject({ days: 1, is_more: false });
  }));

test("what was taken back on many days in one hour is summed once, and holds up nothing that is newer", () =>
  alone(sql, async (tx) => {
    const stories = new Stories(tx, seeded(1));
    const ids: string[] = [];
    for (let order = 0; order < 5; order++) ids.push(await aReturnedOrder(tx, stories, `03-${15 + order}`));
    await sum(tx, { now: on("04-01") });
    await stories.at(on("04-02"));
    await tx`update grading_orders set submission_status = 'graded' where id = any(${ids})`;
    const now = on("04-02", "13:00:00");
    const first = await sum(tx, { since: on("04-01"), days: 3, now });
    expect(first).toMatchObject({ days: 3, is_more: true });
    const further = { since: now, days: 3, goesOn: true, now: on("04-02", "13:01:00") };
    // March 18 and 19 and April 1, then April 2; what came since then is marked by the next run.
    expect(await sum(tx, further)).toMatchObject({ days: 3, is_more: true });
    const last = await sum(tx, further);
    expect(last).toMatchObject({ days: 1, is_more: false });
    expect(Date.parse(last.summed_until ?? "")).toBe(now.getTime());
    expect(await sumsOf(tx, "03-19")).toMatchObject({ returned_batches: 0 });
    const [{ batches } = { batches: 0 }] =
      await tx`select batches from daily_steps where day = ${`${YEAR}-04-02`} and step = 'graded'`;
    expect(batches).toBe(5);
  }));

test("what was written late in the night before counts, an hour on", () =>
  alone(sql, async (tx) => {
    const stories = new Stories(tx, seeded(1));
    await aReturnedOrder(tx, stories);
    await sum(tx, { now: on("04-01", "00:00:30") });
    await addException(tx, { created_at: on("03-31", "23:59:59") });
    await sum(tx, { since: on("04-01", "00:00:30"), now: on("04-01", "00:15:00") });
    expect(await sumsOf(tx, "03-31")).toMatchObject({ exceptions_raised: 1 });
  }));

test("orders of staff are on the shelves, and no revenue", () =>
  alone(sql, async (tx) => {
    const stories = new Stories(tx, seeded(1));
    await stories.at(on("03-01"));
    await stories.begin(on("03-01"), { num_cards: 7, payment_status: "paid", placed_by_admin: true });
    await sum(tx, { now: on("03-02") });
    expect(await sumsOf(tx, "03-01")).toMatchObject({ revenue_cents: "0", paid_batches: 0 });
    const steps = await tx`select step, batches, cards from daily_steps where day = ${`${YEAR}-03-01`}`;
    expect([...steps]).toEqual([{ step: "pending", batches: 1, cards: 7 }]);
  }));

test("who comes while somebody sums does nothing", () =>
  alone(sql, async (tx) => {
    await tx`select 1`;
    expect(await call(serverClient(), "sum_daily_numbers", {})).toEqual({
      days: 0,
      is_more: false,
      summed_until: null,
    });
  }));

test("an order that nothing happened to after its import counts from then on", () =>
  alone(sql, async (tx) => {
    await tx`select set_config('app.event_at', ${on("03-01").toISOString()}, true)`;
    await addOrder(tx, { num_cards: 3, submission_status: "graded", fulfillment_status: "grading" });
    await sum(tx, { now: on("03-03") });
    const steps = await tx`select day::text, step, cards from daily_steps where day < ${END}`;
    expect([...steps]).toEqual([{ day: `${YEAR}-03-01`, step: "graded", cards: 3 }]);
  }));
