import "server-only";
import * as z from "zod/mini";
import { readTrackingNumber } from "@/lib/orders/shipping/tracking-number";
import { writeAsStaff } from "@/lib/staff/mutations";
import { returnRefusalSchema } from "@/lib/staff/returns/return-desk";
import type { ReturnOrder } from "@/lib/staff/returns/schema";
import { conflictSchema, staffOrderSchema } from "@/lib/staff/staff-order";

/** Reads what staff_return_order answers. A test holds its words against the SQL. */
export const returnResultSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("returned"), act_id: z.string(), order: staffOrderSchema }),
  conflictSchema,
  z.object({ outcome: z.literal("refused"), refusal: returnRefusalSchema }),
  z.object({
    /** The number stands on another order: of another owner, or of the same one, which is asked once. */
    outcome: z.enum(["number_taken", "ask_same_box"]),
    other: z.object({ id: z.string(), batch_id: z.nullable(z.string()) }),
  }),
  z.object({ outcome: z.literal("not_found") }),
]);
/** What came of sending an order's cards back. */
export type ReturnResult = z.infer<typeof returnResultSchema>;

/**
 * Records that the cards of an order leave with a parcel: it is completed, and its owner is told by email ten minutes later,
 * unless that is taken back or the body says not to. An order that somebody saved since the body's version answers `conflict`.
 */
export async function returnOrder(actor: string, orderId: string, body: ReturnOrder): Promise<ReturnResult> {
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
  return writeAsStaff("staff_return_order", args, returnResultSchema);
}

/** Reads what staff_settle_order answers. A test holds its words against the SQL. */
export const settledSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("settled"), order: staffOrderSchema }),
  conflictSchema,
  z.object({ outcome: z.enum(["problem_not_open", "address_not_held", "order_not_found"]) }),
]);

/** Ends the hold after a change of an order's return address, with a reason, or a problem that is settled with the customer. */
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
