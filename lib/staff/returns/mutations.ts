import "server-only";
import * as z from "zod/mini";
import { readTrackingNumber } from "@/lib/orders/tracking-number";
import { writeAsStaff } from "@/lib/staff/mutations";
import { returnTexts } from "@/lib/staff/returns/return-desk";
import type { ReturnOrder } from "@/lib/staff/returns/schema";
import { staffOrderSchema } from "@/lib/staff/staff-order";

export const returnResultSchema = z.object({
  outcome: z.literal("returned"),
  action_id: z.string(),
  order: staffOrderSchema,
});

/** Ships an order's cards back, and emails the customer ten minutes later unless it's undone or the body is quiet. */
export async function returnOrder(actor: string, orderId: string, body: ReturnOrder) {
  const read = readTrackingNumber(body.tracking_number);
  const args = {
    p_actor: actor,
    p_order_id: orderId,
    p_version: body.version,
    p_tracking_number: "number" in read ? read.number : body.tracking_number,
    p_carrier: body.carrier,
    p_is_same_box: body.is_same_box ?? false,
    p_is_quiet: body.is_quiet ?? false,
  };
  return writeAsStaff("staff_return_order", args, returnResultSchema, returnTexts);
}

export const settledSchema = z.object({ outcome: z.literal("settled"), order: staffOrderSchema });

/** Releases the hold after a changed return address, with a reason, or closes a problem report. */
export async function settleOrder(
  actor: string,
  orderId: string,
  what: "address" | "problem",
  { version, reason }: { version: number; reason?: string },
) {
  const args = {
    p_actor: actor,
    p_order_id: orderId,
    p_version: version,
    p_what: what,
    p_reason: reason ?? null,
  };
  return writeAsStaff("staff_settle_order", args, settledSchema);
}
