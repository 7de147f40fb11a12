import "server-only";
import * as z from "zod/mini";
import { type PayableAdjustment, payableAdjustmentSchema } from "@/lib/orders/schema";
import { type Decider, deciderArguments } from "@/lib/orders/tracking/decider";
import { call } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

const foundSchema = z.object({ adjustment: z.nullable(payableAdjustmentSchema) });

/** Reads a proposal, whoever asks: for mails and jobs; null when there is none. */
export async function getAdjustment(adjustmentId: string): Promise<PayableAdjustment | null> {
  const args = { p_adjustment_id: adjustmentId };
  return (await call(serviceClient(), "get_adjustment", args, foundSchema)).adjustment;
}

/** Reads a proposal for who may decide it; null for everybody else. */
export async function findDecidableAdjustment(
  adjustmentId: string,
  decider: Decider,
): Promise<PayableAdjustment | null> {
  const args = { p_adjustment_id: adjustmentId, ...deciderArguments(decider) };
  return (await call(serviceClient(), "find_decidable_adjustment", args, foundSchema)).adjustment;
}
