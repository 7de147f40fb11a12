import type { DayTile, ViewLink } from "@/lib/staff/orders/day-row";

/** Shows the day's work above the list: what waits, how much of it, and where it is done. */
export function DayRow({ tiles }: { tiles: DayTile[] }) {
  return (
    <nav aria-label="The day's work">
      <ol className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-6">
        {tiles.map((tile) => (
          <Tile key={tile.name} tile={tile} />
        ))}
      </ol>
    </nav>
  );
}

const LATE = { warning: "text-warning", danger: "text-danger" } as const;

function Tile({ tile: { title, lead, others, step, late } }: { tile: DayTile }) {
  return (
    <li className="flex min-w-0 flex-col gap-1 rounded-xl border border-border bg-surface-raised p-4">
      <a
        href={lead.href}
        aria-current={lead.isHere ? "page" : undefined}
        className="aria-[current=page]:text-accent-text"
      >
        <span className="block text-sm text-text-muted">{title}</span>{" "}
        {lead.count ? <span className="text-2xl font-semibold tabular-nums">{lead.count}</span> : null}{" "}
        {lead.label === title ? null : <span className="text-sm">{lead.label}</span>}
      </a>
      {late ? <p className={`text-xs font-medium ${LATE[late.tone]}`}>{late.words}</p> : null}
      {others.length > 0 ? (
        <ul className="text-xs text-text-muted">
          {others.map((view) => (
            <Other key={view.view} view={view} />
          ))}
        </ul>
      ) : null}
      <p className="mt-auto text-sm">
        {step ? (
          <a className="link" href={step.href}>
            {step.words}
          </a>
        ) : (
          <span className="text-text-muted">Nothing to do</span>
        )}
      </p>
    </li>
  );
}

function Other({ view: { href, label, count, isHere } }: { view: ViewLink }) {
  return (
    <li>
      <a
        href={href}
        aria-current={isHere ? "page" : undefined}
        className="inline-flex min-h-6 items-center hover:text-text aria-[current=page]:text-accent-text"
      >
        {label} {count}
      </a>
    </li>
  );
}
