const EXCEPTIONS: Record<string, string> = {
  amount_mismatch: "Another amount was paid than the order asks",
  currency_mismatch: "Paid in another currency",
  livemode_mismatch: "Paid in the other mode (test or live)",
  refund_exceeds_payment: "More was refunded than was paid",
  unknown_order: "Money for an order we do not know",
  second_payment: "The order was paid a second time",
  second_subscription: "A second active membership of the same person",
  unknown_price: "A membership at a price that is no plan of ours",
};

/** Why money does not fit an order, in words; an unknown reason as it is stored. */
export function exceptionWords(reason: string): string {
  return EXCEPTIONS[reason] ?? sentence(reason);
}

const REVIEWS: Record<string, string> = {
  refund_failed: "A refund failed later: the money is with us again",
  late_payment: "Paid after the order was canceled: check before it goes on",
};

/** Why an order is marked for review, in words. */
export function reviewWords(reason: string): string {
  return REVIEWS[reason] ?? `To be reviewed: ${sentence(reason).toLowerCase()}`;
}

function sentence(word: string): string {
  const words = word.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
