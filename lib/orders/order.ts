import type { PlanType } from "@/lib/base/plans";

export type PaymentStatus = "unpaid" | "pending" | "paid" | "failed" | "canceled";
export type FulfillmentStatus = "not_received" | "grading" | "complete";
export type SubmissionStatus =
  | "pending"
  | "processing"
  | "received"
  | "shipped"
  | "grading"
  | "graded"
  | "completed"
  | "delivered";

/** An order as the database's functions answer it: dollars as JSON numbers, times as ISO texts. */
export type Order = {
  id: string;
  batch_id: string | null;
  user_id: string | null;
  user_email: string | null;
  guest_email: string | null;
  plan_type: PlanType;
  num_cards: number;
  rate_cents: number;
  grading_fee: number;
  total_paid: number | null;
  refunded_cents: number;
  payment_status: PaymentStatus;
  fulfillment_status: FulfillmentStatus;
  submission_status: SubmissionStatus;
  notes: string | null;
  tracking_number: string | null;
  grading_submission_number: string | null;
  receipt_url: string | null;
  stripe_session_id: string | null;
  checkout_attempt: number;
  reservation_expires_at: string | null;
  submitted_at: string;
  paid_at: string | null;
  version: number;
};

/** What only the server sees of an order. */
export type ServerOrder = Order & { guest_key: string | null };

/** Where the cards travel back to, as it was when the order was paid. */
export type ReturnAddress = {
  full_name?: string;
  phone?: string;
  address_line1?: string;
  address_line2?: string;
  city?: string;
  state?: string;
  postal_code?: string;
  country?: string;
};

/** An order with what its label and slip say. */
export type PrintedOrder = Order & { return_address: ReturnAddress | null };

/** An order with what the receiving desk found; null before it is checked in. */
export type CheckedOrder = PrintedOrder & {
  received_at: string | null;
  received_count: number | null;
  package_condition: string | null;
};

/** A dated line of an order's story, as the customer may read it. */
export type OrderEvent = {
  type: string;
  from: string | null;
  to: string | null;
  actor: "system" | "customer" | "staff" | "stripe";
  message: string | null;
  at: string;
};
