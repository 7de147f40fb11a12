import type { DayTile, ViewLink } from "@/lib/staff/orders/day-row";

/**
 * Shows the day's work above the list: what waits, how much of it, and where it is done. On a telephone a tile is a line,
 * with its other views below, so that the list begins on the second screen.
 */
export function DayRow({ tiles }: { tiles: DayTile[] }) {
  return (
    <nav aria-label="The day's work">
      <ol className="grid gap-1.5 sm:grid-cols-2 sm:gap-3 md:grid-cols-3 xl:grid-cols-6">
        {tiles.map((tile) => (
          <Tile key={tile.name} tile={tile} />
        ))}
      </ol>
    </nav>
  );
}

function Tile({ tile: { title, lead, others, step, late } }: { tile: DayTile }) {
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-3 rounded-xl border border-border bg-surface-raised px-4 py-1.5 sm:flex-col sm:items-stretch sm:gap-1 sm:py-4">
      <a
        href={lead.href}
        aria-current={lead.isHere ? "page" : undefined}
        className="flex flex-wrap items-baseline gap-x-2 aria-[current=page]:text-accent-text max-sm:grow sm:block"
      >
        <span className="text-sm text-text-muted sm:block">{title}</span>{" "}
        {lead.count ? (
          <span
            className={`text-lg font-semibold tabular-nums max-sm:order-1 sm:text-2xl ${lead.count === "0" ? "text-text-muted" : ""}`}
          >
            {lead.count}
          </span>
        ) : null}{" "}
        {lead.label === title ? null : <span className="text-xs sm:block">{lead.label}</span>}
      </a>
      {late ? <p className="text-xs font-medium text-warning">{late}</p> : null}
      {others.length > 0 ? (
        <ul className="text-xs text-text-muted max-sm:flex max-sm:flex-wrap max-sm:gap-x-3">
          {others.map((view) => (
            <Other key={view.view} view={view} />
          ))}
        </ul>
      ) : null}
      <p className="text-sm sm:mt-auto">
        {step ? (
          <a className="link inline-flex min-h-6 items-center" href={step.href}>
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
