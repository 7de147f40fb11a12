import * as z from "zod/mini";
import { uuidSchema } from "@/lib/base/uuid";

/** Gives the longest answer to an upcharge. */
export const MAX_DISPUTE_LENGTH = 1000;

/** Texts of the form. */
export const adjustmentMessages = {
  words: "Please tell us why you're disputing this.",
  messageTooLong: `Use ${MAX_DISPUTE_LENGTH.toLocaleString("en-US")} characters or fewer.`,
} as const;

/** Reads what the address of a proposal names. */
export const adjustmentParamsSchema = z.object({ id: uuidSchema });

/** Proof of who has no account: the token of the order's tracking link, as its page and our mails carry it. */
export const linkTokenSchema = z.optional(z.string().check(z.regex(/^[\w-]{43}$/, "This link is invalid.")));

/** Reads the body of POST /api/adjustments/[id]/decide. */
export const decideSchema = z
  .object({
    option: z.enum(["send_rest", "refund", "return", "dispute"]),
    /** With `dispute`. */
    words: z.optional(
      z.string().check(z.trim(), z.maxLength(MAX_DISPUTE_LENGTH, adjustmentMessages.messageTooLong)),
    ),
    token: linkTokenSchema,
  })
  .check(
    z.refine(({ option, words }) => option !== "dispute" || Boolean(words), {
      error: adjustmentMessages.words,
      path: ["words"],
    }),
  );
/** The customer's answer to a proposal, but for paying. */
export type Decision = z.infer<typeof decideSchema>;

/** Reads the body of POST /api/adjustments/[id]/pay; `amount_cents` is what the page shows. */
export const payAdjustmentSchema = z.object({
  amount_cents: z.int().check(z.gte(1), z.lte(99_999_999)),
  token: linkTokenSchema,
});

/** Reads the body of POST /api/adjustments/[id]/confirm, the call of the page that the customer comes back to. */
export const confirmAdjustmentSchema = z.object({ token: linkTokenSchema });
