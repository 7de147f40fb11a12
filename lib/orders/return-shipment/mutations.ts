import "server-only";
import * as z from "zod/mini";
import { type ProposalAccess, proposalAccessArguments } from "@/lib/orders/tracking/proposal-access";
import { call } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

/** What confirm_arrival returns. A test compares all schemas here with what the SQL can write. */
export const arrivedOutcomeSchema = z.object({ outcome: z.enum(["arrived", "arrived_before"]) });

/** Sets a batch delivered, as its customer says; once. */
export async function confirmArrival(orderId: string, decider: ProposalAccess) {
  const args = { p_order_id: orderId, ...proposalAccessArguments(decider) };
  return call(serviceClient(), "confirm_arrival", args, arrivedOutcomeSchema);
}

/** What report_problem returns. */
export const reportedSchema = z.object({ outcome: z.literal("reported") });

/** Keeps what the customer says is wrong, and emails staff. */
export async function reportProblem(orderId: string, decider: ProposalAccess, words: string) {
  const args = { p_order_id: orderId, ...proposalAccessArguments(decider), p_body: words };
  return call(serviceClient(), "report_problem", args, reportedSchema);
}
