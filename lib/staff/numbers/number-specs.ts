import { formatCents, formatPrice } from "@/lib/base/money";
import { MEMBERSHIP_PLANS, plans } from "@/lib/base/plans";
import { staffPaths } from "@/lib/base/staff-paths";
import { cardCount, counted } from "@/lib/base/words";
import { countWords } from "@/lib/staff/labels";
import type { DaySums } from "@/lib/staff/numbers/day-sums";
import type { NumberSpec, Span } from "@/lib/staff/numbers/number-card";
import { countUpTo, mergedHistogram, percentileOf } from "@/lib/staff/numbers/percentile";
import { sumOf } from "@/lib/staff/numbers/span";
import { batchCount, businessDays, percentWords, wholeNumber } from "@/lib/staff/numbers/words";
import { type ListQuery, listQueryString } from "@/lib/staff/orders/list-query";

/** Business days from check-in in which a batch leaves for home, as we promise; the view "overdue" goes by the same. */
export const PROMISE_DAYS = 15;

/** Figures of a day that can be added up. */
type Sum = { [Key in keyof DaySums]: DaySums[Key] extends number ? Key : never }[keyof DaySums];

const total = (key: Sum) => (span: Span) => sumOf(span, (day) => day[key]);
/** What was true when a span ended. */
const atEnd = (value: (day: DaySums) => number) => (span: Span) => {
  const day = span.at(-1);
  return day ? value(day) : null;
};
const bars = (label: string, key: Sum, format = wholeNumber): NumberSpec["series"] => [
  { label, of: total(key), format },
];
const column = (label: string, key: Sum, format = wholeNumber) => ({
  label,
  of: (week: Span) => format(total(key)(week)),
});
const orDash = (value: number | null, format: (value: number) => string) =>
  value === null ? "—" : format(value);
const list = (query: Partial<ListQuery>) => staffPaths.orders + listQueryString(query);

const timesOf = (span: Span) => mergedHistogram(span.map(({ turnaround }) => turnaround));
const median = (span: Span) => percentileOf(timesOf(span), 0.5);
const ninth = (span: Span) => percentileOf(timesOf(span), 0.9);
const share = (part: number, whole: number) => (whole > 0 ? (part / whole) * 100 : null);
const kept = (span: Span) => countUpTo(timesOf(span), PROMISE_DAYS);
const promise = (span: Span) => share(kept(span), countUpTo(timesOf(span)));
const timed = { label: "Batches", of: (week: Span) => wholeNumber(countUpTo(timesOf(week))) };

const membersOf = ({ members }: DaySums) => sumOf(MEMBERSHIP_PLANS, (plan) => members[plan]);
const members = atEnd(membersOf);
const monthlyCents = atEnd((day) =>
  sumOf(MEMBERSHIP_PLANS, (plan) => day.members[plan] * plans[plan].monthlyCents),
);
const membersAtStart = ([first]: Span) => (first ? membersOf(first) - first.started + first.ended : 0);
const open = atEnd(({ exceptions_open }) => exceptions_open);

