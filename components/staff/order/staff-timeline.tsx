import { Badge } from "@/components/ui/badge";
import { Time } from "@/components/ui/time";
import { timeAgo } from "@/lib/base/time-ago";
import { eventWords } from "@/lib/staff/order/event-words";
import type { StaffOrderEvent } from "@/lib/staff/staff-order";
import { actorWords } from "@/lib/staff/words";

/** Shows all that happened to an order, newest first, with what only staff see; `events` come oldest first. */
export function StaffTimeline({ events }: { events: StaffOrderEvent[] }) {
  return (
    <ol className="space-y-4 border-l border-border pl-5">
      {events.toReversed().map((event) => (
        <Entry key={event.id} event={event} />
      ))}
    </ol>
  );
}

function Entry({ event }: { event: StaffOrderEvent }) {
  const { title, change } = eventWords(event);
  return (
    <li className="relative text-sm">
      <span
        className="absolute top-1.5 -left-[1.45rem] size-2 rounded-full bg-border-strong"
        aria-hidden="true"
      />
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium">{title}</span>
        {change ? <span className="wrap-anywhere">{change}</span> : null}
        {event.public ? <Badge tone="accent">Shown to the customer</Badge> : null}
      </p>
      {event.message ? <p className="wrap-anywhere">{event.message}</p> : null}
      <p className="text-text-muted">
        {actorWords(event)}, <Time at={event.occurred_at} show="date-time" />
      </p>
    </li>
  );
}

/** Shows who changed what and how long ago, one change a line, where a save met another's. */
export function ChangeList({ events }: { events: StaffOrderEvent[] }) {
  const now = new Date();
  return (
    <ul className="space-y-1">
      {events.map((event) => {
        const { title, change } = eventWords(event);
        return (
          <li key={event.id}>
            <strong className="font-medium">{actorWords(event)}</strong>,{" "}
            <time dateTime={event.occurred_at}>{timeAgo(event.occurred_at, now)}</time>: {title}
            {change ? <span className="text-text-muted"> ({change})</span> : null}
          </li>
        );
      })}
    </ul>
  );
}
