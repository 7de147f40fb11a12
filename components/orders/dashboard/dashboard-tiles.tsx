import { cardCount } from "@/lib/base/words";

/** Counts the paid orders, those of them at each of three steps, and the cards in the graded ones. */
export type Tiles = {
  total: number;
  awaiting: number;
  currently_grading: number;
  graded: number;
  graded_cards_sum: number;
};

/** Shows the four figures on top of the dashboard, each in a line on a telephone; the three steps add up to the total. */
export function DashboardTiles({ tiles }: { tiles: Tiles }) {
  const list = [
    { label: "Total Submissions", value: tiles.total, caption: "Paid batches" },
    { label: "Awaited or Checked In", value: tiles.awaiting, caption: "On the way to us, or counted" },
    {
      label: "Currently Grading",
      value: tiles.currently_grading,
      caption: "Prepared, sent or at the grader",
    },
    {
      label: "Graded Cards",
      value: tiles.graded,
      caption: `Graded batches, ${cardCount(tiles.graded_cards_sum)}`,
    },
  ];
  return (
    <dl className="grid gap-2 *:rounded-xl *:border *:border-border *:bg-surface-raised *:px-5 *:py-2.5 max-sm:*:flex max-sm:*:items-center max-sm:*:justify-between sm:grid-cols-2 sm:gap-4 sm:*:space-y-1 sm:*:py-5 lg:grid-cols-4">
      {list.map(({ label, value, caption }) => (
        <div key={label}>
          <dt className="text-sm text-text-muted">{label}</dt>
          <dd className="text-lg font-semibold tabular-nums sm:text-2xl">{value.toLocaleString("en-US")}</dd>
          <dd className="text-xs text-text-muted max-sm:hidden">{caption}</dd>
        </div>
      ))}
    </dl>
  );
}
