import { Time } from "@/components/ui/time";
import type { OrderDetails } from "@/lib/staff/order/order-details";

/** Shows the notes of staff about an order, newest last, each with its author; nothing when there are none. */
export function NoteList({ notes, former_notes: former }: Pick<OrderDetails, "notes" | "former_notes">) {
  if (notes.length === 0 && !former) return null;
  return (
    <ul className="space-y-3 font-normal">
      {former ? <li className="wrap-anywhere whitespace-pre-line">{former}</li> : null}
      {notes.map(({ id, body, author_email: author, created_at: at }) => (
        <li key={id}>
          <p className="wrap-anywhere whitespace-pre-line">{body}</p>
          <p className="text-text-muted">
            {author ?? "Staff"}, <Time at={at} show="local" />
          </p>
        </li>
      ))}
    </ul>
  );
}
