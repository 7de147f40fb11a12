import { randomUUID } from "node:crypto";
import { addReceived } from "../../sandbox/builders/grader-group";
import { seeded } from "../../sandbox/builders/random";
import { addException, addOrder, addSubscription, addUser, storedOrder } from "../../sandbox/builders/rows";
import { StaffActs } from "../../sandbox/builders/staff-acts";
import { Stories } from "../../sandbox/builders/stories";
import { call, connect, serverClient, undone } from "../../sandbox/builders/test-database";
import { keptSums, rebuiltSums } from "./numbers-rebuilt";
import { alone, aReturnedOrder, END, on, sum, sumsOf, YEAR } from "./numbers-sums";

const sql = connect();

describe("numbers", () => {
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
});

describe("numbers parts", () => {
  /** How many pairs of moments the two ways of counting are compared at. */
  const MOMENTS = 150;

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
});

describe("late numbers", () => {
  /* The grading company's number of a batch, entered after its cards had left. */

  const sql = connect();
  let acts: StaffActs;
  beforeAll(async () => {
    acts = await StaffActs.begin(sql);
  });

  const send = (id: string) =>
    sql`update outbox set sent_at = now() where payload ->> 'order_id' = ${id} and sent_at is null`;
  const toldOf = async (id: string) =>
    (await acts.mailsOf(id)).map(({ kind, payload }) => [kind, payload.facts ?? null]);
  const number = (id: string, grading_submission_number: string) =>
    acts.change(id, { grading_submission_number });
  const linesOf = async (id: string) => {
    const lines = await sql`select type, from_value as "from", to_value as "to" from order_events
    where order_id = ${id} and public and type = 'grading_submission_number' order by id`;
    return lines.map(({ from, to }) => [from, to]);
  };

  async function aSent(isTold = true, submission_status = "shipped") {
    const { id } = await addReceived(sql);
    await acts.change(id, { submission_status });
    if (isTold) await send(id);
    return id;
  }
  const PLAIN = ["order_sent", { number: null }];
  const ADDED = ["order_sent", { number: "SUB-1", is_added: true }];
  const CORRECTED = ["correction", ["grading_submission_number"]];

  test.each(["shipped", "grading"])(
    "of a batch that is %s it is told once, by a mail and in its story",
    async (at) => {
      const id = await aSent(true, at);
      const { act_id } = await number(id, "SUB-1");
      expect(await toldOf(id)).toEqual([PLAIN, ADDED]);
      expect((await acts.mailsOf(id)).at(-1)).toMatchObject({ due: false, payload: { act_id } });
      expect(await linesOf(id)).toEqual([[null, "SUB-1"]]);
      await send(id);
      expect(await toldOf(id)).toEqual([PLAIN, ADDED]);
    },
  );

  test("of a batch that is graded, too; the mail about the grades that still waits says it by itself", async () => {
    const [told, waiting] = [await aSent(), await aSent()];
    for (const id of [told, waiting]) await acts.change(id, { submission_status: "graded" });
    await send(told);
    for (const id of [told, waiting]) await number(id, "SUB-1");
    expect(await toldOf(told)).toEqual([PLAIN, ["order_graded", {}], ADDED]);
    expect(await toldOf(waiting)).toEqual([PLAIN, ["order_graded", {}]]);
  });

  test("the mail that the cards left, which still waits, takes it along, and forgets it again", async () => {
    const id = await aSent(false);
    const { act_id } = await number(id, "SUB-1");
    expect(await toldOf(id)).toEqual([["order_sent", { number: "SUB-1" }]]);
    await acts.undo(act_id);
    expect(await toldOf(id)).toEqual([PLAIN]);
  });

  test("taken back before it is told nobody hears of it, and after it that is corrected", async () => {
    const [soon, late] = [await aSent(), await aSent()];
    await acts.undo((await number(soon, "SUB-1")).act_id);
    expect(await toldOf(soon)).toEqual([PLAIN]);
    const { act_id } = await number(late, "SUB-1");
    await send(late);
    await acts.undo(act_id);
    expect((await toldOf(late)).map(([kind]) => kind)).toEqual(["order_sent", "order_sent", "correction"]);
  });

  test.each([
    ["has left", sql`sent_at = now()`],
    ["is leaving just now", sql`locked_until = now() + interval '1 minute'`],
  ])("a wrong one is corrected, too, where the mail that took it along %s", async (_, leaves) => {
    const id = await aSent(false);
    const { act_id } = await number(id, "SUB-1");
    await sql`update outbox set ${leaves} where payload ->> 'order_id' = ${id} and kind = 'order_sent'`;
    await acts.undo(act_id);
    expect((await acts.mailsOf(id)).slice(-2)).toMatchObject([
      { kind: "order_sent", payload: { facts: { number: "SUB-1" }, is_undone: true } },
      { kind: "correction", payload: { facts: ["grading_submission_number"] } },
    ]);
  });

  test("the mail that the cards left stays as it was where it did not say the number that is taken back", async () => {
    const id = await aSent();
    const { act_id } = await number(id, "SUB-1");
    await acts.undo(act_id);
    expect((await acts.mailsOf(id)).map(({ kind, payload }) => [kind, payload.is_undone])).toEqual([
      ["order_sent", undefined],
    ]);
  });

  test("another one, or none, is a correction where the mail with the first has left", async () => {
    for (const [next, line] of [
      ["SUB-2", ["SUB-1", "SUB-2"]],
      ["", ["SUB-1", null]],
    ] as const) {
      const id = await aSent();
      await number(id, "SUB-1");
      await send(id);
      const { act_id } = await number(id, next);
      expect(await linesOf(id)).toEqual([[null, "SUB-1"], line]);
      expect(await toldOf(id)).toEqual([PLAIN, ADDED, CORRECTED]);
      await acts.undo(act_id);
      expect(await toldOf(id)).toEqual([PLAIN, ADDED]);
    }
  });

  test("it is corrected, too, where the mail about the grades said it", async () => {
    const id = await aSent();
    await acts.change(id, { submission_status: "graded" });
    await number(id, "SUB-1");
    await send(id);
    await number(id, "SUB-2");
    expect(await toldOf(id)).toEqual([PLAIN, ["order_graded", {}], CORRECTED]);
  });

  test("it is corrected when it is taken back, too, where the mail about the grades said it", async () => {
    const id = await aSent();
    await acts.change(id, { submission_status: "graded" });
    const { act_id } = await number(id, "SUB-1");
    await send(id);
    await acts.undo(act_id);
    expect(await toldOf(id)).toEqual([PLAIN, ["order_graded", {}], CORRECTED]);
  });

  test("one that a correction has told is corrected in its turn, and one that still waits only once", async () => {
    const id = await aSent();
    await number(id, "SUB-1");
    await send(id);
    await number(id, "SUB-2");
    await number(id, "SUB-3");
    expect(await toldOf(id)).toEqual([PLAIN, ADDED, CORRECTED]);
    await send(id);
    await number(id, "SUB-4");
    expect(await toldOf(id)).toEqual([PLAIN, ADDED, CORRECTED, CORRECTED]);
  });

  test("while its mail waits another one is in that mail, and cleared by hand it is not sent", async () => {
    const [other, cleared] = [await aSent(), await aSent()];
    await number(other, "SUB-1");
    await number(other, "SUB-2");
    expect(await toldOf(other)).toEqual([PLAIN, ["order_sent", { number: "SUB-2", is_added: true }]]);
    await number(cleared, "SUB-1");
    await number(cleared, "");
    expect(await toldOf(cleared)).toEqual([PLAIN]);
  });

  test("before the cards leave, and once they are back, no mail tells it; the first is for staff alone", async () => {
    const { id } = await addReceived(sql);
    await number(id, "SUB-1");
    expect([await toldOf(id), await linesOf(id)]).toEqual([[], []]);
    const home = await aSent();
    await acts.change(home, { submission_status: "delivered" }, "As it is");
    await send(home);
    const before = await toldOf(home);
    await number(home, "SUB-1");
    expect(await toldOf(home)).toEqual(before);
    expect(await linesOf(home)).toEqual([[null, "SUB-1"]]);
  });

  test("what is changed with Do not notify, and is right again, is not said twice", async () => {
    const id = await aSent();
    await number(id, "SUB-1");
    await send(id);
    const { version } = await storedOrder(sql, id);
    const args = { p_order_id: id, p_version: version, p_changes: { grading_submission_number: "" } };
    await acts.write("staff_update_order", { ...args, p_tracking_hash: "a".repeat(64), p_is_quiet: true });
    await number(id, "SUB-1");
    expect(await toldOf(id)).toEqual([PLAIN, ADDED]);
  });

  test("with Do not notify nothing is sent", async () => {
    const id = await aSent();
    const { version } = await storedOrder(sql, id);
    const args = { p_order_id: id, p_version: version, p_changes: { grading_submission_number: "SUB-1" } };
    await acts.write("staff_update_order", { ...args, p_tracking_hash: "a".repeat(64), p_is_quiet: true });
    expect(await toldOf(id)).toEqual([PLAIN]);
  });
});
