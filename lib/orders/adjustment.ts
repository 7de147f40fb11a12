import { cardCount, counted } from "@/lib/base/messages";
import { formatCents } from "@/lib/base/money";

export const ADJUSTMENT_KINDS = ["short", "extra", "upcharge"] as const;
export type AdjustmentKind = (typeof ADJUSTMENT_KINDS)[number];

/** The migration defines the transitions. */
export const ADJUSTMENT_STATUSES = [
  "proposed",
  "accepted",
  "declined",
  "expired",
  "paid",
  "refunded",
  "withdrawn",
] as const;
type AdjustmentStatus = (typeof ADJUSTMENT_STATUSES)[number];

/** What the customer can choose. Each kind has two options. */
export const ADJUSTMENT_OPTIONS = ["send_rest", "refund", "pay", "return", "dispute"] as const;
export type AdjustmentOption = (typeof ADJUSTMENT_OPTIONS)[number];

type Facts = {
  kind: AdjustmentKind;
  qty: number;
  unit_cents: number;
  amount_cents: number;
  status: AdjustmentStatus;
  chosen_option: AdjustmentOption | null;
};

export function adjustmentTitle({ kind, qty }: Pick<Facts, "kind" | "qty">): string {
  switch (kind) {
    case "short":
      return `${cardCount(qty)} missing`;
    case "extra":
      return counted(qty, "extra card");
    case "upcharge":
      return `Grader upcharge for ${cardCount(qty)}`;
  }
}

/** Returns "2 cards × $22.00 = $44.00". */
export function amountText({ qty, unit_cents: unit, amount_cents: amount }: Facts): string {
  return `${cardCount(qty)} × ${formatCents(unit)} = ${formatCents(Math.abs(amount))}`;
}

export function silenceText(kind: AdjustmentKind): string {
  switch (kind) {
    case "short":
      return "If we don't hear from you, we'll refund the difference.";
    case "extra":
      return "If we don't hear from you, we'll ship them back ungraded with your batch.";
    case "upcharge":
      return "If we don't hear from you, you won't be charged. We'll email you about next steps.";
  }
}

export const adjustmentNames: Record<AdjustmentKind, string> = {
  short: "Missing cards",
  extra: "Extra cards",
  upcharge: "Upcharge",
};

const CHOSEN: Record<AdjustmentOption, string> = {
  send_rest: "the rest are on the way",
  refund: "refund on its way",
  pay: "waiting for payment",
  return: "shipping back ungraded",
  dispute: "declined, nothing charged",
};

/** Returns a proposal's state: "Extra cards: paid". */
export function standingText({ kind, status, chosen_option: option }: Facts): string {
  const standing = () => {
    switch (status) {
      case "proposed":
        return "waiting for an answer";
      case "accepted":
      case "declined":
        return option ? CHOSEN[option] : "decided";
      case "expired":
        return kind === "extra" ? "no answer, shipping back ungraded" : "no answer, nothing charged";
      case "paid":
        return "paid";
      case "refunded":
        return "refunded";
      case "withdrawn":
        return option === "send_rest" ? "no longer expected" : "withdrawn";
    }
  };
  return `${adjustmentNames[kind]}: ${standing()}`;
}

export function isDecidable(
  adjustment: Pick<Facts, "status" | "chosen_option"> & { deadline_at: string; is_pending: boolean },
  now: number,
): boolean {
  const { status, chosen_option: option, deadline_at: deadline, is_pending: isPending } = adjustment;
  if (isPending || Date.parse(deadline) <= now) return false;
  return status === "proposed" || (status === "accepted" && (option === "pay" || option === "send_rest"));
}

/** Returns whether the customer has agreed to send missing cards and still can at `now` (ms). */
export function areMissingCardsAwaited(adjustment: Parameters<typeof isDecidable>[0], now: number): boolean {
  const { status, chosen_option: option } = adjustment;
  return isDecidable(adjustment, now) && status === "accepted" && option === "send_rest";
}

export function questionText(adjustment: Parameters<typeof isDecidable>[0], now: number): string {
  return areMissingCardsAwaited(adjustment, now) ? "Send the rest" : "Respond";
}

/** Describes a stored event ("short:accepted:refund:2:5000") in words. */
export function adjustmentEventText(stored: string | null): string {
  const [kindText, statusText, optionText, qty, cents] = (stored ?? "").split(":");
  const kind = ADJUSTMENT_KINDS.find((known) => known === kindText);
  const status = ADJUSTMENT_STATUSES.find((known) => known === statusText);
  if (!kind || !status) return "A question about your batch";
  const facts = {
    kind,
    status,
    chosen_option: ADJUSTMENT_OPTIONS.find((known) => known === optionText) ?? null,
    qty: Number(qty),
    unit_cents: 0,
    amount_cents: Number(cents),
  };
  return `${standingText(facts)} (${cardCount(facts.qty)}, ${formatCents(facts.amount_cents)})`;
}
