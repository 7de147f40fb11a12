import * as z from "zod/mini";
import { addressQuestionSchema } from "@/lib/orders/address-question";

/** Reads the end of an order's way as its customer has it; times are ISO texts. */
export const homewardSchema = z.object({
  order_id: z.string(),
  /** The parcel is on its way, and the customer may say that it arrived. */
  can_arrive: z.boolean(),
  /** The customer may say what is wrong, or go on writing about it. */
  can_write: z.boolean(),
  /** Where the cards go, as its account is asked or was; null for everybody else, and where nothing was asked. */
  address: z.nullable(addressQuestionSchema),
  /** What the customer said is wrong; null: nothing. */
  problem: z.nullable(
    z.object({
      is_open: z.boolean(),
      is_answered: z.boolean(),
      /** Until when a closed one may be opened again. */
      until: z.nullable(z.string()),
      messages: z.array(
        z.object({ id: z.number(), author: z.enum(["customer", "staff"]), body: z.string(), at: z.string() }),
      ),
    }),
  ),
});
/** What is to be said and done at the end of an order's way. */
export type HomewardFacts = z.infer<typeof homewardSchema>;

const STEPS: Record<string, string> = {
  reported: "Something is wrong with the cards or their way back",
  written: "More about what is wrong",
  answered: "Answered what is wrong",
  closed: "What was wrong is settled",
  reopened: "What was wrong is not settled after all",
};

/** Puts a step of a problem as an order's event stores it into words, for customers and staff alike. */
export function problemEventWords(stored: string | null): string {
  return STEPS[stored ?? ""] ?? "News about what is wrong";
}

/** Says in a word what an order's open problem waits for, for staff; `waiting_since` is null once it was answered. */
export function problemMark({ waiting_since: since }: { waiting_since: string | null }): string {
  return since === null ? "Problem, answered" : "Problem, waits for an answer";
}

/** Says how a problem stands, for its customer. */
export function problemStanding({
  is_open: isOpen,
  is_answered: isAnswered,
}: NonNullable<HomewardFacts["problem"]>): string {
  if (!isOpen) return "Settled";
  return isAnswered ? "We have answered you" : "We read it and answer you by mail";
}
