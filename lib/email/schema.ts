import * as z from "zod/mini";

/**
 * Checks the body of POST /api/sendSubmissionEmail. Callers send recipient, amounts and links, too; none of it is read,
 * because whoever could set them could send mail in our name to anybody.
 */
export const sendSubmissionEmailSchema = z.object({
  batchId: z
    .string("Which batch is this about?")
    .check(z.minLength(1, "Which batch is this about?"), z.maxLength(64)),
});

/**
 * Checks what the outbox says of a step: `cards` and `number` of cards that went after the others of their batch; `is_added`: it is
 * about the number alone, which came after they had left; `counted` and `expected` of a package whose rest is awaited.
 */
export const stepFactsSchema = z.object({
  number: z.nullish(z.string()),
  is_added: z.optional(z.boolean()),
  counted: z.optional(z.number()),
  expected: z.optional(z.number()),
});
