import type { MembershipPlan } from "@/lib/base/plans";
import type { PaymentStatus } from "@/lib/orders/order";
import type { StaffOrder } from "@/lib/staff/staff-order";
import type { Tables } from "@/lib/supabase/database.types";

type StaffRole = "owner" | "staff";

type StaffUserProfile = Omit<Tables<"profiles">, "updated_at"> & {
  email: string;
  created_at: string;
  subscription: { plan_type: MembershipPlan; status: string; current_period_end: string } | null;
};

/** A person's profile (null: no such account) and their last 10 orders. */
export type UserProfilePage = {
  staff_role: StaffRole;
  profile: StaffUserProfile | null;
  orders: StaffOrder[];
};

export type ReconcileItem = {
  at: string;
  order_id: string | null;
  batch_id: string | null;
  reason?: string | null;
  stripe_session_id?: string | null;
  exception_id?: number;
  mail_id?: number;
  kind?: string;
  last_error?: string | null;
  attempts?: number;
  /** Our side: dollars, and the version for a change. */
  here?: {
    payment_status: PaymentStatus;
    grading_fee: number;
    total_paid: number | null;
    refunded_cents: number;
    version?: number;
  } | null;
  /** The payment service's side as it was noted: amount_cents, currency, payment_intent_id, … */
  there?: Record<string, unknown>;
};
export type ReconcileList = { items: ReconcileItem[]; is_more: boolean };

export type Reconciliation = {
  staff_role: StaffRole;
  paid_there: ReconcileList;
  paid_here: ReconcileList;
  amounts_differ: ReconcileList;
  open_too_long: ReconcileList;
  mails_failed: ReconcileList;
};

export type ReceivingDesk = {
  staff_role: StaffRole;
  /** Those that the code names: none, one, and several only for imported orders without a batch id. */
  orders: (StaffOrder & { return_address: Record<string, string> | null; received_by: string | null })[];
  /** Without a batch, oldest first, up to 50. */
  packages: (Tables<"packages"> & { arrived_by_email: string | null })[];
};

export type People = {
  people: { user_id: string; email: string; role: StaffRole; created_at: string }[];
  /** Newest first, the last 50. */
  events: (Tables<"staff_events"> & { actor_email: string | null })[];
};
