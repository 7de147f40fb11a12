export type CardOutcome =
  | { approved: true }
  | { approved: false; code: string; declineCode: string | null; message: string };

interface TestCard {
  brand: "visa" | "mastercard" | "amex" | "discover";
  outcome: CardOutcome;
  /** The bank's response to every charge after the first, if it differs. */
  laterOutcome?: CardOutcome;
}

const APPROVED: CardOutcome = { approved: true };

function declined(declineCode: string, message = "Your card was declined."): CardOutcome {
  return { approved: false, code: "card_declined", declineCode, message };
}

function failed(code: string, message: string): CardOutcome {
  return { approved: false, code, declineCode: null, message };
}

/** From https://docs.stripe.com/testing. Any other number is treated as a real card and rejected. */
const TEST_CARDS: Record<string, TestCard> = {
  "4242424242424242": { brand: "visa", outcome: APPROVED },
  "4000056655665556": { brand: "visa", outcome: APPROVED },
  "5555555555554444": { brand: "mastercard", outcome: APPROVED },
  "2223003122003222": { brand: "mastercard", outcome: APPROVED },
  "378282246310005": { brand: "amex", outcome: APPROVED },
  "6011111111111117": { brand: "discover", outcome: APPROVED },
  "4000000000000341": { brand: "visa", outcome: APPROVED, laterOutcome: declined("generic_decline") },
  "4000000000000002": { brand: "visa", outcome: declined("generic_decline") },
  "4000000000009995": {
    brand: "visa",
    outcome: declined("insufficient_funds", "Your card has insufficient funds."),
  },
  "4000000000009987": { brand: "visa", outcome: declined("lost_card") },
  "4000000000009979": { brand: "visa", outcome: declined("stolen_card") },
  "4000000000000069": { brand: "visa", outcome: failed("expired_card", "Your card has expired.") },
  "4000000000000127": {
    brand: "visa",
    outcome: failed("incorrect_cvc", "Your card's security code is incorrect."),
  },
  "4000000000000119": {
    brand: "visa",
    outcome: failed(
      "processing_error",
      "An error occurred while processing your card. Try again in a little bit.",
    ),
  },
};

export function testCard(number: string): TestCard {
  return (
    TEST_CARDS[number] ?? {
      brand: "visa",
      outcome: declined(
        "test_mode_live_card",
        "Your card was declined. Your request was in test mode, but used a non test (live) card. " +
          "For a list of valid test cards, visit: https://stripe.com/docs/testing.",
      ),
    }
  );
}

/** The check digit of card numbers (ISO/IEC 7812-1, Annex B). */
export function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** The routing number of Stripe's test bank. See https://docs.stripe.com/payments/ach-direct-debit. */
export const TEST_ROUTING_NUMBER = "110000000";

export type DebitOutcome = { approved: true } | { approved: false; code: string; message: string };

const TEST_ACCOUNTS: Record<string, DebitOutcome> = {
  "000123456789": { approved: true },
  "000111111113": {
    approved: false,
    code: "account_closed",
    message: "The customer's bank account has been closed.",
  },
  "000111111116": {
    approved: false,
    code: "no_account",
    message: "The customer's bank account could not be located.",
  },
  "000222222227": {
    approved: false,
    code: "insufficient_funds",
    message: "The customer's account has insufficient funds to cover this payment.",
  },
};

/** Returns the outcome of a debit from this test account, or null for any other number. */
export function testDebit(routing: string, account: string): DebitOutcome | null {
  return routing === TEST_ROUTING_NUMBER ? (TEST_ACCOUNTS[account] ?? null) : null;
}
