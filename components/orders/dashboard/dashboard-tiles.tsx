import { cardCount } from "@/lib/base/words";

/** Counts the paid orders, those of them at each of three steps, and the cards in the graded ones. */
export type Tiles = {
  total: number;
  awaiting: number;
  currently_grading: number;
  graded: number;
  graded_cards_sum: number;
};

/**
 * Shows the four figures on top of the dashboard, each beside its words on a telephone; the three steps add up to the total.
 * Their looks: app/(app)/(orders)/orders.css.
 */
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
    <dl className="tiles">
      {list.map(({ label, value, caption }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value.toLocaleString("en-US")}</dd>
          <dd>{caption}</dd>
        </div>
      ))}
    </dl>
  );
}
