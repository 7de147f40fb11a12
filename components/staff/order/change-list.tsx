import { timeAgo } from "@/lib/base/time-ago";
import { eventWords } from "@/lib/staff/order/event-words";
import type { StaffOrderEvent } from "@/lib/staff/staff-order";
import { actorWords } from "@/lib/staff/words";

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
