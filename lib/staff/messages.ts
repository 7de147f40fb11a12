import { isReason, reasonText } from "@/lib/orders/messages";
import type { StaffOrder, StaffOrderEvent } from "@/lib/staff/staff-order";

/** Returns a reason from an order's history in words; an unknown value stays as stored. */
export function storedReasonText(value: string): string {
  return isReason(value) ? reasonText(value) : value;
}

/** Returns who did something, also after their account was deleted; without an ID it was the system. */
export function doerText({
  actor_id: id,
  actor_email: email,
}: {
  actor_id: string | null;
  actor_email: string | null;
}): string {
  return email ?? (id === null ? "System" : "Deleted account");
}

/** Returns whether a paid order has no email: it was erased, or Stripe never sent it. */
export function hasNoPerson(order: Pick<StaffOrder, "email" | "payment_status" | "total_paid">): boolean {
  return order.email === null && (order.payment_status === "paid" || order.total_paid !== null);
}

/** Returns what to call the customer of an order that has neither name nor email. */
export function namelessText(order: Parameters<typeof hasNoPerson>[0]): string {
  return hasNoPerson(order) ? "No name on file" : "Guest, not paid yet";
}

/** Returns who did it: a person's email where it is known. */
export function actorText(event: Pick<StaffOrderEvent, "actor_type" | "actor_email">): string {
  if (event.actor_type === "staff") return event.actor_email ?? "Staff";
  return { customer: event.actor_email ?? "Customer", stripe: "Stripe", system: "System" }[event.actor_type];
}
