import type { DayPackage, DeskDay } from "./desk-day.ts";
import type { Sql } from "./test-database.ts";

/** How a package stands at the end of the day, as far as staff decide it. Dates are told as whether there is one. */
export type Ending = {
  name: string;
  payment_status: string;
  fulfillment_status: string;
  submission_status: string;
  arrived: boolean;
  received_count: number | null;
  box_counts: number[] | null;
  package_condition: string | null;
  shelf_location: string | null;
  inbound_tracking: string | null;
  tracking_number: string | null;
  return_carrier: string | null;
  grading_submission_number: string | null;
  is_grouped: boolean;
  settled_count: number | null;
  is_back: boolean;
  /** Why it is set aside, what was noted then, and what its customer was asked. */
  set_aside: [string, string | null, string | null] | null;
  notes: string[];
  /** Kinds of the mails to its customer, with the count that they tell. */
  mails: string[];
};

export const NOTE = "Two corners are bent";
export const ASIDE_NOTE = "Lies unopened";
export const ASKED_NOTE = "Asked on Monday: pay or send back?";

/** Answers how a package has to end; `submission` is the number that the grading company gave its group. */
export function truthOf(pack: DayPackage, { submission, day }: { submission: string; day: DeskDay }): Ending {
  const { kind, end, boxes, order } = pack;
  const isHome = end === "home";
  const isCounted = isHome || end === "shelf";
  const count = boxes.reduce((sum, cards) => sum + cards, 0);
  const isHere = end !== "awaited";
  const hasLeft = isHome || end === "sent_back";
  return {
    name: pack.name,
    payment_status: kind === "paid_later" ? "paid" : String(order.payment_status),
    fulfillment_status: hasLeft ? "complete" : end === "shelf" ? "grading" : "not_received",
    submission_status:
      { home: "delivered", sent_back: "completed", shelf: "received" }[end as string] ?? "pending",
    arrived: isHere,
    received_count: isCounted ? count : null,
    box_counts: end === "half_here" ? boxes.slice(0, 1) : null,
    package_condition: kind === "damaged" ? "damaged_cards" : isCounted ? "ok" : null,
    shelf_location: isHere ? pack.shelf : null,
    inbound_tracking: isHere ? pack.inbound : null,
    tracking_number: hasLeft ? parcelOf(pack, day) : null,
    return_carrier: hasLeft ? "usps" : null,
    grading_submission_number: isHome ? submission : null,
    is_grouped: isHome,
    settled_count: null,
    is_back: isHome,
    set_aside: end === "aside" ? [kind, ASIDE_NOTE, kind === "unpaid" ? ASKED_NOTE : null] : null,
    notes: kind === "damaged" ? [NOTE] : [],
    mails: [
      ...(end === "aside" && order.payment_status === "paid" ? ["order_arrived"] : []),
      // Of a first box its customer reads how many cards are here.
      ...(end === "half_here" ? ["order_arrived"] : []),
      ...(isCounted ? [`check_in_receipt ${count}`] : []),
      ...questionOf(kind).slice(0, 1),
      ...(isHome ? ["order_sent", "order_graded"] : []),
      ...questionOf(kind).slice(1),
      ...(hasLeft ? ["order_returned"] : []),
    ],
  };
}

/** The mails about a difference: the question, and what the customer has answered. */
export function questionOf(kind: DayPackage["kind"]): string[] {
  if (kind === "over") return ["adjustment_proposed", "adjustment_decided"];
  return kind === "short" || kind === "zero" ? ["adjustment_proposed"] : [];
}

/** How many of its cards the grader gets: what came on top and is not paid for goes home ungraded. */
export const cardsGraded = ({ kind, boxes, paid }: Pick<DayPackage, "kind" | "boxes" | "paid">) => {
  const count = boxes.reduce((sum, cards) => sum + cards, 0);
  return kind === "over" ? Math.min(count, paid) : count;
};

/** The customers who sent more than they paid for want it back as it is, on their page or by the mail's link. */
export async function answerQuestions(sql: Sql, day: DeskDay): Promise<void> {
  const ids = day.packages.filter(({ kind }) => kind === "over").map(({ order }) => order.id);
  const answers = await sql`
    select public.decide_adjustment(a.id, o.user_id, o.guest_key, null, 'return') ->> 'outcome' as outcome
    from order_adjustments a join grading_orders o on o.id = a.order_id
    where a.order_id = any (${ids}) and a.status = 'proposed'`;
  for (const { outcome } of answers) if (outcome !== "decided") throw new Error(`an answer was ${outcome}`);
}

/** Answers the number under which a package goes home: those of one box have one. */
export function parcelOf(pack: DayPackage, day: DeskDay): string {
  const box = pack.kind === "same_box" ? day.packages.find(({ kind }) => kind === "same_box") : undefined;
  return (box ?? pack).parcel;
}

/** Reads how the packages of a day stand, in the day's order. */
export async function endingsOf(sql: Sql, day: DeskDay): Promise<Ending[]> {
  const ids = day.packages.map(({ order }) => order.id);
  const rows = await sql<(Omit<Ending, "name"> & { id: string })[]>`
    select o.id, o.payment_status, o.fulfillment_status, o.submission_status, o.arrived_at is not null as arrived,
      o.received_count, a.box_counts, o.package_condition, a.shelf_location, o.inbound_tracking, o.tracking_number,
      o.return_carrier, o.grading_submission_number, a.grader_group_id is not null as is_grouped, a.settled_count,
      a.cards_back_at is not null as is_back,
      (select jsonb_build_array(s.reason, s.note, s.asked_note) from set_asides s
       where s.order_id = o.id and s.ended_at is null) as set_aside,
      array(select n.body from order_notes n where n.order_id = o.id and n.removed_at is null order by n.id) as notes,
      array(select concat_ws(' ', m.kind, m.payload ->> 'count') from outbox m
       where m.payload ->> 'order_id' = o.id::text order by m.id) as mails
    from grading_orders o left join order_admin a on a.order_id = o.id where o.id = any (${ids})`;
  const found = new Map(rows.map(({ id, ...row }) => [id, row]));
  return day.packages.map(({ order, name }) => {
    const row = found.get(order.id);
    if (!row) throw new Error(`${name} is gone`);
    return { name, ...row };
  });
}

/** Where the cards of a day are, by what the database has of each order and each group. */
export async function cardsOf(sql: Sql, day: DeskDay) {
  const ids = day.packages.map(({ order }) => order.id);
  const [sums] = await sql<{ home: number; shelf: number; in_boxes: number }[]>`
    select coalesce(sum(o.received_count) filter (where o.submission_status = 'delivered'), 0)::int as home,
      coalesce(sum(o.received_count) filter (where o.submission_status <> 'delivered'), 0)::int as shelf,
      coalesce(sum((select sum(c) from unnest(a.box_counts) as c)), 0)::int as in_boxes
    from grading_orders o left join order_admin a on a.order_id = o.id where o.id = any (${ids})`;
  const groups = await sql<{ declared: number; returned: number; counted: number }[]>`
    select g.declared_cards as declared, g.returned_cards as returned,
      (select sum(private.cards_to_grade(o, x))::int from order_admin x join grading_orders o on o.id = x.order_id
       where x.grader_group_id = g.id) as counted
    from grader_groups g where g.id in (select a.grader_group_id from order_admin a where a.order_id = any (${ids}))`;
  return { ...sums, groups: [...groups] };
}
