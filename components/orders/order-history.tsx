import { Time } from "@/components/ui/time";
import type { TimelineEntry } from "@/lib/orders/timeline";

type OrderHistoryProps = {
  /** Newest first. */
  entries: TimelineEntry[];
  /** Level of the heading, below that of the page or drawer. */
  level: 2 | 3;
};

/** So many stand in sight. */
const LATEST = 3;

/** Shows all that happened to a batch, its earlier part on request. */
export function OrderHistory({ entries, level }: OrderHistoryProps) {
  const Heading = `h${level}` as const;
  const earlier = entries.slice(LATEST);
  return (
    <section className="space-y-4">
      <Heading className="text-lg font-semibold">History</Heading>
      {entries.length > 0 ? (
        <>
          <Entries entries={entries.slice(0, LATEST)} />
          {earlier.length > 0 ? (
            <details className="space-y-3 border-t border-border pt-3 text-sm">
              <summary className="font-medium text-accent-text">
                {earlier.length} earlier {earlier.length === 1 ? "entry" : "entries"}
              </summary>
              <Entries entries={earlier} />
            </details>
          ) : null}
        </>
      ) : (
        <p className="text-sm text-text-muted">Nothing yet. The payment will be the first entry.</p>
      )}
    </section>
  );
}

function Entries({ entries }: Pick<OrderHistoryProps, "entries">) {
  return (
    <ol className="divide-y divide-border">
      {entries.map((entry) => (
        <Entry key={`${entry.at} ${entry.title}`} entry={entry} />
      ))}
    </ol>
  );
}

function Entry({ entry: { title, who, message, at } }: { entry: TimelineEntry }) {
  return (
    <li className="space-y-1 py-3 text-sm first:pt-0 last:pb-0">
      <p className="font-medium wrap-anywhere">{title}</p>
      {message ? <p className="wrap-anywhere whitespace-pre-line">{message}</p> : null}
      <p className="text-text-muted">
        <Time show="local" at={at} />
        {who ? `, by ${who}` : null}
      </p>
    </li>
  );
}
