import { businessDate } from "@/lib/base/business-date";
import type { Stories } from "../../sandbox/builders/stories";
import type { Transaction } from "../../sandbox/builders/test-database";
import { federalHolidays } from "../../sandbox/calendar";

type Event = {
  order_id: string;
  type: string;
  from_value: string | null;
  to_value: string | null;
  act_id: string | null;
  undone_act: string | null;
  at: Date;
};
type Order = { id: string; num_cards: number; counted: number; cents: number; is_of_staff: boolean };

/** Sums by what they are of, such as "2026-11-23 revenue_cents"; what is zero is left out. */
export type Sums = Record<string, number>;

const DAY = 86_400_000;
const dayOf = (at: Date) => at.toISOString().slice(0, 10);
const centsOf = (dollars: string | null) => Math.round(Number(dollars?.replace(/[$,]/g, "")) * 100);
const isHome = (step: string | null) => step === "completed" || step === "delivered";

const holidays = new Set(federalHolidays(2024, 2045).map(({ day }) => day));

/** Business days that have begun since the day of one moment up to that of another, where the business is. */
function businessDays(from: Date, until: Date): number {
  const [first, last] = [from, until].map((at) => Date.parse(businessDate(at.getTime())));
  let days = 0;
  for (let day = (first ?? 0) + DAY; day <= (last ?? 0); day += DAY) {
    const isWeekend = [0, 6].includes(new Date(day).getUTCDay());
    if (!isWeekend && !holidays.has(dayOf(new Date(day)))) days++;
  }
  return days;
}

/** Goes through the story of one order from its beginning and adds what happened to the sums. */
function addOrderTo(
  add: (at: Date, name: string, value: number) => void,
  order: Order,
  events: Event[],
): void {
  const { num_cards: cards } = order;
  let [payment, step, isBooked] = ["", "pending", false];
  const adopted = events.filter(({ type }) => type === "payment_adopted");
  const amount = () => (adopted[0] ? centsOf(adopted[0].from_value) : order.cents);
  let received: Date | null = null;
  let isRefundedSince = false;
  let home: { at: Date; received: Date | null; payment: string } | null = null;
  const counts: { act: string | null; differs: Date | null }[] = [];

  const isLost = () => step === "completed" && payment === "canceled" && isRefundedSince;
  const place = () => (!isLost() && (step !== "pending" || payment === "paid") ? step : null);
  const booked = () => (isBooked && !order.is_of_staff ? amount() : 0);
  for (const event of events) {
    const before = { place: place(), booked: booked(), isBooked };
    const { type, from_value: from, to_value: to, at } = event;
    if (type === "created" || type === "payment_status") {
      payment = to ?? "";
      isRefundedSince = to === "canceled";
      if (to === "paid") isBooked = true;
      if (from === "paid" && to === "unpaid") isBooked = false;
    } else if (type === "payment_adopted") adopted.shift();
    else if (type === "refunded" && !order.is_of_staff) {
      add(at, "refunded_cents", centsOf(to) - centsOf(from));
    } else if (type === "submission_status") {
      step = to ?? "";
      if (isHome(to) && !isHome(from)) {
        home = { at, received, payment };
        // An undo is not when it left: that was before.
        if (event.undone_act === null) isRefundedSince = false;
      }
      if (isHome(from) && !isHome(to)) home = null;
      if (from === "pending") received = at;
      if (to === "pending") received = null;
    } else if (type === "counted" || type === "recounted") counts.push({ act: event.act_id, differs: null });
    else if (type === "count_mismatch") Object.assign(counts.at(-1) ?? {}, { differs: at });
    else if (type === "undone") {
      const undone = counts.findIndex(({ act }) => act === event.undone_act);
      if (undone >= 0) counts.splice(undone, 1);
    }
    if (before.place !== place()) {
      for (const [name, sign] of [
        [before.place, -1],
        [place(), 1],
      ] as const) {
        if (name === null || name === "delivered") continue;
        add(at, `${name} batches`, sign);
        add(at, `${name} cards`, sign * cards);
      }
    }
    add(at, "revenue_cents", booked() - before.booked);
    const sign = order.is_of_staff ? 0 : Number(isBooked) - Number(before.isBooked);
    add(at, "paid_batches", sign);
    add(at, "paid_cards", sign * cards);
  }
  if (received) {
    add(received, "received_batches", 1);
    add(received, "received_cards", order.counted);
  }
  if (home) {
    add(home.at, "returned_batches", 1);
    add(home.at, "returned_cards", cards);
    if (home.received && home.payment === "paid")
      add(home.at, `after ${businessDays(home.received, home.at)}`, 1);
  }
  const differs = counts.at(-1)?.differs;
  if (differs) add(differs, "counts_differ", 1);
}

