import * as z from "zod/mini";
import { formatBusinessMoment } from "@/lib/base/business-date";
import { formatCents, toCents } from "@/lib/base/money";
import type { OrderFacts } from "@/lib/email/load-order-facts";
import {
  batchUrl,
  defineOrderEmail,
  factList,
  nextSteps,
  noPayloadSchema,
  type OrderContent,
  type OrderRow,
  refuseIf,
} from "@/lib/email/order-facts";
import type { OrderForEmail } from "@/lib/email/outbox/data";
import { adjustmentNames, adjustmentTitle, amountText, silenceText } from "@/lib/orders/adjustment";
import { canceledCards, isCanceled } from "@/lib/orders/cancellation";
import { type Adjustment, adjustmentKindSchema } from "@/lib/orders/schema";

const REFUND_DAYS = "The refund goes to your original payment method, usually within 5–10 business days.";

export const moneyEmails = {
  adjustment_proposed: defineOrderEmail(noPayloadSchema, (facts) => {
    const adjustment = adjustmentOf(facts);
    const { kind, reason, deadline_at: deadline } = adjustment;
    const url = batchUrl(facts);
    return {
      subject: `${adjustmentTitle(adjustment)}. What should we do?`,
      lines: [`Please decide by ${formatBusinessMoment(deadline)}. ${silenceText(kind)}`],
      facts: [
        { label: kind === "short" ? "Refund" : "Cost", value: amountText(adjustment) },
        ...factList("Why", reason),
      ],
      button: { label: "Choose what to do", url },
      links: [],
      ...(url ? {} : { footnote: "Reply to this email with your decision." }),
    };
  }),
  adjustment_decided: defineOrderEmail(noPayloadSchema, aboutOutcome),
  adjustment_expired: defineOrderEmail(noPayloadSchema, (facts) => {
    const about = aboutOutcome(facts);
    const why =
      adjustmentOf(facts).kind === "short"
        ? "The missing cards haven't arrived."
        : "We didn't hear from you in time.";
    return { ...about, lines: [why, ...about.lines] };
  }),
  cancel_declined: defineOrderEmail(z.object({ words: z.nullable(z.string()) }), (facts, { words }) => {
    refuseIf(facts.order.payment_status === "canceled", "the order is canceled");
    return {
      subject: "We didn't cancel your batch",
      lines: [
        "It continues as planned, and nothing was refunded.",
        ...(words ? [words] : []),
        ...nextSteps(facts),
      ],
      footnote: "Don't agree? Reply to this email.",
    };
  }),
  order_refunded: defineOrderEmail(
    z.object({
      cents: z.number(),
      /** The proposal whose payment was refunded, if it wasn't the order's. */
      of: z.optional(
        z.object({ kind: adjustmentKindSchema, refunded_cents: z.number(), paid_cents: z.number() }),
      ),
    }),
    ({ order }, { cents, of }) => {
      const paid = of?.paid_cents ?? toCents(order.total_paid ?? 0);
      const refunded = of?.refunded_cents ?? order.refunded_cents;
      return {
        subject: `We refunded ${formatCents(cents)}`,
        lines: [
          `${REFUND_DAYS}`,
          isCanceled(order)
            ? `This batch is canceled. ${canceledText(order)}`
            : "The rest of your batch isn't affected.",
        ],
        facts: [
          ...factList("For", of && adjustmentNames[of.kind]),
          ...factList(
            "Total refunded",
            refunded !== cents || refunded !== paid
              ? `${formatCents(refunded)} of ${formatCents(paid)}`
              : null,
          ),
        ],
      };
    },
  ),
} satisfies Record<string, OrderRow>;

function adjustmentOf({ adjustment }: OrderFacts): Adjustment {
  if (!adjustment) throw new Error("the question was deleted");
  refuseIf(adjustment.status === "withdrawn", "the question was withdrawn");
  return adjustment;
}

function aboutOutcome(facts: OrderFacts): OrderContent {
  const adjustment = adjustmentOf(facts);
  const [subject, ...lines] = outcomeText(adjustment);
  return {
    subject,
    lines,
    facts: [
      { label: adjustmentNames[adjustment.kind], value: amountText(adjustment) },
      ...factList("Why", adjustment.reason),
    ],
  };
}

function outcomeText({
  kind,
  status,
  chosen_option: option,
  amount_cents: cents,
  deadline_at: deadline,
}: Adjustment): [string, ...string[]] {
  const amount = formatCents(Math.abs(cents));
  const refund: [string, string] = [`We're refunding ${amount}`, `${REFUND_DAYS}`];
  const ungraded: [string, string] = [
    "We'll return your extra cards ungraded",
    "You won't be charged for them.",
  ];
  const uncharged: [string, string] = ["You won't be charged extra", "We'll email you about next steps."];
  if (status === "expired") return kind === "short" ? refund : kind === "extra" ? ungraded : uncharged;
  switch (option) {
    case "send_rest":
      return [
        `Send the rest by ${formatBusinessMoment(deadline)}`,
        "Mark the package “2 of 2”. We'll refund you for any cards that aren't here by then.",
      ];
    case "refund":
      return refund;
    case "pay":
      return [`We got your ${amount} payment`, "Thank you."];
    case "return":
      return ungraded;
    default:
      return uncharged;
  }
}

function canceledText(order: OrderForEmail["order"]): string {
  switch (canceledCards(order)) {
    case "not_sent":
      return "Please don't ship these cards. If they reach us anyway, we'll send them back ungraded.";
    case "on_its_way":
      return "When your package reaches us, we'll send your cards back ungraded.";
    case "here":
      return "We'll send your cards back to your return address.";
    case "with_grader":
      return "Your cards are at the grader. We'll send them to you when they come back.";
    case "gone":
      return order.submission_status === "delivered"
        ? "Your cards were already delivered to you."
        : "Your cards have already left for your return address.";
  }
}
