import { business } from "@/lib/base/business";
import { formatPrice } from "@/lib/base/money";
import { orderTotalCents } from "@/lib/base/plans";
import { cardCount } from "@/lib/base/words";

const CARDS = 30;

const ANSWERS: [question: string, answer: string][] = [
  [
    "What it costs",
    `${cardCount(CARDS)}: ${formatPrice(orderTotalCents("payg", CARDS))} in all, with the grader's fee and insured return shipping. You pay for shipping to us.`,
  ],
  ["Who grades", `${business.graders}. We submit as an authorized dealer.`],
  ["When it is back", "10-15 business days after we check it in, about 2-3 weeks."],
  [
    "If it is lost",
    `Insured up to ${business.insuranceLimit} a batch, from check-in until it is back with you. Shipping to us is yours to insure.`,
  ],
  ["Who we are", `${business.legalName}, ${business.address}.`],
];

/** Answers below the hero what a first-time visitor has to know before sending anything. */
export function Answers() {
  return (
    <div className="border-y border-border bg-surface-raised">
      <dl className="answers container-page">
        {ANSWERS.map(([question, answer]) => (
          <div key={question}>
            <dt>{question}</dt>
            <dd>{answer}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
