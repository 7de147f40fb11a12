import "server-only";
import { AppError } from "@/lib/base/errors";
import type { RefundBody, RefundRequest } from "@/lib/staff/refunds/refund-rules";
import type { BulkUpdate, CheckIn, OrderUpdate, UnmatchedPackage } from "@/lib/staff/schema";
import type { StaffOrder, StaffOrderEvent } from "@/lib/staff/staff-order";
import type { Database, Json, Tables } from "@/lib/supabase/database.types";
import { serviceClient } from "@/lib/supabase/service";
import { unwrap } from "@/lib/supabase/unwrap";

type StaffWrite = Extract<keyof Database["public"]["Functions"], `staff_${string}`>;

/** `actor` is the member of staff whose session was checked; the database looks them up again and refuses (403). */
async function writeAsStaff<Result>(name: StaffWrite, actor: string, args: object): Promise<Result> {
  const result = await serviceClient().rpc(name, { p_actor: actor, ...args } as never);
  if (result.error?.code === "42501") throw new AppError("not_allowed");
  return unwrap(result) as Result;
}

/** Somebody saved in between: the order as it is now, and each event since the version that was sent. */
export type Conflict = { outcome: "conflict"; order: StaffOrder; changes: StaffOrderEvent[] };

export type OrderUpdateResult = { id: string } & (
  | { outcome: "updated"; order: StaffOrder; changed: string[] }
  /** `reason_required`: the payment service holds it as paid, or has refunded it. */
  | { outcome: "unchanged" | "reason_required"; order: StaffOrder }
  | Conflict
  | { outcome: "not_found" }
);

/** Saves what staff changed on an order, with its events; see the SQL function of this name. */
export async function updateOrder(
  actor: string,
  orderId: string,
  { version, changes, reason }: OrderUpdate,
): Promise<OrderUpdateResult> {
  return writeAsStaff("staff_update_order", actor, {
    p_order_id: orderId,
    p_version: version,
    p_changes: changes as Json,
    p_reason: reason,
  });
}

/** Saves the same changes on several orders; one result each, and one that fails stops no other. */
export async function updateOrders(
  actor: string,
  { orders, changes }: BulkUpdate,
): Promise<OrderUpdateResult[]> {
  const { results } = await writeAsStaff<{ results: OrderUpdateResult[] }>("staff_update_orders", actor, {
    p_items: orders,
    p_changes: changes as Json,
  });
  return results;
}

export type ArrivalResult =
  | { outcome: "arrived" | "already_arrived"; order: StaffOrder }
  | { outcome: "not_found"; order: null };

/** The package is in the building, not yet opened. */
export async function recordArrival(actor: string, orderId: string): Promise<ArrivalResult> {
  return writeAsStaff("staff_record_arrival", actor, { p_order_id: orderId });
}

export type CheckInResult =
  | { outcome: "received" | "recounted"; is_mismatch: boolean; order: StaffOrder }
  | { outcome: "already_received"; order: StaffOrder }
  | Conflict
  | { outcome: "not_found" };

/** Opened and counted. A batch received before is counted again only when the body says so. */
export async function checkIn(actor: string, orderId: string, body: CheckIn): Promise<CheckInResult> {
  return writeAsStaff("staff_check_in", actor, {
    p_order_id: orderId,
    p_version: body.version,
    p_count: body.count,
    p_condition: body.condition,
    p_shelf: body.shelf,
    p_is_recount: body.is_recount,
  });
}

/** Keeps a package whose batch is not known. */
export async function createPackage(actor: string, body: UnmatchedPackage): Promise<Tables<"packages">> {
  const answer = await writeAsStaff<{ package: Tables<"packages"> }>("staff_add_package", actor, {
    p_carrier: body.carrier,
    p_tracking_number: body.tracking_number,
    p_sender: body.sender,
    p_notes: body.notes,
    p_shelf: body.shelf,
  });
  return answer.package;
}

export type MatchResult =
  | { outcome: "matched"; order: StaffOrder }
  | { outcome: "already_matched" | "not_found" | "order_not_found" };

/** Says which batch a package was; the batch has then arrived when the package did. */
export async function matchPackage(actor: string, packageId: string, orderId: string): Promise<MatchResult> {
  return writeAsStaff("staff_match_package", actor, { p_package_id: packageId, p_order_id: orderId });
}

/** Closes a payment exception with what was done about it. */
export async function resolveException(
  actor: string,
  exceptionId: number,
  resolution: string,
): Promise<"resolved" | "already_resolved" | "not_found"> {
  const answer = await writeAsStaff<{ outcome: "resolved" }>("staff_resolve_exception", actor, {
    p_exception_id: exceptionId,
    p_resolution: resolution,
  });
  return answer.outcome;
}

/** Puts a mail that was given up back into the queue. */
export async function retryMail(actor: string, mailId: number): Promise<"queued" | "not_failed"> {
  const answer = await writeAsStaff<{ outcome: "queued" }>("staff_retry_mail", actor, { p_mail_id: mailId });
  return answer.outcome;
}

/** By the owner: makes a confirmed account staff. */
export async function addMember(
  actor: string,
  email: string,
): Promise<"added" | "already_staff" | "no_account" | "not_confirmed" | "ambiguous"> {
  const answer = await writeAsStaff<{ outcome: "added" }>("staff_add_member", actor, { p_email: email });
  return answer.outcome;
}

/** By the owner: ends a member's rights at once. The owner cannot be removed. */
export async function removeMember(
  actor: string,
  userId: string,
): Promise<"removed" | "not_staff" | "is_owner"> {
  const answer = await writeAsStaff<{ outcome: "removed" }>("staff_remove_member", actor, {
    p_user_id: userId,
  });
  return answer.outcome;
}

export type BegunRefund =
  | { outcome: "started"; is_first: boolean; request: RefundRequest; payment_intent_id: string }
  | { outcome: "done_before"; request: RefundRequest }
  | { outcome: "too_much"; left_cents: number }
  | { outcome: "changed"; refunded_cents: number }
  | { outcome: "under_way"; request_id: string }
  | { outcome: "other_request" | "not_paid_by_card" | "not_found" };

/** Writes a refund down before the payment service is asked; see the SQL function of this name. */
export async function beginRefund(actor: string, orderId: string, body: RefundBody): Promise<BegunRefund> {
  return writeAsStaff("staff_begin_refund", actor, {
    p_request_id: body.request_id,
    p_order_id: orderId,
    p_amount_cents: body.amount_cents,
    p_refunded_cents: body.refunded_cents,
    p_reason: body.reason,
  });
}

/** Notes what became of an attempt; `failure` null: the refund was made. Told twice, it changes nothing. */
export async function finishRefund(
  request: { id: string; attempt: number },
  refundId: string | null,
  failure: string | null,
): Promise<void> {
  const result = await serviceClient().rpc("staff_finish_refund", {
    p_request_id: request.id,
    p_attempt: request.attempt,
    p_stripe_refund_id: refundId as never,
    p_failure: failure as never,
  });
  unwrap(result);
}
