import * as z from "zod/mini";
import { formatCents, toCents } from "@/lib/base/money";
import { formatMoment } from "@/lib/base/time";
import type { OrderFacts } from "@/lib/email/load-order-facts";
import {
  fact,
  followUrl,
  next,
  nothing,
  type OrderContent,
  type OrderRow,
  refuseIf,
  row,
} from "@/lib/email/order-facts";
import type { OrderForEmail } from "@/lib/email/outbox/data";
import {
  adjustmentName,
  adjustmentTitle,
  amountWords,
  silenceWords,
  standingWords,
} from "@/lib/orders/adjustment";
import { canceledCards, isCanceled } from "@/lib/orders/cancellation";
import { type Adjustment, adjustmentKindSchema } from "@/lib/orders/schema";
import { batchStatus } from "@/lib/orders/status";

/** Emails about money and decisions on a batch: kind -> what it says. */
export const moneyEmails = {
  adjustment_proposed: row(nothing, (facts) => aboutAdjustment(facts, true)),
  adjustment_decided: row(nothing, (facts) => aboutAdjustment(facts)),
  adjustment_expired: row(nothing, (facts) => {
    const about = aboutAdjustment(facts);
    const why =
      facts.adjustment?.kind === "short" ? "The missing cards haven't arrived." : "We had no answer.";
    return { ...about, lines: [`${why} ${about.lines[0]}`] };
  }),
  cancel_declined: row(z.object({ words: z.nullable(z.string()) }), (facts, { words }) => {
    refuseIf(facts.order.payment_status === "canceled", "the order is canceled");
    return {
      subject: "Your batch goes on",
      lines: [
        "You asked to cancel this batch. We did not cancel it, and nothing was refunded.",
        ...(words ? [words] : []),
        "If you don't agree, email us.",
        ...next(facts),
      ],
      facts: [{ label: "Status", value: batchStatus(facts.order).label }],
    };
  }),
  order_refunded: row(
    z.object({
      cents: z.number(),
      /** The proposal whose payment went back, if it isn't the order's. */
      of: z.optional(
        z.object({ kind: adjustmentKindSchema, refunded_cents: z.number(), paid_cents: z.number() }),
      ),
    }),
    ({ order, urls }, { cents, of }) => {
      const amount = formatCents(cents);
      const paid = of?.paid_cents ?? toCents(order.total_paid ?? 0);
      return {
        subject: `Refunded: ${amount}`,
        lines: [
          `${amount} is on its way back to the card or account that paid. Banks usually show it within 5 to 10 business days.`,
          isCanceled(order)
            ? `The batch is canceled. ${canceledWords(order)}`
            : "Your batch goes on as before.",
        ],
        facts: [
          { label: "Refunded now", value: amount },
          {
            label: "Refunded in total",
            value: `${formatCents(of?.refunded_cents ?? order.refunded_cents)} of ${formatCents(paid)}`,
          },
          ...fact("Paid for", of && adjustmentName(of.kind)),
        ],
        button: { label: "Open this batch on your dashboard", url: urls.dashboard },
      };
    },
  ),
} satisfies Record<string, OrderRow>;

/** Asks about, or confirms the outcome of, a proposal. */
function aboutAdjustment(facts: OrderFacts, isQuestion = false): OrderContent {
  const { adjustment } = facts;
  if (!adjustment) throw new Error("the proposal is gone");
  refuseIf(adjustment.status === "withdrawn", "the proposal was withdrawn");
  const { kind, status, paid_cents: paid, reason, deadline_at: deadline } = adjustment;
  const url = followUrl(facts);
  const isUncharged = status === "declined" || status === "expired";
  const label = kind === "short" ? "To you" : paid !== null ? "Paid" : isUncharged ? "Not charged" : "To pay";
  return {
    subject: isQuestion ? `Please decide: ${adjustmentTitle(adjustment)}` : standingWords(adjustment),
    lines: [
      isQuestion
        ? `${kind === "upcharge" ? "" : "Your batch waits for your answer. "}${silenceWords(kind)}`
        : outcomeWords(adjustment),
    ],
    facts: [
      { label, value: amountWords(adjustment) },
      ...fact("Why", reason),
      ...fact("Please decide by", isQuestion ? formatMoment(deadline) : null),
    ],
    button: { label: isQuestion ? "Look and decide" : "Track this batch", url },
    ...(url ? {} : { footnote: "To decide, please reply to this email." }),
  };
}

/** Says what happens now. */
function outcomeWords({
  kind,
  status,
  chosen_option: option,
  amount_cents: cents,
  deadline_at: deadline,
}: Adjustment): string {
  const refund = `${formatCents(Math.abs(cents))} goes back to where you paid from. A card usually shows it within 5 to 10 business days.`;
  if (status === "expired") {
    if (kind === "short") return refund;
    return kind === "extra"
      ? "The extra cards come back with your batch, ungraded."
      : "Nothing is charged. We'll email you.";
  }
  switch (option) {
    case "send_rest":
      return `Please send the rest by ${formatMoment(deadline)} and mark the package "2 of 2". We'll refund what hasn't arrived by then.`;
    case "refund":
      return refund;
    case "pay":
      return "Thank you. We have your payment.";
    case "return":
      return "The extra cards come back with your batch, ungraded. Nothing is charged.";
    default:
      return "We have your answer, and nothing is charged. We'll email you.";
  }
}

/** Says what happens to the cards of a canceled batch. */
function canceledWords(order: OrderForEmail["order"]): string {
  switch (canceledCards(order)) {
    case "not_sent":
      return "Please don't ship these cards. A package that reaches us anyway goes back to you, ungraded.";
    case "on_its_way":
      return "When your package reaches us, we'll send it back to you, ungraded.";
    case "here":
      return "We'll send your cards back to your return address.";
    case "with_grader":
      return "Your cards are at the grading company. Once they are back, we'll send them to your return address.";
    case "gone":
      return order.submission_status === "delivered"
        ? "Your cards were already delivered to you."
        : "Your cards have already left for your return address.";
  }
}
