import { randomUUID } from "node:crypto";
import { seeded } from "../../sandbox/builders/random";
import { addSubscription, addUser, storedOrder } from "../../sandbox/builders/rows";
import { Stories } from "../../sandbox/builders/stories";
import { connect, undone } from "../../sandbox/builders/test-database";
import { alone, aReturnedOrder, END, on, sum, YEAR } from "./numbers-sums";

const sql = connect();

/** How many pairs of moments the two ways of counting are compared at. */
const MOMENTS = 500;

test("a membership in arrears still runs, and one that ends and goes on within a day did neither", () =>
  alone(sql, async (tx) => {
    const stories = new Stories(tx, seeded(1));
    const begin = async (plan: string) => {
      const id = randomUUID();
      await addSubscription(tx, (await addUser(tx)).id, { id, plan_type: plan });
      return id;
    };
    const set = async (day: string, id: string, status: string, plan: string) => {
      await stories.at(on(day));
      await tx`update subscriptions set status = ${status}, plan_type = ${plan} where id = ${id}`;
    };
    await stories.at(on("03-01"));
    const [one, other] = [await begin("pro"), await begin("starter")];
    await set("03-02", one, "past_due", "pro");
    await set("03-03", one, "canceled", "pro");
    await set("03-03", one, "active", "pro");
    await set("03-04", one, "active", "elite");
    await set("03-05", one, "unpaid", "elite");
    await set("03-05", other, "canceled", "starter");
    await sum(tx, { now: on("03-06") });
    const kept = await tx`select day::text, plan_type, started, ended, change from daily_memberships
      where day < ${END} order by day, plan_type`;
    expect(kept.map((one) => Object.values(one))).toEqual([
      [`${YEAR}-03-01`, "pro", 1, 0, 1],
      [`${YEAR}-03-01`, "starter", 1, 0, 1],
      [`${YEAR}-03-04`, "elite", 0, 0, 1],
      [`${YEAR}-03-04`, "pro", 0, 0, -1],
      [`${YEAR}-03-05`, "elite", 0, 1, -1],
      [`${YEAR}-03-05`, "starter", 0, 1, -1],
    ]);
  }));

test("what is lost on its way back, and refunded, is on its way no more; what was refunded before it left is", () =>
  alone(sql, async (tx) => {
    const stories = new Stories(tx, seeded(1));
    const set = async (day: string, id: string, columns: Record<string, string>) => {
      await stories.at(on(day));
      await tx`update grading_orders set ${tx(columns)} where id = ${id}`;
    };
    const [lost, refunded] = [await aReturnedOrder(tx, stories), await aReturnedOrder(tx, stories)];
    await set("03-21", refunded, { submission_status: "graded" });
    await set("03-22", refunded, { payment_status: "canceled" });
    await set("03-23", refunded, { submission_status: "completed" });
    await set("03-25", lost, { payment_status: "canceled" });
    await set("03-27", lost, { submission_status: "delivered" });
    await sum(tx);
    const kept = await tx`select day::text, batches, cards from daily_steps
      where day < ${END} and step = 'completed' order by day`;
    expect(kept.map((one) => Object.values(one))).toEqual([
      [`${YEAR}-03-20`, 2, 20],
      [`${YEAR}-03-21`, -1, -10],
      [`${YEAR}-03-23`, 1, 10],
      [`${YEAR}-03-25`, -1, -10],
    ]);
  }));

test("a step back that was a mistake changes nothing of when it left: refunded meanwhile, it is lost", () =>
  alone(sql, async (tx) => {
    const stories = new Stories(tx, seeded(1));
    const id = await aReturnedOrder(tx, stories);
    await stories.at(on("03-21"));
    await stories.save(await storedOrder(tx, id), { submission_status: "graded" });
    await stories.at(on("03-22"));
    await tx`update grading_orders set payment_status = 'canceled' where id = ${id}`;
    await stories.at(on("03-23"));
    await stories.undo({ id });
    expect(await storedOrder(tx, id)).toMatchObject({ submission_status: "completed", is_lost: true });
    await sum(tx);
    const kept = await tx`select day::text, batches from daily_steps
      where day < ${END} and step = 'completed' order by day`;
    expect(kept.map((one) => Object.values(one))).toEqual([
      [`${YEAR}-03-20`, 1],
      [`${YEAR}-03-21`, -1],
    ]);
  }));

test("business days between two moments are those by which the promise counts back", () =>
  undone(sql, async (tx) => {
    const [row] = await tx`
      with moments as (
        select at, at + make_interval(secs => (hashint8extended(n, 2) & 2147483647) % 5000000 + 0.5) as until
        from generate_series(1::bigint, ${MOMENTS}) n,
          lateral (select timestamptz '2026-01-01 00:00:00.25Z'
            + make_interval(secs => (hashint8extended(n, 1) & 2147483647) % 60000000) as at) m
      ), counted as (select *, private.business_days_between(at, until) as days from moments)
      select count(*)::integer as all, count(*) filter (where
        private.business_date_before(private.business_date(until), days) <= private.business_date(at)
        and (days = 0 or private.business_date_before(private.business_date(until), days - 1) > private.business_date(at)))::integer
          as right, max(days) as longest
      from counted`;
    expect(row).toMatchObject({ all: MOMENTS, right: MOMENTS });
    expect(row?.longest).toBeGreaterThan(35);
  }));

test.each([
  [0, 0],
  [5, 5],
  [123_456_789, 123_456_789],
])("what an event says in dollars of %i cents is read as cents", async (cents, expected) => {
  const [row] = await sql`select private.cents_of(private.dollars(${cents})) as cents`;
  expect(row?.cents).toBe(expected);
});