/** Lists the numbers in the order of the page. */
export const NUMBERS: NumberSpec[] = [
  {
    name: "received",
    title: "Cards received",
    about: "Cards of the batches that were checked in. One that was taken back does not count.",
    figure: total("received_cards"),
    format: cardCount,
    isCompared: true,
    more: (span) => `in ${batchCount(total("received_batches")(span))}`,
    kind: "bars",
    edge: wholeNumber,
    series: bars("Cards", "received_cards", cardCount),
    columns: [column("Batches", "received_batches"), column("Cards", "received_cards")],
    link: { href: list({ fulfillment: "grading" }), label: "Batches that are here" },
  },
  {
    name: "returned",
    title: "Cards sent back",
    about: "Cards of the batches that left for home. One that was taken back does not count.",
    figure: total("returned_cards"),
    format: cardCount,
    isCompared: true,
    more: (span) => `in ${batchCount(total("returned_batches")(span))}`,
    kind: "bars",
    edge: wholeNumber,
    series: bars("Cards", "returned_cards", cardCount),
    columns: [column("Batches", "returned_batches"), column("Cards", "returned_cards")],
    link: { href: list({ fulfillment: "complete" }), label: "Batches that have left" },
  },
  {
    name: "turnaround",
    title: "Turnaround",
    about: "From check-in to the way back, of the paid batches that left: half of them took no longer.",
    figure: median,
    format: businessDays,
    isCompared: true,
    more: (span) => {
      const days = ninth(span);
      return days === null ? null : `90 of 100 took no longer than ${businessDays(days)}`;
    },
    kind: "lines",
    edge: wholeNumber,
    series: [
      { label: "Median", of: median, format: businessDays },
      { label: "90th percentile", of: ninth, format: businessDays },
    ],
    columns: [
      timed,
      { label: "Median", of: (week) => orDash(median(week), wholeNumber) },
      { label: "90th percentile", of: (week) => orDash(ninth(week), wholeNumber) },
    ],
    link: { href: list({ payment: "paid", fulfillment: "complete" }), label: "Paid batches that have left" },
  },
  {
    name: "promise",
    title: "Promise kept",
    about: `The share of the same batches that left within ${businessDays(PROMISE_DAYS)}.`,
    figure: promise,
    format: percentWords,
    isCompared: false,
    more: (span) => {
      const all = countUpTo(timesOf(span));
      return all === 0 ? null : `${wholeNumber(kept(span))} of ${batchCount(all)}`;
    },
    now: ({ late }) =>
      late.count === 0
        ? null
        : `${countWords(late)} not sent back yet ${late.count === 1 ? "is" : "are"} late`,
    kind: "lines",
    edge: percentWords,
    series: [{ label: "Kept", of: promise, format: percentWords }],
    columns: [
      timed,
      { label: "In time", of: (week) => wholeNumber(kept(week)) },
      { label: "Share", of: (week) => orDash(promise(week), percentWords) },
    ],
    link: { href: list({ view: "overdue" }), label: "Batches that are overdue" },
  },
  {
    name: "revenue",
    title: "Revenue of batches",
    about: "What was paid for batches, before refunds and without those that staff placed.",
    figure: total("revenue_cents"),
    format: formatCents,
    isCompared: true,
    more: (span) => `${batchCount(total("paid_batches")(span))}, ${cardCount(total("paid_cards")(span))}`,
    kind: "bars",
    edge: formatPrice,
    series: bars("Revenue", "revenue_cents", formatCents),
    columns: [
      column("Batches", "paid_batches"),
      column("Cards", "paid_cards"),
      column("Revenue", "revenue_cents", formatCents),
    ],
    link: { href: list({ payment: "paid" }), label: "Paid batches" },
  },
  {
    name: "refunds",
    title: "Refunds",
    about:
      "What went back, on the day it did, whenever the batch was paid. A refund that failed is taken off again.",
    figure: total("refunded_cents"),
    format: formatCents,
    isCompared: true,
    kind: "bars",
    edge: formatPrice,
    series: bars("Refunds", "refunded_cents", formatCents),
    columns: [column("Refunds", "refunded_cents", formatCents)],
    link: { href: list({ view: "to_send_back" }), label: "Refunded batches to send back" },
  },
  {
    name: "members",
    title: "Members",
    about: "Memberships that run, those in arrears too.",
    figure: members,
    format: (count) => counted(count, "membership"),
    isCompared: true,
    more: (span) => `${formatPrice(monthlyCents(span) ?? 0)} a month at today's prices`,
    kind: "lines",
    edge: wholeNumber,
    series: [{ label: "Memberships", of: members, format: wholeNumber }],
    columns: [
      ...MEMBERSHIP_PLANS.map((plan) => ({
        label: plans[plan].label,
        of: (week: Span) => orDash(atEnd((day) => day.members[plan])(week), wholeNumber),
      })),
      { label: "All", of: (week: Span) => orDash(members(week), wholeNumber) },
    ],
    link: null,
  },
  {
    name: "churn",
    title: "Memberships that ended",
    about: "Whoever ended one and began another ended one, too.",
    figure: total("ended"),
    format: wholeNumber,
    isCompared: true,
    more: (span) => {
      const atStart = membersAtStart(span);
      const churn = share(total("ended")(span), atStart);
      return churn === null ? null : `${percentWords(churn)} of the ${wholeNumber(atStart)} at the beginning`;
    },
    kind: "bars",
    edge: wholeNumber,
    series: bars("Ended", "ended"),
    columns: [column("Began", "started"), column("Ended", "ended")],
    link: null,
  },
  {
    name: "mismatches",
    title: "Payments that do not fit",
    about: "New exceptions: money that fits no order or no plan.",
    figure: total("exceptions_raised"),
    format: wholeNumber,
    isCompared: true,
    more: (span) => `${wholeNumber(open(span) ?? 0)} open now`,
    kind: "bars",
    edge: wholeNumber,
    series: bars("New", "exceptions_raised"),
    columns: [
      column("New", "exceptions_raised"),
      column("Settled", "exceptions_settled"),
      { label: "Open at the end", of: (week) => orDash(open(week), wholeNumber) },
    ],
    link: { href: staffPaths.reconcile, label: "Reconciliation" },
  },
  {
    name: "counts",
    title: "Counts that differ",
    about: "Batches in which we counted more or fewer cards than were paid for, by the last count.",
    figure: total("counts_differ"),
    format: batchCount,
    isCompared: true,
    kind: "bars",
    edge: wholeNumber,
    series: bars("Batches", "counts_differ", batchCount),
    columns: [column("Received", "received_batches"), column("Differ", "counts_differ")],
    link: { href: list({ view: "count_differs" }), label: "Batches of which the count is not settled" },
  },
];
