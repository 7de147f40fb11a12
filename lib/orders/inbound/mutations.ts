import "server-only";
import * as z from "zod/mini";
import { AppError } from "@/lib/base/errors";
import type { InboundChange } from "@/lib/orders/inbound/schema";
import { readTrackingNumber } from "@/lib/orders/shipping/tracking-number";
import { type ProposalAccess, proposalAccessArguments } from "@/lib/orders/tracking/proposal-access";
import { call } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

const BAD_DATES = {
  shipped_on: "Choose a ship date between the payment date and today.",
  delivered_on: "Choose a delivery date between the ship date and today.",
};

/** Reads the result of change_inbound. */
export const changedInboundSchema = z.object({ outcome: z.enum(["noted", "unchanged", "bad_date"]) });

/**
 * Stores what a customer says of the package's way to us. Saying the same again changes nothing. Throws AppError when the package is
 * here, the batch is canceled or not paid, the day is wrong, or the order isn't theirs (404).
 */
export async function changeInbound(orderId: string, decider: ProposalAccess, change: InboundChange) {
  const args = {
    p_order_id: orderId,
    ...proposalAccessArguments(decider),
    p_action: change.action,
    ...factsOf(change),
  };
  const { outcome } = await call(serviceClient(), "change_inbound", args, changedInboundSchema);
  if (outcome !== "bad_date") return { outcome };
  const field = change.action === "shipped" ? "shipped_on" : "delivered_on";
  const text = BAD_DATES[field];
  throw new AppError("inbound_bad_date", { text, fields: { [field]: text } });
}

function factsOf(change: InboundChange) {
  if (change.action === "delivered") return { p_day: change.delivered_on };
  if (change.action !== "shipped") return {};
  const read = readTrackingNumber(change.number);
  const number = "problem" in read ? null : read.number;
  return { p_day: change.shipped_on, p_carrier: change.carrier, p_tracking: number };
}
