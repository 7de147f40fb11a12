import "server-only";
import * as z from "zod/mini";
import { type Decider, deciderArguments } from "@/lib/orders/tracking/decider";
import { call } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

/** Reads what confirm_arrival answers. A test holds the words of all answers here against what the SQL can write. */
export const arrivedOutcomeSchema = z.object({
  outcome: z.enum(["arrived", "arrived_before", "not_on_its_way", "not_found"]),
});

/** Sets a batch delivered, as its customer says; once. */
export async function confirmArrival(orderId: string, decider: Decider) {
  const args = { p_order_id: orderId, ...deciderArguments(decider) };
  return (await call(serviceClient(), "confirm_arrival", args, arrivedOutcomeSchema)).outcome;
}

/** Reads what report_problem answers. */
export const reportedSchema = z.object({
  outcome: z.enum(["reported", "problem_not_now", "not_found"]),
});

/** Keeps what the customer says is wrong, and emails staff. */
export async function reportProblem(orderId: string, decider: Decider, words: string) {
  const args = { p_order_id: orderId, ...deciderArguments(decider), p_body: words };
  return (await call(serviceClient(), "report_problem", args, reportedSchema)).outcome;
}
