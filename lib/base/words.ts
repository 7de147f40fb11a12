/** Texts that screens and endpoints share, as the specification words them. Light: the public pages load them too. */
export const messages = {
  unexpected: "An unexpected error occurred. Please try again.",
  tooManyRequests: "Too many requests. Please wait a moment and try again.",
  tryAgain: "Please try again in a minute.",
  checkoutFailed: "Failed to create checkout session",
  invalidPlan: "Invalid plan selected",
  tooSoon: "Please wait a moment before submitting again",
  invalidPayment: "Invalid payment session. Please contact support.",
  paymentNotFound: "Payment session not found. Please contact support if you were charged.",
  alreadyRegistered: "This email is already registered. Please sign in instead.",
  loginRefused: "Invalid email or password",
  currentPasswordWrong: "The current password is not correct.",
  noUserId: "No user_id provided",
  noProfile: "No Profile Found",
} as const;

/** "1 order", "1,250 orders": a count with its noun, which takes an s. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? noun : `${noun}s`}`;
}

/** "1 card", "1,250 cards". */
export function cardCount(count: number): string {
  return counted(count, "card");
}
