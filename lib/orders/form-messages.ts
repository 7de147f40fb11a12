import { MAX_CARDS_PER_ORDER } from "@/lib/base/plans";
import { sharedMessages } from "@/lib/base/shared-messages";

// Limits and texts of customer forms. Separate from the schemas, because pages load zod later.

/** How many days the signed links in our emails work. */
export const EMAIL_LINK_DAYS = 30;

export const MAX_NOTES = 2000;
export const MAX_TITLE = 60;
export const MAX_DISPUTE_LENGTH = 1000;
export const MIN_PROBLEM_LENGTH = 10;
/** Must match the database. */
export const MAX_PROBLEM_LENGTH = 2000;

export const tooLongText = (max: number) => `Use ${max.toLocaleString("en-US")} characters or fewer.`;
export const problemTooShort = `Please describe the problem in at least ${MIN_PROBLEM_LENGTH} characters.`;

export const submitMessages = {
  atLeastOne: "Please enter at least 1 card",
  invalidCount: "Please enter a valid number of cards",
  tooLarge: `A batch holds up to ${MAX_CARDS_PER_ORDER.toLocaleString("en-US")} cards. Split yours into two or more batches.`,
  overAllowance: (remaining: number) =>
    `You can only submit up to ${remaining.toLocaleString("en-US")} cards this month`,
  /** The payment page never opened, so no money moved. */
  unanswered: "We couldn't reach the server. You haven't been charged.",
  tooSoon: sharedMessages.tooSoon,
} as const;
