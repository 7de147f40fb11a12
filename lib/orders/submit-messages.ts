import { MAX_CARDS_PER_ORDER } from "@/lib/base/plans";
import { sharedMessages } from "@/lib/base/shared-messages";

/** Texts of the submit form and its endpoint. Apart from the schema, since the page loads zod later. */
export const submitMessages = {
  atLeastOne: "Please enter at least 1 card",
  invalidCount: "Please enter a valid number of cards",
  tooLarge: `A batch holds up to ${MAX_CARDS_PER_ORDER.toLocaleString("en-US")} cards. Split it into two.`,
  overAllowance: (remaining: number) =>
    `You can only submit up to ${remaining.toLocaleString("en-US")} cards this month`,
  /** The payment page never opened, so no money moved. */
  unanswered: "We couldn't reach the server. You haven't been charged.",
  tooSoon: sharedMessages.tooSoon,
  notesTooLong: "Use 2,000 characters or fewer.",
  titleTooLong: "Use 60 characters or fewer.",
} as const;

export const MAX_NOTES = 2000;
export const MAX_TITLE = 60;
