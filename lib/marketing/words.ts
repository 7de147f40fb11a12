import { business } from "@/lib/base/business";
import { formatPrice } from "@/lib/base/money";
import { PAYG_CEILING_CENTS } from "@/lib/base/plans";

const dealer = business.dealerNumber ? ` (dealer number ${business.dealerNumber})` : "";

export type Question = { question: string; answer: string };

/** The specification's six questions, then ours. */
export const FAQ: Question[] = [
  {
    question: "How does pay-as-you-go work?",
    answer: `You submit a batch without a membership or an account and pay for that batch only: up to ${formatPrice(PAYG_CEILING_CENTS)}/card, the exact price is shown before you pay.`,
  },
  {
    question: "How long does grading take?",
    answer:
      "Most batches are back in 10-15 business days, about 2-3 weeks, counted from the day we check your box in. You get the receiving address as soon as you have paid.",
  },
  {
    question: "What is your relationship with the grading company?",
    answer: `We are an authorized dealer and submission partner${dealer}. We submit to: ${business.graders}. We prepare, submit and collect your cards; the grading company alone decides the grade.`,
  },
  {
    question: "Which cards do you accept?",
    answer:
      "Trading cards of standard size: sports, Pokémon, Magic, Yu-Gi-Oh! and other trading card games, raw and in any condition. If you are not sure about a card, write to us first.",
  },
  {
    question: "How do I ship my cards?",
    answer:
      "Put each card in a sleeve and a semi-rigid holder, and all of them in one sturdy box. Label the outside with your batch ID and put a note inside with your full name, email, batch and total paid.",
  },
  {
    question: "What if a card is damaged?",
    answer:
      "We look at every card at check-in and tell you before it goes on if something arrived damaged. From check-in until your slabs reach you they are insured; write to us and we handle the claim.",
  },
  {
    question: "Is the grader's fee included?",
    answer:
      "Yes. If the grading company asks for more for a card, we ask you first; nothing is charged without your consent.",
  },
  {
    question: "What may it be insured for?",
    answer: `From check-in until it is back, a batch is insured for up to ${business.insuranceLimit}; write to us before you ship one that is worth more. Shipping to us is yours to insure.`,
  },
  {
    question: "What if the count differs?",
    answer:
      "We count and look at every card, but list none by itself: keep pictures of what you send. If the count differs, we tell you before your cards go on. If some are missing, you send the rest or get their price back; if there are more, you pay for them or have them back ungraded.",
  },
];
