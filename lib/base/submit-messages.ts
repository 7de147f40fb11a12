import { MAX_CARDS_PER_ORDER } from "@/lib/base/plans";
import { sharedMessages } from "@/lib/base/shared-messages";

/**
 * What the submit form and its endpoint say, as the specification's error catalogue words it where it does. Apart from the
 * schema, whose zod the form's page does not load with the rest.
 */
export const submitMessages = {
  atLeastOne: "Please enter at least 1 card",
  invalidCount: "Please enter a valid number of cards",
  tooLarge: `One order holds up to ${MAX_CARDS_PER_ORDER.toLocaleString("en-US")} cards. Please split it.`,
  overAllowance: (remaining: number) => `You can only submit up to ${remaining} cards this month`,
  /** The payment page is where money moves, and it was never opened. */
  unanswered: "No answer came, so nothing was charged. Your batch is still here.",
  /** What becomes of a batch that went to the payment page, when the form is sent again. */
  replaces:
    "Paying it leads back to its payment page; with another number of cards it is a new batch, which replaces it.",
  tooSoon: sharedMessages.tooSoon,
  notesTooLong: "Notes can hold up to 2,000 characters.",
} as const;

/** The longest text, in characters, that a customer may add to an order. */
export const MAX_NOTES = 2000;
