import * as z from "zod/mini";

/** Recipient, amounts and links in the body are ignored so that no one can send email in our name. */
export const sendSubmissionEmailSchema = z.object({
  batchId: z
    .string("Which batch is this about?")
    .check(z.minLength(1, "Which batch is this about?"), z.maxLength(64)),
});
