import { formatCents } from "@/lib/base/money";
import { cardCount } from "@/lib/base/words";

/** What a proposal is about: cards that did not come, cards on top, or what the grader asks for more. */
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
      return `${cardCount(qty)} did not come`;
    case "extra":
      return `${cardCount(qty)} came on top`;
    case "upcharge":
      return `The grading company asks for more for ${cardCount(qty)}`;
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
      return "Without an answer we refund the difference.";
    case "extra":
      return "Without an answer they come back with your batch, ungraded.";
    case "upcharge":
      return "Without an answer nothing is charged, and we write to you.";
  }
}

/** Names what a proposal is called in a list: the first words of a timeline. */
const SHORT_NAMES: Record<AdjustmentKind, string> = {
  short: "Missing cards",
  extra: "Cards on top",
  upcharge: "Upcharge",
};

/** Names what a proposal is about in a word or two: "Cards on top". */
export function adjustmentName(kind: AdjustmentKind): string {
  return SHORT_NAMES[kind];
}

const CHOSEN: Record<AdjustmentOption, string> = {
  send_rest: "the rest will be sent",
  refund: "to be refunded",
  pay: "to be paid",
  return: "to come back ungraded",
  dispute: "disputed",
};

/** Says where a proposal stands, as customers and staff read it: "Cards on top: paid". */
export function standingWords({ kind, status, chosen_option: option }: Told): string {
  const standing = () => {
    switch (status) {
      case "proposed":
        return "waiting for a decision";
      case "accepted":
      case "declined":
        return option ? CHOSEN[option] : "decided";
      case "expired":
        return kind === "extra" ? "no answer, to come back ungraded" : "no answer, nothing charged";
      case "paid":
        return "paid";
      case "refunded":
        return "refunded";
      case "withdrawn":
        // It came, or its money went back: who promised it reads what became of that beside this.
        return option === "send_rest" ? "no longer awaited" : "withdrawn";
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

/** Says what its customer is asked to do by the deadline of a proposal that can be decided: "Please decide". */
export function askWords(adjustment: Parameters<typeof isDecidable>[0], now: number): string {
  return isRestAwaited(adjustment, now) ? "Please send the rest" : "Please decide";
}

/** Puts a step of a proposal as an order's event stores it ("short:accepted:refund:2:5000") into words. */
export function adjustmentEventWords(stored: string | null): string {
  const [kindText, statusText, optionText, qty, cents] = (stored ?? "").split(":");
  const kind = ADJUSTMENT_KINDS.find((known) => known === kindText);
  const status = ADJUSTMENT_STATUSES.find((known) => known === statusText);
  if (!kind || !status) return "A question about this batch";
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
