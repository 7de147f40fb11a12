import * as z from "zod/mini";
import { MAX_PROBLEM_WORDS } from "@/lib/orders/homeward/schema";
import { version } from "@/lib/staff/schema";

const nullableText = z.nullable(z.string());
const needed = "Please write an answer.";

/** Reads the body of POST /api/admin/orders/[id]/problem: an answer, or the word with which a problem is closed. */
export const problemAnswerSchema = z.object({
  version,
  words: z.string(needed).check(z.trim(), z.minLength(1, needed), z.maxLength(MAX_PROBLEM_WORDS)),
  closes: z.boolean(),
});
/** What staff write about a problem. */
export type ProblemAnswer = z.infer<typeof problemAnswerSchema>;

/** Reads a problem as staff see it on its order; times are ISO texts. */
export const staffProblemSchema = z.object({
  is_open: z.boolean(),
  /** Null: it was answered, or is closed. */
  waiting_since: nullableText,
  closed_at: nullableText,
  messages: z.array(
    z.object({
      id: z.number(),
      author: z.enum(["customer", "staff"]),
      body: z.string(),
      at: z.string(),
      /** Null for a guest, and where the account is gone. */
      author_email: nullableText,
    }),
  ),
});
/** A problem with what was written about it. */
export type StaffProblem = z.infer<typeof staffProblemSchema>;
