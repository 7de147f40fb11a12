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
