import * as z from "zod/mini";
import { linkTokenSchema } from "@/lib/orders/adjustments/schema";

/** Gives the shortest and the longest message about a problem. */
export const MIN_PROBLEM_LENGTH = 10;
/** Beyond it the database refuses a message, too. */
export const MAX_PROBLEM_LENGTH = 2000;

/** Texts of the form. */
export const problemMessages = {
  tooShort: `Please describe the problem in at least ${MIN_PROBLEM_LENGTH} characters.`,
  tooLong: `Use ${MAX_PROBLEM_LENGTH.toLocaleString("en-US")} characters or fewer.`,
} as const;

/** Reads the body of POST /api/orders/[id]/arrived. */
export const arrivedSchema = z.object({ token: linkTokenSchema });

/** Reads the body of POST /api/orders/[id]/problem. */
export const problemSchema = z.object({
  words: z
    .string(problemMessages.tooShort)
    .check(
      z.trim(),
      z.minLength(MIN_PROBLEM_LENGTH, problemMessages.tooShort),
      z.maxLength(MAX_PROBLEM_LENGTH, problemMessages.tooLong),
    ),
  token: linkTokenSchema,
});
