import { MAX_CARDS_PER_ORDER } from "@/lib/base/plans";
import { sharedMessages } from "@/lib/base/shared-messages";

/** Texts of the submit form and its endpoint. Apart from the schema, whose zod the page loads later. */
export const submitMessages = {
  atLeastOne: "Please enter at least 1 card",
  invalidCount: "Please enter a valid number of cards",
  tooLarge: `One order holds up to ${MAX_CARDS_PER_ORDER.toLocaleString("en-US")} cards. Please split it.`,
  overAllowance: (remaining: number) => `You can only submit up to ${remaining} cards this month`,
  /** The payment page never opened, so no money moved. */
  unanswered: "No answer came, so nothing was charged. Your batch is still here.",
  replaces:
    "Paying it leads back to its payment page; with another number of cards it is a new batch, which replaces it.",
  tooSoon: sharedMessages.tooSoon,
  notesTooLong: "Notes can hold up to 2,000 characters.",
  titleTooLong: "Use up to 60 characters.",
} as const;

export const MAX_NOTES = 2000;
export const MAX_TITLE = 60;
