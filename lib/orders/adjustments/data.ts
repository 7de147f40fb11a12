import "server-only";
import * as z from "zod/mini";
import { payableAdjustmentSchema } from "@/lib/orders/schema";
import { type ProposalAccess, proposalAccessArguments } from "@/lib/orders/tracking/proposal-access";
import { call } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

const foundSchema = z.object({ adjustment: z.nullable(payableAdjustmentSchema) });

/** Reads a proposal for someone who may decide it, or for an email ("server"); null if there is none. */
export async function getAdjustment(id: string, who: ProposalAccess | "server") {
  const right = who === "server" ? { p_is_for_server: true } : proposalAccessArguments(who);
  const args = { p_adjustment_id: id, ...right };
  return (await call(serviceClient(), "get_adjustment", args, foundSchema)).adjustment;
}
