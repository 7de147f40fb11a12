import type { OrderChanges } from "@/lib/staff/order/schema";
import type { StaffOrder } from "@/lib/staff/staff-order";

/** The values of the edit form: texts as typed (empty: none), statuses as picked. */
export type OrderDraft = Required<Omit<OrderChanges, "payment_status" | "is_reviewed" | "internal_notes">> & {
  payment_status: StaffOrder["payment_status"];
};

/** Returns the form values of a stored order. */
export function draftOf(order: StaffOrder): OrderDraft {
  return {
    payment_status: order.payment_status,
    fulfillment_status: order.fulfillment_status,
    submission_status: order.submission_status,
    tracking_number: order.tracking_number ?? "",
    grading_submission_number: order.grading_submission_number ?? "",
    note: "",
    invoice_filename: order.invoice_filename ?? "",
    shelf_location: order.shelf_location ?? "",
    delay_reason: order.delay_reason ?? "",
    delayed_until: order.delayed_until ?? "",
  };
}

/** Returns the changes to the stored order, as the endpoint takes them; null for none. Spaces around a text don't matter. */
export function changesOf(order: StaffOrder, draft: OrderDraft): OrderChanges | null {
  const stored = draftOf(order);
  const names = Object.keys(stored) as (keyof OrderDraft)[];
  const changed = names.filter((name) => draft[name].trim() !== stored[name].trim());
  if (changed.length === 0) return null;
  // A delay needs both its reason and its date.
  const delay = ["delay_reason", "delayed_until"] as const;
  if (delay.some((name) => changed.includes(name))) changed.push(...delay);
  return Object.fromEntries(changed.map((name) => [name, draft[name]])) as OrderChanges;
}

/** Returns the form values after someone else saved the order: theirs, except for what was changed here since `former`. */
export function rebase(draft: OrderDraft, former: StaffOrder, current: StaffOrder): OrderDraft {
  const mine = changesOf(former, draft);
  return { ...draftOf(current), ...(mine as Partial<OrderDraft> | null) };
}
