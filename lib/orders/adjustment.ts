import { formatCents } from "@/lib/base/money";
import { cardCount, counted } from "@/lib/base/words";

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

type Told = {
  kind: AdjustmentKind;
  qty: number;
  unit_cents: number;
  amount_cents: number;
  status: AdjustmentStatus;
  chosen_option: AdjustmentOption | null;
};

/** Says in one line what a proposal is about, for its customer. */
export function adjustmentTitle({ kind, qty }: Pick<Told, "kind" | "qty">): string {
  switch (kind) {
    case "short":
      return `${cardCount(qty)} missing`;
    case "extra":
      return counted(qty, "extra card");
    case "upcharge":
      return `The grader wants more for ${cardCount(qty)}`;
  }
}

/** Says how an amount came about: "2 cards × $22.00 = $44.00". */
export function amountWords({ qty, unit_cents: unit, amount_cents: amount }: Told): string {
  return `${cardCount(qty)} × ${formatCents(unit)} = ${formatCents(Math.abs(amount))}`;
}

/** Says what follows without an answer, for its customer. */
export function silenceWords(kind: AdjustmentKind): string {
  switch (kind) {
    case "short":
      return "If we don't hear from you, we'll refund the difference.";
    case "extra":
      return "If we don't hear from you, they ship back with your batch, ungraded.";
    case "upcharge":
      return "If we don't hear from you, nothing is charged. We'll email you.";
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
  send_rest: "the rest is on its way",
  refund: "refund on its way",
  pay: "waiting for payment",
  return: "shipping back ungraded",
  dispute: "declined, nothing charged",
};

/** Says where a proposal stands, as customers and staff read it: "Extra cards: paid". */
export function standingWords({ kind, status, chosen_option: option }: Told): string {
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
        // It came, or its money went back: who promised it reads what became of that beside this.
        return option === "send_rest" ? "no longer expected" : "withdrawn";
    }
  };
  return `${SHORT_NAMES[kind]}: ${standing()}`;
}

/** Tells whether the customer can still decide at this moment (milliseconds since 1970). */
export function isDecidable(
  adjustment: Pick<Told, "status" | "chosen_option"> & { deadline_at: string; is_pending: boolean },
  now: number,
): boolean {
  const { status, chosen_option: option, deadline_at: deadline, is_pending: isPending } = adjustment;
  if (isPending || Date.parse(deadline) <= now) return false;
  return status === "proposed" || (status === "accepted" && (option === "pay" || option === "send_rest"));
}

/** Tells whether the customer has promised to send cards that did not come, and can still do so (milliseconds since 1970). */
export function isRestAwaited(adjustment: Parameters<typeof isDecidable>[0], now: number): boolean {
  const { status, chosen_option: option } = adjustment;
  return isDecidable(adjustment, now) && status === "accepted" && option === "send_rest";
}

/** Says what its customer is asked to do by the deadline of a proposal that can be decided: "Decide". */
export function askWords(adjustment: Parameters<typeof isDecidable>[0], now: number): string {
  return isRestAwaited(adjustment, now) ? "Send the rest" : "Decide";
}

/** Puts a step of a proposal as an order's event stores it ("short:accepted:refund:2:5000") into words. */
export function adjustmentEventWords(stored: string | null): string {
  const [kindText, statusText, optionText, qty, cents] = (stored ?? "").split(":");
  const kind = ADJUSTMENT_KINDS.find((known) => known === kindText);
  const status = ADJUSTMENT_STATUSES.find((known) => known === statusText);
  if (!kind || !status) return "A question about your batch";
  const told = {
    kind,
    status,
    chosen_option: ADJUSTMENT_OPTIONS.find((known) => known === optionText) ?? null,
    qty: Number(qty),
    unit_cents: 0,
    amount_cents: Number(cents),
  };
  return `${standingWords(told)} (${cardCount(told.qty)}, ${formatCents(told.amount_cents)})`;
}
