import { StaffFrame } from "@/components/staff/staff-frame";
import { Card } from "@/components/ui/card";
import { CardHeader } from "@/components/ui/card-header";
import { FactList } from "@/components/ui/fact-list";
import { Cell, HeadRow, Table } from "@/components/ui/table";
import { formatCents, formatPrice } from "@/lib/base/money";
import { MEMBERSHIP_PLANS, plans } from "@/lib/base/plans";
import { staffPaths } from "@/lib/base/staff-paths";
import { formatShortDate } from "@/lib/base/time";
import { cardCount, counted } from "@/lib/base/words";
import { SUBMISSION_STEPS } from "@/lib/orders/status";
import { submissionLabel } from "@/lib/staff/labels";
import type { Numbers } from "@/lib/staff/numbers/schema";
import { listQueryString } from "@/lib/staff/orders/list-query";
import type { SavedView } from "@/lib/staff/orders/order-views";

type Week = Numbers["weeks"][number];
type Figure = { label: string; value: string; about: string };

/** Shows how the business is doing: the last four weeks against the four before, what is open, and thirteen weeks as a table. */
export function NumbersScreen({ numbers }: { numbers: Numbers }) {
  return (
    <StaffFrame
      title="Numbers"
      staffRole={numbers.staff_role}
      lead="The last four weeks, compared with the four weeks before."
    >
      <dl className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {figuresOf(numbers).map(({ label, value, about }) => (
          <div key={label} className="rounded-2xl border border-border bg-surface-raised p-6 shadow-sm">
            <dt className="text-sm text-text-muted">{label}</dt>
            <dd className="text-2xl font-semibold tabular-nums">{value}</dd>
            <dd className="text-sm text-text-muted tabular-nums">{about}</dd>
          </div>
        ))}
      </dl>
      <Card>
        <CardHeader title="Open now" description={openWords(numbers.open)} />
        <FactList facts={openFacts(numbers.open)} />
      </Card>
      <Card className="space-y-4">
        <CardHeader title="Week by week" />
        <WeekTable numbers={numbers} />
        <p className="text-sm text-text-muted">
          Revenue is what the batches and extra charges paid that week brought in, less refunds. Batches that
          staff placed aren't included. Turnaround is in business days from check-in to shipping back, and is
          shown from ten batches on.
        </p>
      </Card>
    </StaffFrame>
  );
}

function figuresOf({ weeks, turnaround, members }: Numbers): Figure[] {
  const compared = (label: string, key: keyof Omit<Week, "first_day" | "last_day">, format = whole) => {
    const sum = (from: number) => weeks.slice(from, from + 4).reduce((total, week) => total + week[key], 0);
    return { label, value: format(sum(0)), about: `${format(sum(4))} in the four weeks before` };
  };
  const all = turnaround.find(({ week }) => week === null);
  const running = MEMBERSHIP_PLANS.map((plan) => ({ plan, count: members[plan] ?? 0 }));
  const monthly = running.reduce((cents, { plan, count }) => cents + count * plans[plan].monthlyCents, 0);
  return [
    compared("Revenue", "revenue_cents", formatCents),
    compared("Cards paid for", "paid_cards"),
    compared("Cards checked in", "received_cards"),
    compared("Cards shipped back", "returned_cards"),
    {
      label: "Turnaround, 13 weeks",
      value: all ? counted(all.median_days, "business day") : "Not enough batches",
      about: all
        ? `Nine of ten took ${all.most_days} or fewer, ${all.kept_percent}% were on time`
        : "Shown from ten batches on",
    },
    {
      label: "Members",
      value: whole(running.reduce((total, { count }) => total + count, 0)),
      about: `${formatPrice(monthly)} a month at today's prices`,
    },
  ];
}

function openWords(open: Numbers["open"]): string {
  const here = Object.entries(open).flatMap(([status, held]) => (status === "pending" ? [] : [held]));
  const cards = here.reduce((total, held) => total + held.cards, 0);
  const batches = here.reduce((total, held) => total + held.batches, 0);
  return `${cardCount(cards)} in ${batchCount(batches)} are with us or at the grader.`;
}

/** In which view of the list the batches of a step are. */
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

const FIGURES = ["Batches paid", "Cards paid", "Revenue", "Checked in", "Shipped back", "Median", "9 of 10"];

function WeekTable({ numbers: { weeks, turnaround } }: { numbers: Numbers }) {
  return (
    <Table caption="Week by week" className="tabular-nums">
      <HeadRow columns={["Week", ...FIGURES]} figures={FIGURES} />
      <tbody>
        {weeks.map((week, place) => {
          const taken = turnaround.find((row) => row.week === place);
          const cells = [
            whole(week.paid_batches),
            whole(week.paid_cards),
            formatCents(week.revenue_cents),
            whole(week.received_cards),
            whole(week.returned_cards),
            taken?.median_days ?? "—",
            taken?.most_days ?? "—",
          ];
          return (
            <tr key={week.first_day}>
              <Cell place="head" className="whitespace-nowrap">
                {formatShortDate(week.first_day)} – {formatShortDate(week.last_day)}
              </Cell>
              {cells.map((cell, nth) => (
                <Cell key={FIGURES[nth]} className="text-right whitespace-nowrap">
                  {cell}
                </Cell>
              ))}
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}

function whole(count: number): string {
  return count.toLocaleString("en-US");
}

function batchCount(count: number): string {
  return count === 1 ? "1 batch" : `${whole(count)} batches`;
}
