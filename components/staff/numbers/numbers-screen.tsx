import { StaffFrame } from "@/components/staff/staff-frame";
import { Card, CardHeader } from "@/components/ui/card";
import { FactList } from "@/components/ui/fact-list";
import { Cell, HeadRow, Table } from "@/components/ui/table";
import { batchCount, cardCount } from "@/lib/base/messages";
import { formatCents, formatPrice } from "@/lib/base/money";
import { MEMBERSHIP_PLANS, plans } from "@/lib/base/plans";
import { staffPaths } from "@/lib/base/staff-paths";
import { formatShortDate } from "@/lib/base/time";
import { SUBMISSION_STEPS } from "@/lib/orders/status";
import { submissionLabel } from "@/lib/staff/labels";
import type { Numbers } from "@/lib/staff/numbers/data";
import { listQueryString, type SavedView } from "@/lib/staff/orders/list-query";

type Week = Numbers["weeks"][number];

export function NumbersScreen({ numbers }: { numbers: Numbers }) {
  return (
    <StaffFrame
      title="Numbers"
      staffRole={numbers.staff_role}
      lead="The last four weeks, compared with the four before."
    >
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6">
        {figuresOf(numbers).map(({ label, value, about }) => (
          <div key={label} className="rounded-2xl border border-border bg-surface-raised p-4 shadow-sm">
            <dt className="text-sm text-text-muted">{label}</dt>
            <dd className="text-2xl font-semibold tabular-nums">{value}</dd>
            <dd className="text-sm text-text-muted tabular-nums">{about}</dd>
          </div>
        ))}
      </dl>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[1fr_2fr]">
        <Card>
          <CardHeader title={openText(numbers.open)} />
          <FactList facts={openFacts(numbers.open)} />
        </Card>
        <WeekTable numbers={numbers} />
      </div>
    </StaffFrame>
  );
}

function figuresOf({ weeks, turnaround, members }: Numbers) {
  const compared = (label: string, key: keyof Omit<Week, "first_day" | "last_day">, format = whole) => {
    const sum = (from: number) => weeks.slice(from, from + 4).reduce((total, week) => total + week[key], 0);
    return { label, value: format(sum(0)), about: `was ${format(sum(4))}` };
  };
  const all = turnaround.find(({ week }) => week === null);
  const running = MEMBERSHIP_PLANS.map((plan) => ({ plan, count: members[plan] ?? 0 }));
  const monthly = running.reduce((cents, { plan, count }) => cents + count * plans[plan].monthlyCents, 0);
  return [
    compared("Net revenue", "revenue_cents", formatCents),
    compared("Cards paid for", "paid_cards"),
    compared("Checked in", "received_cards"),
    compared("Shipped back", "returned_cards"),
    {
      label: "Turnaround (days)",
      value: all ? whole(all.median_days) : "–",
      about: all ? `${all.kept_percent}% on time` : "needs 10 batches",
    },
    {
      label: "Members",
      value: whole(running.reduce((total, { count }) => total + count, 0)),
      about: `${formatPrice(monthly)} a month`,
    },
  ];
}

function openText(open: Numbers["open"]): string {
  const steps = Object.values(open);
  const cards = steps.reduce((total, held) => total + held.cards, 0);
  const batches = steps.reduce((total, held) => total + held.batches, 0);
  return `${cardCount(cards)} in ${batches === 1 ? "1 open batch" : `${whole(batches)} open batches`}`;
}

/** The saved view of the order list that shows the batches in a step. */
const VIEW_OF: Partial<Record<string, SavedView>> = {
  pending: "to_check_in",
  received: "ready_to_send",
  processing: "ready_to_send",
  shipped: "at_grader",
  grading: "at_grader",
  graded: "to_return",
};

function openFacts(open: Numbers["open"]): [string, React.ReactNode][] {
  return SUBMISSION_STEPS.flatMap((status) => {
    const held = open[status];
    if (!held) return [];
    const href = staffPaths.orders + listQueryString({ payment: "paid", view: VIEW_OF[status] ?? null });
    const link = (
      <a key={status} className="link" href={href}>
        {cardCount(held.cards)} in {batchCount(held.batches)}
      </a>
    );
    return [[submissionLabel(status).label, link]];
  });
}

const FIGURES = ["Paid", "Revenue", "Checked in", "Shipped back"];
const DAYS = ["Median (days)", "90% within (days)"];

/** Shows the weeks since the first activity. Turnaround is in business days from check-in to return shipping. */
function WeekTable({ numbers: { weeks, turnaround } }: { numbers: Numbers }) {
  const isTimed = turnaround.some(({ week }) => week !== null);
  const columns = isTimed ? [...FIGURES, ...DAYS] : FIGURES;
  const oldest = weeks.findLastIndex(({ first_day, last_day, ...figures }) =>
    Object.values(figures).some((figure) => figure !== 0),
  );
  const rows = weeks.slice(0, oldest + 1).map((week, place) => {
    const taken = turnaround.find((row) => row.week === place);
    const cells = [
      whole(week.paid_cards),
      formatCents(week.revenue_cents),
      whole(week.received_cards),
      whole(week.returned_cards),
      ...(isTimed ? [taken?.median_days ?? "–", taken?.most_days ?? "–"] : []),
    ];
    return { first: week.first_day, last: week.last_day, cells };
  });
  if (rows.length === 0) return null;
  return (
    <section className="space-y-3">
      <h2 className="text-lg font-semibold">Cards by week</h2>
      <Table caption="Cards by week" className="tabular-nums">
        <HeadRow columns={["Week", ...columns]} figures={columns} />
        <tbody>
          {rows.map(({ first, last, cells }) => (
            <tr key={first}>
              <Cell place="head" className="whitespace-nowrap">
                {dayRange(first, last)}
              </Cell>
              {cells.map((cell, nth) => (
                <Cell key={columns[nth]} className="text-right whitespace-nowrap">
                  {cell}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}

/** Formats a week, for example "Nov 2–8" or "Oct 27 – Nov 2". */
function dayRange(first: string, last: string): string {
  const [from, to] = [formatShortDate(first), formatShortDate(last)];
  const [month, day] = to.split(" ");
  return from.startsWith(`${month} `) ? `${from}–${day}` : `${from} – ${to}`;
}

function whole(count: number): string {
  return count.toLocaleString("en-US");
}
