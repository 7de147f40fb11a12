import { formatCents, formatPrice } from "@/lib/base/money";

/** Texts of the refund form and its endpoint. */
export const refundMessages = {
  amount: "Enter an amount from $0.01 to $999,999.99.",
  reason: "Enter a reason.",
  secondFactor: (limitCents: number) =>
    `Refunds above ${formatPrice(limitCents)} a day need a code from your authenticator app. Enter it and try again, or ask an owner.`,
  tooMuch: (leftCents: number) => `You can refund up to ${formatCents(leftCents)}.`,
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
