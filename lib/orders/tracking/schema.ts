import * as z from "zod/mini";
import { uuidSchema } from "@/lib/base/uuid";
import { readTypedBatchId } from "@/lib/orders/batch-id";
import {
  MAX_DISPUTE_LENGTH,
  MAX_PROBLEM_LENGTH,
  MIN_PROBLEM_LENGTH,
  problemTooShort,
  tooLongText,
} from "@/lib/orders/form-messages";
import { CARRIERS, inboundNumberProblem } from "@/lib/orders/tracking-number";

const EMAIL_REQUIRED = "Please enter the email you paid with.";
const EMAIL_INVALID = "Please enter a valid email address.";
const BATCH_REQUIRED = "Please enter the batch ID.";
const BATCH_INVALID = "That isn't a batch ID. Batch IDs look like BATCH-3NA5SDF59-7F3K.";

/** Body of POST /api/orders/find, validated by both the form and the handler. */
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
export type FindBatch = z.infer<typeof findBatchSchema>;

/** A tracking link's token, which proves access without an account. */
const token = z.optional(z.string().check(z.regex(/^[\w-]{43}$/, "This link is invalid.")));
const cents = (min: number) => z.int().check(z.gte(min), z.lte(99_999_999));

export const adjustmentParamsSchema = z.object({ id: uuidSchema });

/** Body of POST /api/adjustments/[id]/decide. A dispute requires a reason. */
export const decideSchema = z
  .object({
    option: z.enum(["send_rest", "refund", "return", "dispute"]),
    words: z.optional(
      z.string().check(z.trim(), z.maxLength(MAX_DISPUTE_LENGTH, tooLongText(MAX_DISPUTE_LENGTH))),
    ),
    token,
  })
  .check(
    z.refine(({ option, words }) => option !== "dispute" || Boolean(words), {
      error: "Please tell us why you're disputing this.",
      path: ["words"],
    }),
  );
export type Decision = z.infer<typeof decideSchema>;

/** Body of POST /api/adjustments/[id]/pay, with the amount shown on the page. */
export const payAdjustmentSchema = z.object({ amount_cents: cents(1), token });

export const tokenSchema = z.object({ token });

/** Body of POST /api/orders/[id]/cancellation, with the amount shown on the page. */
export const cancellationSchema = z.discriminatedUnion("action", [
  z.object({ action: z.literal("cancel"), amount_cents: cents(0), token }),
  z.object({ action: z.literal("withdraw"), token }),
]);

const number = z.string().check(
  z.maxLength(100, "This is too long for a tracking number."),
  z.check(({ value, issues }) => {
    const message = inboundNumberProblem(value);
    if (message) issues.push({ code: "custom", input: value, message });
  }),
);
const day = z.iso.date("Please choose a date.");

/**
 * Body of POST /api/orders/[id]/inbound. `number` is as typed, or empty. Days are in the customer's time zone
 * (YYYY-MM-DD).
 */
export const inboundSchema = z.discriminatedUnion("action", [
  z.object({
    action: z.literal("shipped"),
    carrier: z.enum(CARRIERS, "Please choose a carrier."),
    number,
    shipped_on: day,
    token,
  }),
  z.object({ action: z.literal("delivered"), delivered_on: day, token }),
  z.object({ action: z.enum(["not_delivered", "not_shipped"]), token }),
]);
export type InboundChange = z.infer<typeof inboundSchema>;

export const problemSchema = z.object({
  words: z
    .string(problemTooShort)
    .check(
      z.trim(),
      z.minLength(MIN_PROBLEM_LENGTH, problemTooShort),
      z.maxLength(MAX_PROBLEM_LENGTH, tooLongText(MAX_PROBLEM_LENGTH)),
    ),
  token,
});
