import type { RefundRequest } from "@/lib/staff/refunds/refund-rules";
import type { StaffOrder, StaffOrderEvent } from "@/lib/staff/staff-order";
import type { Tables } from "@/lib/supabase/database.types";

/** One order, whole. */
export type OrderDetails = {
  staff_role: "owner" | "staff";
  order: StaffOrder;
  /** Every column, the address among them. */
  details: Omit<Tables<"grading_orders">, "search_text" | "guest_key">;
  profile: Tables<"profiles"> | null;
  account_email: string | null;
  received_by: string | null;
  /** Oldest first, the last 500. */
  events: StaffOrderEvent[];
  exceptions: Tables<"payment_exceptions">[];
  refunds: RefundRequest[];
};
