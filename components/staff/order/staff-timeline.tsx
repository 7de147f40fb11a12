import { Badge } from "@/components/ui/badge";
import { Time } from "@/components/ui/time";
import { timeAgo } from "@/lib/base/time-ago";
import { actorText } from "@/lib/staff/labels";
import { eventText } from "@/lib/staff/order/event-text";
import type { StaffOrderEvent } from "@/lib/staff/staff-order";

const SHOWN = 8;

/** Shows an order's history, newest first, and marks what the customer doesn't see. `events` are sorted oldest first. */
export function StaffTimeline({ events }: { events: StaffOrderEvent[] }) {
  const entries = events.filter((event) => !isRepeated(event, events)).toReversed();
  const older = entries.slice(SHOWN);
  return (
    <>
      <Entries events={entries.slice(0, SHOWN)} />
      {older.length > 0 ? (
        <details className="space-y-4">
          <summary className="link inline-block py-1 text-sm">Show {older.length} older</summary>
          <Entries events={older} />
        </details>
      ) : null}
    </>
  );
}

/** Returns whether a change of the coarse status merely follows from the step saved with it. */
function isRepeated({ type, occurred_at: at }: StaffOrderEvent, events: StaffOrderEvent[]): boolean {
  if (type !== "fulfillment_status") return false;
  return events.some((other) => other.type === "submission_status" && other.occurred_at === at);
}

function Entries({ events }: { events: StaffOrderEvent[] }) {
  return (
    <ol className="space-y-4 border-l border-border pl-5">
      {events.map((event) => (
        <Entry key={event.id} event={event} />
      ))}
    </ol>
  );
}

function Entry({ event }: { event: StaffOrderEvent }) {
  const { title, change } = eventText(event);
  const dot = event.public ? "bg-accent" : "bg-border-strong";
  return (
    <li className="relative text-sm">
      <span className={`absolute top-1.5 -left-[1.45rem] size-2 rounded-full ${dot}`} aria-hidden="true" />
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium">{title}</span>
        {change ? <span className="wrap-anywhere">{change}</span> : null}
        {event.public || event.type === "created" ? null : <Badge>Staff only</Badge>}
      </p>
      {event.message ? <p className="wrap-anywhere">{event.message}</p> : null}
      <p className="text-text-muted">
        {actorText(event)}, <Time at={event.occurred_at} show="local" />
      </p>
    </li>
  );
}

export function ChangeList({ events }: { events: StaffOrderEvent[] }) {
  const now = new Date();
  return (
    <ul className="space-y-1">
      {events.map((event) => {
        const { title, change } = eventText(event);
        return (
          <li key={event.id}>
            <strong className="font-medium">{actorText(event)}</strong>,{" "}
            <time dateTime={event.occurred_at}>{timeAgo(event.occurred_at, now)}</time>: {title}
            {change ? <span className="text-text-muted"> ({change})</span> : null}
          </li>
        );
      })}
    </ul>
  );
}
