/** The routing number of Stripe's test bank; see https://docs.stripe.com/payments/ach-direct-debit. */
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

/** How a debit of this test account ends some days later, or null if the number is not one of Stripe's. */
export function testDebit(routing: string, account: string): DebitOutcome | null {
  return routing === TEST_ROUTING_NUMBER ? (TEST_ACCOUNTS[account] ?? null) : null;
}
