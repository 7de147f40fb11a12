import { SEED, seeded } from "../../sandbox/builders/random";
import { Stories } from "../../sandbox/builders/stories";
import { connect } from "../../sandbox/builders/test-database";
import { keptSums, rebuiltSums } from "./numbers-rebuilt";
import { alone, END, on, sum, YEAR } from "./numbers-sums";

jest.setTimeout(300_000);

const sql = connect();

const DAY = 86_400_000;

test(`whatever happens, the sums are those of the raw events, to the card and the cent (seed ${SEED})`, () =>
  alone(sql, async (tx) => {
    const random = seeded(SEED);
    const stories = new Stories(tx, random);
    let now = on("02-01");
    let since: Date | null = null;
    for (let step = 0; step < 2_000; step++) {
      // All of them within the year.
      now = new Date(now.getTime() + Math.floor((random() * DAY) / 8));
      // Midnight belongs to the day that begins.
      if (random() < 0.05) now = new Date(Math.ceil(now.getTime() / DAY) * DAY);
      await stories.goOn(now);
      // The job comes now and then, and has sums of days on which something is taken back later.
      if (random() < 0.1) {
        await sum(tx, { since, now });
        since = now;
      }
    }
    await sum(tx, { since, now });
    const rebuilt = await rebuiltSums(tx, stories);
    const names = new Set(Object.keys(rebuilt).map((key) => key.slice(11).replace(/\d+$/, "n")));
    // Few steps need not lead anybody's cards home.
    const often = ["revenue_cents", "refunded_cents", "received cards"];
    const all = [...often, "counts_differ", "after n", "pro ended", "grading cards"];
    for (const name of all) expect(names).toContain(name);
    expect(await keptSums(tx, YEAR)).toEqual(rebuilt);

    // From nothing they come out the same.
    await tx`delete from daily_numbers where day < ${END}`;
    await sum(tx, { now: END });
    expect(await keptSums(tx, YEAR)).toEqual(rebuilt);

    // All that came and went adds up to what is there, without what was lost on its way home.
    const held = await tx`
      select o.submission_status as step, count(*)::integer as batches, sum(o.num_cards)::integer as cards
      from grading_orders o where o.id = any(${stories.orders}) and o.submission_status <> 'delivered'
        and not o.is_lost and (o.submission_status <> 'pending' or o.payment_status = 'paid') group by 1 order by 1`;
    const summed = await tx`
      select step, sum(batches)::integer as batches, sum(cards)::integer as cards from daily_steps
      where day < ${END} group by 1 having sum(batches) <> 0 order by 1`;
    expect([...summed]).toEqual([...held]);
    const [money] = await tx`
      select sum(revenue_cents - refunded_cents)::integer as cents from daily_numbers where day < ${END}`;
    const [kept] = await tx`
      select coalesce(sum(o.total_paid * 100) filter (where (
          select e.to_value from order_events e where e.order_id = o.id and e.type in ('created', 'payment_status')
            and (e.to_value = 'paid' or e.from_value = 'paid' and e.to_value = 'unpaid') order by e.id desc limit 1) = 'paid'), 0)::integer
        - sum(o.refunded_cents)::integer + coalesce(sum((
          select sum(x.paid_cents) from order_adjustments x where x.order_id = o.id)), 0)::integer as cents
      from grading_orders o left join order_admin a on a.order_id = o.id
      where o.id = any(${stories.orders}) and not coalesce(a.placed_by_admin, false)`;
    expect(money).toEqual(kept);
  }));
