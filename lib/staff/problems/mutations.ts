import "server-only";
import * as z from "zod/mini";
import { writeAsStaff } from "@/lib/staff/mutations";
import type { ProblemAnswer } from "@/lib/staff/problems/schema";
import { staffOrderEventSchema, staffOrderSchema } from "@/lib/staff/staff-order";

/** Reads what staff_answer_problem answers. A test holds the words of all answers here against the SQL. */
export const answeredSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.enum(["answered", "closed"]), order: staffOrderSchema }),
  z.object({
    outcome: z.literal("conflict"),
    order: staffOrderSchema,
    changes: z.array(staffOrderEventSchema),
  }),
  z.object({ outcome: z.enum(["nothing_open", "not_found"]) }),
]);

/** Answers a customer's problem, or closes it with a word. The mail about it waits for ten minutes. */
export async function answerProblem(actor: string, orderId: string, answer: ProblemAnswer) {
  const args = {
    p_actor: actor,
    p_order_id: orderId,
    p_version: answer.version,
    p_body: answer.words,
    p_closes: answer.closes,
  };
  return writeAsStaff("staff_answer_problem", args, answeredSchema);
}
