import { business } from "@/lib/base/business";
import { formatPrice } from "@/lib/base/money";
import { PAYG_CEILING_CENTS, plans } from "@/lib/base/plans";
import { PUBLISHED_TURNAROUND } from "@/lib/base/turnaround";

const dealer = business.dealerNumber ? ` (dealer number ${business.dealerNumber})` : "";

export type Question = { question: string; answer: string };

/** The specification's six questions, then ours. */
export const FAQ: Question[] = [
  {
    question: "How does pay-as-you-go work?",
    answer: `You pay for one batch, with no membership and no account. It's up to ${formatPrice(PAYG_CEILING_CENTS)}/card. Today it's ${formatPrice(plans.payg.rateCents)}, and you see the exact price before you pay.`,
  },
  {
    question: "How long does grading take?",
    answer: `Most batches are back ${PUBLISHED_TURNAROUND.days} (about ${PUBLISHED_TURNAROUND.weeks}) after we check in your box. You'll get the receiving address as soon as you pay.`,
  },
  {
    question: "What is your relationship with the grading company?",
    answer: `We're an authorized dealer and submission partner${dealer}. We submit to ${business.graders}. The grading company alone decides the grade.`,
  },
  {
    question: "Which cards do you accept?",
    answer:
      "Standard-size trading cards, raw and in any condition. That includes sports, Pokémon, Magic, Yu-Gi-Oh! and other trading card games. Not sure about a card? Email us first.",
  },
  {
    question: "How do I ship my cards?",
    answer:
      "Put each card in a sleeve, then a semi-rigid holder or top loader, and pack them all in one sturdy box. Label the outside with your batch ID and put a note inside with your full name, email, batch ID and total paid.",
  },
  {
    question: "What if a card is damaged?",
    answer:
      "We inspect every card at check-in. If anything arrived damaged, we'll tell you before we submit it. From check-in until you have them back, your cards are insured. If one is damaged in that time, email us and we'll handle the claim.",
  },
  {
    question: "Is the grader's fee included?",
    answer:
      "Yes. If the grader wants more for a card, we'll ask you first. We won't charge you without your OK.",
  },
  {
    question: "How much is my batch insured for?",
    answer: `Up to ${business.insuranceLimit}, from check-in until you have it back. Worth more? Email us before you ship. You're responsible for insuring your package on the way to us.`,
  },
  {
    question: "What if the count is off?",
    answer:
      "We'll tell you before we submit anything. Missing cards: send the rest or get a refund for them. Extra cards: pay for them or get them back ungraded. We don't list cards one by one, so take photos before you ship.",
  },
];
