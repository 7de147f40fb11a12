import "server-only";
import * as z from "zod/mini";
import { CARRIERS, readTrackingNumber, trackingProblemText } from "@/lib/orders/tracking-number";
import { readAsStaff } from "@/lib/staff/data";
import { writeAsStaff } from "@/lib/staff/mutations";
import { type ReturnDesk, returnDeskSchema, returnTexts } from "@/lib/staff/returns/return-desk";
import { versionSchema } from "@/lib/staff/schema";
import { staffOrderSchema } from "@/lib/staff/staff-order";

const trackingNumber = z.string().check(
  z.superRefine((typed, context) => {
    const read = readTrackingNumber(typed);
    if ("problem" in read) context.addIssue({ code: "custom", message: trackingProblemText(read.problem) });
  }),
);

export const returnOrderSchema = z.object({
  version: versionSchema,
  tracking_number: trackingNumber,
  carrier: z.enum(CARRIERS),
  /** Confirms that the same customer's other order with this tracking number is in the same box. */
  is_same_box: z.optional(z.boolean()),
  /** Doesn't email the customer. */
  is_quiet: z.optional(z.boolean()),
});
export type ReturnOrder = z.infer<typeof returnOrderSchema>;

const needed = "Enter why this address is right.";

export const solveProblemSchema = z.object({ version: versionSchema });

export const releaseAddressSchema = z.object({
  version: versionSchema,
  reason: z.string(needed).check(z.trim(), z.minLength(1, needed), z.maxLength(500)),
});

export async function getReturnDesk(accessToken: string, code: string | null): Promise<ReturnDesk> {
  return readAsStaff(accessToken, "staff_return_desk", { code }, returnDeskSchema);
}

export const returnResultSchema = z.object({
  outcome: z.literal("returned"),
  action_id: z.string(),
  order: staffOrderSchema,
});

/** Ships an order's cards back. The customer gets an email ten minutes later, unless it's undone or the body is quiet. */
export async function returnOrder(actor: string, orderId: string, body: ReturnOrder) {
  const read = readTrackingNumber(body.tracking_number);
  const number = "number" in read ? read.number : body.tracking_number;
  const args = { actor, order_id: orderId, ...body, tracking_number: number };
  return writeAsStaff("staff_return_order", args, returnResultSchema, returnTexts);
}

export const settledSchema = z.object({ outcome: z.literal("settled"), order: staffOrderSchema });

/** Releases the hold after a changed return address, which takes a reason, or closes a problem report. */
export async function settleOrder(
  actor: string,
  orderId: string,
  what: "address" | "problem",
  body: { version: number; reason?: string },
) {
  const args = { ...body, actor, order_id: orderId, what };
  return writeAsStaff("staff_settle_order", args, settledSchema);
}
