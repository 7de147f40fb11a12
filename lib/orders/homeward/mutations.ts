import "server-only";
import * as z from "zod/mini";
import type { AddressDecision } from "@/lib/orders/homeward/schema";
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
  outcome: z.enum(["reported", "written", "reopened", "written_before", "not_now", "too_many", "not_found"]),
});

/** Keeps what the customer says is wrong; the same words again are `written_before`. */
export async function reportProblem(orderId: string, decider: Decider, words: string) {
  const args = { p_order_id: orderId, ...deciderArguments(decider), p_body: words };
  return (await call(serviceClient(), "report_problem", args, reportedSchema)).outcome;
}

/** Reads what decide_return_address answers. */
export const addressDecidedSchema = z.object({
  outcome: z.enum([
    "decided",
    "decided_before",
    "decided_otherwise",
    "too_late",
    "asked_no_more",
    "not_found",
  ]),
});

/** Notes which address counts, as the account says; once, the same answer again is `decided_before`. */
export async function decideReturnAddress(orderId: string, userId: string, decision: AddressDecision) {
  const args = {
    p_order_id: orderId,
    p_user_id: userId,
    p_question_id: decision.question,
    p_choice: decision.choice,
  };
  return (await call(serviceClient(), "decide_return_address", args, addressDecidedSchema)).outcome;
}

const askedSchema = z.object({ looked: z.number(), asked: z.number() });

/** Asks about the graded orders of people whose profile has got another address, of up to `limit` people a call. */
export async function askChangedAddresses(limit: number): Promise<z.infer<typeof askedSchema>> {
  return call(serviceClient(), "ask_changed_addresses", { p_limit: limit }, askedSchema);
}

/** Says in the stories of up to `limit` orders that nobody answered in time where the cards go; answers of how many. */
export async function tellUnansweredAddresses(limit: number): Promise<number> {
  const answer = z.object({ told: z.number() });
  return (await call(serviceClient(), "tell_unanswered_addresses", { p_limit: limit }, answer)).told;
}
