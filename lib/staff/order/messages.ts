import { cardCount } from "@/lib/base/messages";
import { formatCents, formatDollars } from "@/lib/base/money";

/** Texts of the toasts after a save; the third one is for an invoice file. */
export const toastTexts = {
  saved: "Order updated successfully",
  failed: "Failed to update order",
  upload: "File upload mocked - filename saved",
} as const;

type Fee = { num_cards: number; grading_fee: number };

/** Returns how the fee of an order adds up, from its rate in cents: "8 cards × $22.00 = $176.00". */
export function feeText({ num_cards, grading_fee }: Fee, rateCents: number): string {
  return `${cardCount(num_cards)} × ${formatCents(rateCents)} = ${formatDollars(grading_fee)}`;
}
