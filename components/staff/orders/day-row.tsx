import type { DayTile, ViewLink } from "@/lib/staff/orders/day-row";

/**
 * Shows the day's work above the list: what waits, how much of it, and where it is done. The tiles are low, and two by
 * two on a telephone, so that the list begins on the first screen.
 */
export function DayRow({ tiles }: { tiles: DayTile[] }) {
  return (
    <nav aria-label="The day's work">
      <ol className="grid grid-cols-2 gap-1 sm:grid-cols-3 sm:gap-3 xl:grid-cols-6">
        {tiles.map((tile) => (
          <Tile key={tile.name} tile={tile} />
        ))}
      </ol>
    </nav>
  );
}

function Tile({ tile: { title, lead, others, step, late } }: { tile: DayTile }) {
  return (
    <li className="flex min-w-0 flex-col rounded-xl border border-border bg-surface-raised px-3 py-1 sm:py-2.5">
      <a
        href={lead.href}
        aria-current={lead.isHere ? "page" : undefined}
        className="flex flex-wrap items-baseline justify-between gap-x-2 aria-[current=page]:text-accent-text"
      >
        <span className="text-sm text-text-muted">{title}</span>{" "}
        {lead.count ? (
          <span
            className={`text-lg font-semibold tabular-nums ${lead.count === "0" ? "text-text-muted" : ""}`}
          >
            {lead.count}
          </span>
        ) : null}{" "}
        {lead.label === title ? null : <span className="basis-full text-xs">{lead.label}</span>}
      </a>
      {late ? <p className="text-xs font-medium text-danger">{late}</p> : null}
      {others.length > 0 ? (
        <ul className="text-xs text-text-muted">
          {others.map((view) => (
            <Other key={view.view} view={view} />
          ))}
        </ul>
      ) : null}
      <p className="mt-auto text-sm">
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

function Other({ view: { href, label, count, isHere, isLate } }: { view: ViewLink }) {
  return (
    <li>
      <a
        href={href}
        aria-current={isHere ? "page" : undefined}
        className={`inline-flex min-h-6 items-center hover:text-text aria-[current=page]:text-accent-text ${isLate ? "font-medium text-danger" : ""}`}
      >
        {label} {count}
      </a>
    </li>
  );
}
