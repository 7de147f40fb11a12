import { business } from "@/lib/base/business";
import { formatPrice } from "@/lib/base/money";
import { paths } from "@/lib/base/paths";
import { orderTotalCents } from "@/lib/base/plans";
import { cardCount } from "@/lib/base/words";

const CARDS = 30;

type Answer = { question: string; answer: string; more?: { href: string; label: string } };

const { dealerNumber } = business;

const ANSWERS: Answer[] = [
  {
    question: "What it costs",
    answer: `${cardCount(CARDS)}: ${formatPrice(orderTotalCents("payg", CARDS))} in all. Shipping to us is yours to pay and to insure.`,
  },
  {
    question: "Who grades",
    answer: `${business.graders}. We submit as an authorized dealer${dealerNumber ? ` (number ${dealerNumber})` : ""}.`,
  },
  {
    question: "When it is back",
    answer: "10-15 business days after we check it in, about 2-3 weeks.",
  },
  {
    question: "If it is lost",
    answer: `Insured up to ${business.insuranceLimit} a batch, from check-in until it is back with you.`,
    more: { href: paths.insurance, label: "What you get" },
  },
  { question: "Who we are", answer: `${business.legalName}, ${business.address}.` },
];

export function Answers() {
  return (
    <div className="border-y border-border bg-surface-raised">
      <dl className="answers container-page">
        {ANSWERS.map(({ question, answer, more }) => (
          <div key={question}>
            <dt>{question}</dt>
            <dd>
              {answer}
              {more ? (
                <>
                  {" "}
                  <a className="link" href={more.href}>
                    {more.label}
                  </a>
                </>
              ) : null}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
