import * as z from "zod/mini";
import { linkTokenSchema } from "@/lib/orders/adjustments/schema";
import { CARRIERS, readTrackingNumber, trackingProblemText } from "@/lib/orders/shipping/tracking-number";

/** Returns why the number of a package that was shipped to us cannot be one; null for a number, and for none at all. */
export function inboundNumberProblem(typed: string): string | null {
  const read = readTrackingNumber(typed);
  return "problem" in read && read.problem !== "empty" ? trackingProblemText(read.problem) : null;
}

const number = z.string().check(
  z.maxLength(100, "This is too long for a tracking number."),
  z.check(({ value, issues }) => {
    const message = inboundNumberProblem(value);
    if (message) issues.push({ code: "custom", input: value, message });
  }),
);

const day = z.iso.date("Please choose a date.");

/** Reads the body of POST /api/orders/[id]/inbound; days are YYYY-MM-DD in the customer's own calendar. */
export const inboundSchema = z.discriminatedUnion("action", [
  z.object({
    action: z.literal("shipped"),
    carrier: z.enum(CARRIERS, "Please choose a carrier."),
    /** As it was typed; empty where there is none. */
    number,
    shipped_on: day,
    token: linkTokenSchema,
  }),
  z.object({ action: z.literal("delivered"), delivered_on: day, token: linkTokenSchema }),
  z.object({ action: z.enum(["not_delivered", "not_shipped"]), token: linkTokenSchema }),
]);
/** What a customer says of the package's way to us. */
export type InboundChange = z.infer<typeof inboundSchema>;
