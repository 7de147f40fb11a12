import { cardCount, counted } from "@/lib/base/messages";
import { formatCents } from "@/lib/base/money";

/** What a proposal is about: missing cards, extra cards, or a grader upcharge. */
export const ADJUSTMENT_KINDS = ["short", "extra", "upcharge"] as const;
/** Names what a proposal is about. */
export type AdjustmentKind = (typeof ADJUSTMENT_KINDS)[number];

/** Where a proposal stands; the migration says how one follows the other. */
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

/** What the customer can choose: of each kind two. */
export const ADJUSTMENT_OPTIONS = ["send_rest", "refund", "pay", "return", "dispute"] as const;
/** What the customer chose. */
export type AdjustmentOption = (typeof ADJUSTMENT_OPTIONS)[number];

type Facts = {
  kind: AdjustmentKind;
  qty: number;
  unit_cents: number;
  amount_cents: number;
  status: AdjustmentStatus;
  chosen_option: AdjustmentOption | null;
};

/** Returns what a question is about, in one line for its customer. */
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

/** Returns how an amount is calculated: "2 cards × $22.00 = $44.00". */
export function amountText({ qty, unit_cents: unit, amount_cents: amount }: Facts): string {
  return `${cardCount(qty)} × ${formatCents(unit)} = ${formatCents(Math.abs(amount))}`;
}

/** Returns what happens without an answer, for its customer. */
export function silenceText(kind: AdjustmentKind): string {
  switch (kind) {
    case "short":
      return "If we don't hear from you, we'll refund the difference.";
    case "extra":
      return "If we don't hear from you, we'll ship them back ungraded with your batch.";
    case "upcharge":
      return "If we don't hear from you, you won't be charged. We'll email you.";
  }
}

/** Names what a proposal is called in a list: the first words of a timeline. */
const SHORT_NAMES: Record<AdjustmentKind, string> = {
  short: "Missing cards",
  extra: "Extra cards",
  upcharge: "Upcharge",
};

/** Names what a proposal is about in a word or two: "Extra cards". */
export function adjustmentName(kind: AdjustmentKind): string {
  return SHORT_NAMES[kind];
}

const CHOSEN: Record<AdjustmentOption, string> = {
  send_rest: "the rest are on the way",
  refund: "refund on its way",
  pay: "waiting for payment",
  return: "shipping back ungraded",
  dispute: "declined, nothing charged",
};

/** Returns the state of a question, for customers and staff: "Extra cards: paid". */
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
  return `${SHORT_NAMES[kind]}: ${standing()}`;
}

/** Returns whether the customer can still decide at `now` (milliseconds since 1970). */
export function isDecidable(
  adjustment: Pick<Facts, "status" | "chosen_option"> & { deadline_at: string; is_pending: boolean },
  now: number,
): boolean {
  const { status, chosen_option: option, deadline_at: deadline, is_pending: isPending } = adjustment;
  if (isPending || Date.parse(deadline) <= now) return false;
  return status === "proposed" || (status === "accepted" && (option === "pay" || option === "send_rest"));
}

/** Returns whether the customer is sending missing cards and still can at `now` (milliseconds since 1970). */
export function isRestAwaited(adjustment: Parameters<typeof isDecidable>[0], now: number): boolean {
  const { status, chosen_option: option } = adjustment;
  return isDecidable(adjustment, now) && status === "accepted" && option === "send_rest";
}

/** Returns what the customer does by the deadline of an open question. */
export function askText(adjustment: Parameters<typeof isDecidable>[0], now: number): string {
  return isRestAwaited(adjustment, now) ? "Send the rest" : "Respond";
}

/** Puts a step of a proposal as an order's event stores it ("short:accepted:refund:2:5000") into words. */
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
