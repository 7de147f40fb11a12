import { actorWords, eventWords } from "@/lib/staff/order/event-words";
import type { StaffOrderEvent } from "@/lib/staff/staff-order";

/** Shows who changed what, one change a line, where a save met another's. */
export function ChangeList({ events }: { events: StaffOrderEvent[] }) {
  return (
    <ul className="space-y-1">
      {events.map((event) => {
        const { title, change } = eventWords(event);
        return (
          <li key={event.id}>
            <strong className="font-medium">{actorWords(event)}</strong>: {title}
            {change ? <span className="text-text-muted"> ({change})</span> : null}
          </li>
        );
      })}
    </ul>
  );
}
