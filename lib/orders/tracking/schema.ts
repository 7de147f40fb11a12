import * as z from "zod/mini";
import { readTypedBatchId } from "@/lib/orders/batch-id";

const EMAIL_REQUIRED = "Please enter the email you paid with.";
const EMAIL_INVALID = "Please enter a valid email address.";
const BATCH_REQUIRED = "Please enter the batch ID.";
const BATCH_INVALID = "That isn't a batch ID. Batch IDs look like BATCH-3NA5SDF59-7F3K.";

/** Checks the body of POST /api/orders/find, in the form and in the handler. */
export const findBatchSchema = z.object({
  email: z
    .string(EMAIL_REQUIRED)
    .check(
      z.trim(),
      z.minLength(1, { error: EMAIL_REQUIRED, abort: true }),
      z.maxLength(254, EMAIL_INVALID),
      z.regex(/^[^\s@]+@[^\s@]+$/, EMAIL_INVALID),
    ),
  batch: z.string(BATCH_REQUIRED).check(
    z.trim(),
    z.minLength(1, { error: BATCH_REQUIRED, abort: true }),
    z.maxLength(64, BATCH_INVALID),
    z.refine((typed) => readTypedBatchId(typed) !== null, BATCH_INVALID),
  ),
});
/** The find-batch form. */
export type FindBatch = z.infer<typeof findBatchSchema>;
