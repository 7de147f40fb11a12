import * as z from "zod/mini";

/** The body of POST /api/sendSubmissionEmail. Recipient, amounts and links are ignored, or anyone could send email in our name. */
export const sendSubmissionEmailSchema = z.object({
  batchId: z
    .string("Which batch is this about?")
    .check(z.minLength(1, "Which batch is this about?"), z.maxLength(64)),
});
