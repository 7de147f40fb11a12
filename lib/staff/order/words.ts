import { formatCents, formatDollars } from "@/lib/base/money";
import { cardCount } from "@/lib/base/words";

/** Holds what the toasts say after a save; the third one shows when the name of an invoice's file was saved. */
export const toastTexts = {
  saved: "Order updated successfully",
  failed: "Failed to update order",
  upload: "File upload mocked - filename saved",
} as const;

type Fee = { num_cards: number; grading_fee: number };

/** Says how the fee of an order comes about, its rate in cents: "8 cards × $22.00 = $176.00". */
export function feeWords({ num_cards, grading_fee }: Fee, rateCents: number): string {
  return `${cardCount(num_cards)} × ${formatCents(rateCents)} = ${formatDollars(grading_fee)}`;
}
