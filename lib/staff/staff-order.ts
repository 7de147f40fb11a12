import type { Order } from "@/lib/orders/order";

/** A place in a list of orders: the row it names is not part of the page. Times are ISO texts to the microsecond. */
export type OrderCursor = { submitted_at: string; id: string };

/** Counted up to 1,000; with `is_more` there are more than that. */
export type BoundedCount = { count: number; is_more: boolean };

export const SAVED_VIEWS = ["needs_check_in", "overdue", "exceptions", "ready_to_return"] as const;
export type SavedView = (typeof SAVED_VIEWS)[number];

export const PACKAGE_CONDITIONS = ["ok", "damaged_outside", "damaged_cards", "tampered"] as const;
export type PackageCondition = (typeof PACKAGE_CONDITIONS)[number];

export const CARRIERS = ["usps", "ups", "fedex", "dhl", "other"] as const;

/** An order as every list and form of the staff gets it: dollars as numbers, times as ISO texts. */
export type StaffOrder = Pick<
  Order,
  | "id"
  | "batch_id"
  | "user_id"
  | "plan_type"
  | "num_cards"
  | "grading_fee"
  | "total_paid"
  | "refunded_cents"
  | "payment_status"
  | "fulfillment_status"
  | "submission_status"
  | "notes"
  | "tracking_number"
  | "grading_submission_number"
  | "submitted_at"
  | "paid_at"
  | "version"
> & {
  /** The customer's, or the guest's once the payment page has asked for it. */
  email: string | null;
  customer_name: string | null;
  arrived_at: string | null;
  received_at: string | null;
  received_count: number | null;
  package_condition: PackageCondition | null;
  review_reason: string | null;
  dispute_status: string | null;
  open_exceptions: number;
  placed_by_admin: boolean;
  /** The payment service has a payment for it; setting it unpaid then takes a reason. */
  is_paid_by_card: boolean;
  updated_at: string;
  internal_notes: string | null;
  invoice_filename: string | null;
  shelf_location: string | null;
};

/** An entry of an order's timeline, with what only staff see. */
export type StaffOrderEvent = {
  id: number;
  /** The column that changed, or created, linked, refunded, arrived, counted, recounted, count_mismatch, reason, … */
  type: string;
  from_value: string | null;
  to_value: string | null;
  actor_type: "system" | "customer" | "staff" | "stripe";
  actor_id: string | null;
  actor_email: string | null;
  public: boolean;
  message: string | null;
  data: { corrected?: boolean } | null;
  occurred_at: string;
  order_version: number | null;
};
