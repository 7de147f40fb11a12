import { isReason, reasonWords } from "@/lib/orders/words";
import type { StaffOrder, StaffOrderEvent } from "@/lib/staff/staff-order";

/**
 * Says a reason in words as reasonWords does, for a value of an order's history: any other word stays as it is
 * stored.
 */
export function storedReasonWords(value: string): string {
  return isReason(value) ? reasonWords(value) : value;
}

/** Names who did something of which the record outlives the account; without an id a script of the house did it. */
export function doerWords({
  actor_id: id,
  actor_email: email,
}: {
  actor_id: string | null;
  actor_email: string | null;
}): string {
  return email ?? (id === null ? "System" : "An account that is gone");
}

/** Tells of a paid order that nobody's address is kept with it: the payment service asks for one, so it was erased or never came along. */
export function hasNoPerson(order: Pick<StaffOrder, "email" | "payment_status" | "total_paid">): boolean {
  return order.email === null && (order.payment_status === "paid" || order.total_paid !== null);
}

/** Says of an order with neither a name nor an address why that is. */
export function namelessWords(order: Parameters<typeof hasNoPerson>[0]): string {
  return hasNoPerson(order) ? "No name is kept" : "Guest, not paid yet";
}

/** Names who did it, as staff read it: a person by their address where it is known. */
export function actorWords(event: Pick<StaffOrderEvent, "actor_type" | "actor_email">): string {
  if (event.actor_type === "staff") return event.actor_email ?? "Staff";
  return { customer: event.actor_email ?? "Customer", stripe: "Payment service", system: "System" }[
    event.actor_type
  ];
}
