import { WeekChart } from "@/components/staff/numbers/week-chart";
import { WeekTable } from "@/components/staff/numbers/week-table";
import { Card } from "@/components/ui/card";
import type { NumberCard } from "@/lib/staff/numbers/number-card";

/** Shows one number: its figure of the last days against those before, thirteen weeks of it, and where its rows are. */
export function NumberPanel({ card }: { card: NumberCard }) {
  return (
    <Card className="flex min-w-0 flex-col gap-4 sm:p-6">
      <section aria-labelledby={`${card.name}-heading`} className="space-y-1">
        <h2 id={`${card.name}-heading`} className="text-base font-semibold">
          {card.title}
        </h2>
        <p className="text-2xl font-semibold tabular-nums">{card.figure ?? "None yet"}</p>
        {card.more ? <p className="text-sm tabular-nums">{card.more}</p> : null}
        {card.now ? <p className="text-sm font-medium tabular-nums text-warning">{card.now}</p> : null}
        <p className="text-sm text-text-muted tabular-nums">{card.before}</p>
      </section>
      <WeekChart {...card} />
      <p className="text-sm text-text-muted">{card.about}</p>
      <div className="mt-auto flex flex-col gap-1">
        {card.link ? (
          <p>
            <a className="link inline-flex min-h-9 items-center text-sm" href={card.link.href}>
              {card.link.label}
            </a>
          </p>
        ) : null}
        <WeekTable caption={card.title} weeks={card.weeks} columns={card.columns} rows={card.rows} />
      </div>
    </Card>
  );
}