/** The sums of everything that the stories tell, made of the raw events one by one, on whatever day they were. */
export async function rebuiltSums(tx: Transaction, stories: Stories): Promise<Sums> {
  const sums: Sums = {};
  const add = (at: Date, name: string, value: number) => {
    const key = `${dayOf(at)} ${name}`;
    sums[key] = (sums[key] ?? 0) + value;
  };
  const orders = await tx<Order[]>`
    select o.id, o.num_cards, coalesce(o.received_count, o.num_cards) as counted,
      coalesce(o.total_paid * 100, 0)::integer as cents,
      coalesce(a.placed_by_admin, false) as is_of_staff
    from grading_orders o left join order_admin a on a.order_id = o.id where o.id = any(${stories.orders})`;
  const events = await tx<Event[]>`
    select order_id, type, from_value, to_value, act_id, data ->> 'undone_act' as undone_act, occurred_at as at
    from order_events where order_id = any(${stories.orders}) order by id`;
  for (const order of orders)
    addOrderTo(
      add,
      order,
      events.filter(({ order_id }) => order_id === order.id),
    );

  const extras = await tx<{ order_id: string; paid_at: Date; paid_cents: number }[]>`
    select order_id, paid_at, paid_cents from order_adjustments
    where order_id = any(${stories.orders}) and paid_at is not null`;
  for (const { order_id, paid_at, paid_cents } of extras)
    if (!orders.find(({ id }) => id === order_id)?.is_of_staff) add(paid_at, "revenue_cents", paid_cents);

  const exceptions = await tx<{ created_at: Date; resolved_at: Date | null }[]>`
    select created_at, resolved_at from payment_exceptions where id = any(${stories.exceptions})`;
  for (const { created_at, resolved_at } of exceptions) {
    add(created_at, "exceptions_raised", 1);
    if (resolved_at) add(resolved_at, "exceptions_settled", 1);
  }

  const runs = await tx<{ id: string; from_plan: string | null; to_plan: string | null; at: Date }[]>`
    select subscription_id as id, from_plan, to_plan, occurred_at as at
    from membership_events e where subscription_id = any(${stories.subscriptions}) order by e.id`;
  for (const id of stories.subscriptions) {
    const own = runs.filter((run) => run.id === id);
    for (const day of new Set(own.map(({ at }) => dayOf(at)))) {
      const [first, last] = [
        own.find(({ at }) => dayOf(at) === day),
        own.findLast(({ at }) => dayOf(at) === day),
      ];
      if (!first || !last || first.from_plan === last.to_plan) continue;
      if (first.from_plan === null) add(last.at, `${last.to_plan} started`, 1);
      if (last.to_plan === null) add(last.at, `${first.from_plan} ended`, 1);
      if (first.from_plan) add(last.at, `${first.from_plan} change`, -1);
      if (last.to_plan) add(last.at, `${last.to_plan} change`, 1);
    }
  }
  return withoutZeros(sums);
}

/** The sums that the database keeps of the days of a year. */
export async function keptSums(tx: Transaction, year: number): Promise<Sums> {
  const rows = await tx<{ key: string; value: number }[]>`
    with days as (
      select to_jsonb(n) - 'day' - 'is_stale' as sums, n.day from daily_numbers n where extract(year from n.day) = ${year}
    )
    select d.day || ' ' || s.key as key, s.value::integer as value from days d, jsonb_each_text(d.sums) s
    union all select s.day || ' ' || s.step || ' batches', s.batches from daily_steps s join days using (day)
    union all select s.day || ' ' || s.step || ' cards', s.cards from daily_steps s join days using (day)
    union all select t.day || ' after ' || t.business_days, t.batches from daily_turnaround t join days using (day)
    union all select m.day || ' ' || m.plan_type || ' started', m.started from daily_memberships m join days using (day)
    union all select m.day || ' ' || m.plan_type || ' ended', m.ended from daily_memberships m join days using (day)
    union all select m.day || ' ' || m.plan_type || ' change', m.change from daily_memberships m join days using (day)`;
  return withoutZeros(Object.fromEntries(rows.map(({ key, value }) => [key, value])));
}

function withoutZeros(sums: Sums): Sums {
  return Object.fromEntries(Object.entries(sums).filter(([, value]) => value !== 0));
}
