import { formatCents, formatPrice } from "@/lib/base/money";

/** What the refund form and its endpoint say. */
export const refundMessages = {
  amount: "Please enter an amount from $0.01 to $999,999.99.",
  reason: "Please say why, for the order's record.",
  secondFactor: (limitCents: number) =>
    `Refunds above ${formatPrice(limitCents)} in a day need your second factor. Enter it again, then refund. An owner can refund without it.`,
  tooMuch: (leftCents: number) => `At most ${formatCents(leftCents)} can still be refunded.`,
} as const;

/** The most that one refund may be, in cents. */
export const MAX_REFUND_CENTS = 99_999_999;

/**
 * Reads a typed dollar amount ("12", "12.5", "$1,200.00") as cents. Null: it is none, is zero, has parts of a cent,
 * or is $1,000,000 and more.
 */
export function centsOf(text: string): number | null {
  const match = /^\$?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!match) return null;
  const dollars = Number((match[1] ?? "").replaceAll(",", ""));
  const cents = dollars * 100 + Number((match[2] ?? "").padEnd(2, "0"));
  return cents > 0 && cents <= MAX_REFUND_CENTS ? cents : null;
}
