import * as z from "zod/mini";
import { formatCents } from "@/lib/base/money";
import { cardCount } from "@/lib/base/words";

/** Reads what a proposal is about: cards that did not come, cards on top, or what the grader asks for more. */
export const adjustmentKindSchema = z.enum(["short", "extra", "upcharge"]);
/** Names what a proposal is about. */
export type AdjustmentKind = z.infer<typeof adjustmentKindSchema>;

/** Reads where a proposal stands; the migration says how one follows the other. */
export const adjustmentStatusSchema = z.enum([
  "proposed",
  "accepted",
  "declined",
  "expired",
  "paid",
  "refunded",
  "withdrawn",
]);
/** Reads what the customer can choose: of each kind two. */
export const adjustmentOptionSchema = z.enum(["send_rest", "refund", "pay", "return", "dispute"]);
/** What the customer chose. */
export type AdjustmentOption = z.infer<typeof adjustmentOptionSchema>;

/** Reads a proposal as its customer may see it; times are ISO texts, `amount_cents` is below zero where it goes to them. */
export const adjustmentSchema = z.object({
  id: z.string(),
  order_id: z.string(),
  kind: adjustmentKindSchema,
  qty: z.number(),
  unit_cents: z.number(),
  amount_cents: z.number(),
  status: adjustmentStatusSchema,
  chosen_option: z.nullable(adjustmentOptionSchema),
  /** Of an upcharge: what the grader found. */
  reason: z.nullable(z.string()),
  deadline_at: z.string(),
  /** Its money is on its way. */
  is_pending: z.boolean(),
  paid_cents: z.nullable(z.number()),
  refunded_cents: z.number(),
  created_at: z.string(),
  decided_at: z.nullable(z.string()),
});
/** A proposal about an order. */
export type Adjustment = z.infer<typeof adjustmentSchema>;

/** Reads a proposal with what its payment page and its mails are made of; for the server alone. */
export const payableAdjustmentSchema = z.extend(adjustmentSchema, {
  batch_id: z.nullable(z.string()),
  email: z.nullable(z.string()),
  checkout_attempt: z.number(),
  reservation_expires_at: z.nullable(z.string()),
  stripe_session_id: z.nullable(z.string()),
});
/** A proposal that can be paid. */
export type PayableAdjustment = z.infer<typeof payableAdjustmentSchema>;

type Told = Pick<Adjustment, "kind" | "qty" | "unit_cents" | "amount_cents" | "status" | "chosen_option">;

/** Says in one line what a proposal is about, for its customer. */
export function adjustmentTitle({ kind, qty }: Pick<Adjustment, "kind" | "qty">): string {
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
        return "withdrawn";
    }
  };
  return `${SHORT_NAMES[kind]}: ${standing()}`;
}

/** Tells whether the customer can still decide at this moment (milliseconds since 1970). */
export function isDecidable(
  adjustment: Pick<Adjustment, "status" | "chosen_option" | "deadline_at" | "is_pending">,
  now: number,
): boolean {
  const { status, chosen_option: option, deadline_at: deadline, is_pending: isPending } = adjustment;
  if (isPending || Date.parse(deadline) <= now) return false;
  return status === "proposed" || (status === "accepted" && (option === "pay" || option === "send_rest"));
}

/** Puts a step of a proposal as an order's event stores it ("short:accepted:refund:2:5000") into words. */
export function adjustmentEventWords(stored: string | null): string {
  const [kind, status, option, qty, cents] = (stored ?? "").split(":");
  const parsed = z
    .object({ kind: adjustmentKindSchema, status: adjustmentStatusSchema })
    .safeParse({ kind, status });
  if (!parsed.success) return "A question about this batch";
  const chosen = adjustmentOptionSchema.safeParse(option);
  const told = {
    ...parsed.data,
    chosen_option: chosen.success ? chosen.data : null,
    qty: Number(qty),
    unit_cents: 0,
    amount_cents: Number(cents),
  };
  return `${standingWords(told)} (${cardCount(told.qty)}, ${formatCents(told.amount_cents)})`;
}
