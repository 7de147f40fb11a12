import { business } from "@/lib/base/business";
import { cancellationPolicy } from "@/lib/base/cancellation-policy";
import { paths } from "@/lib/base/paths";
import { site } from "@/lib/base/site";

export type Policy = {
  path: string;
  title: string;
  description: string;
  lead: string;
  parts: { heading: string; texts: string[] }[];
};

/** Update it with any of these pages. */
export const POLICIES_CHANGED = "November 26, 2026";

const { legalName, address, graders, dealerNumber, insuranceLimit: limit, supportHours } = business;
const contact: Policy["parts"][number] = {
  heading: "Who to ask",
  texts: [
    `${legalName}, ${address}. Write to ${site.contactEmail}; somebody answers ${supportHours}.`,
    "Name your batch ID, if you have one: it is on your dashboard, your confirmation and your label.",
  ],
};

export const termsPolicy: Policy = {
  path: paths.terms,
  title: "Terms",
  description: `On what terms ${site.name} takes your cards, submits them for grading and sends them back.`,
  lead: "What we do with your cards, what it costs, and what each of us promises.",
  parts: [
    {
      heading: "What we do",
      texts: [
        `${site.name} is run by ${legalName}. You send us trading cards; we check them in, submit them to a grading company and send them back to you.`,
        `We submit to: ${graders}.${dealerNumber ? ` Our number as their dealer is ${dealerNumber}.` : ""} The grade is the grading company's alone, and we have no part in it.`,
        "Your cards stay yours from the first day to the last.",
      ],
    },
    {
      heading: "What it costs",
      texts: [
        "The price per card is on the pricing page, and the whole price of a batch is shown before you pay. It pays the grading company, too. Nothing is added to it without your consent.",
        "A membership renews each month until you cancel it. A higher plan is billed at once and counts at once; a lower one begins with the next renewal. Card limits count by calendar month (UTC).",
        "Payments are made on Stripe's pages. We never see the number of your payment card.",
      ],
    },
    {
      heading: "What we ask of you",
      texts: [
        "Send only cards that are yours, or that their owner has asked you to send, and none that you know to be counterfeit.",
        "Put the batch ID on the outside of the package and the packing slip inside, and pack as the shipping instructions say: what is damaged by its packing on the way to us is not ours to replace.",
        "Give an address at which you can be reached. We send your cards to the address of your profile, or to the one that you gave with your payment.",
      ],
    },
    {
      heading: "How long it takes",
      texts: [
        "Most batches are back in 10 to 15 business days, counted from the day we check the package in. If yours takes longer, we tell you, and why and until when as soon as we know: the grading company's own time is not in our hands.",
      ],
    },
    {
      heading: "When something goes wrong",
      texts: [
        "If the count differs from what you paid for, we tell you before anything else happens. If a card is lost or damaged with us or on its way back, the insurance page says what you get.",
        `Beyond that insurance, what we owe for a batch is at most what you paid us for it, except where the law does not allow such a limit.`,
      ],
    },
    contact,
  ],
};

export const refundsPolicy: Policy = {
  path: paths.refunds,
  title: "Refunds and cancellation",
  description: "How to cancel a batch or a membership, and when your money comes back.",
  lead: "You can change your mind until your cards have gone to the grading company.",
  parts: [
    {
      heading: "Before we have your cards",
      texts: [
        `${cancellationPolicy.join(" ")} You find “Cancel this batch” on your dashboard, on the page after the payment and, without an account, on the tracking page.`,
        `Please do not ship a batch that you have canceled. If the button does not help you, write to ${site.contactEmail} with your batch ID.`,
      ],
    },
    {
      heading: "When we have them, and the grading company has not",
      texts: [
        "Write to us as well. We refund the whole price and send your cards back to you as they came.",
        "If fewer cards came than you paid for, you choose whether to send the rest or to have their price back.",
      ],
    },
    {
      heading: "When they are being graded",
      texts: [
        "A batch that is with the grading company can no longer be canceled, and a grade that you do not like is no reason for a refund: the grade is the grading company's alone.",
      ],
    },
    {
      heading: "Memberships",
      texts: [
        "Cancel at any time with “Manage billing” on your profile. You keep what you paid for until the end of the month that is paid, and nothing more is taken. Months that have begun are not refunded.",
      ],
    },
    {
      heading: "How the money comes back",
      texts: [
        "Always to the card or account that paid, mostly within 5 to 10 business days after we made the refund. You get a mail when we have made it.",
      ],
    },
    contact,
  ],
};

export const insurancePolicy: Policy = {
  path: paths.insurance,
  title: "Insurance",
  description: `What is insured while your cards are with ${site.name}, from when to when, and for how much.`,
  lead: `A batch is insured for up to ${limit} from the minute we check it in until it is back with you.`,
  parts: [
    {
      heading: "On the way to us",
      texts: [
        "You arrange shipping to us: choose a service with tracking, and insure the package for what the cards are worth to you.",
      ],
    },
    {
      heading: "With us, with the grading company, and on the way back",
      texts: [
        `From check-in until the carrier has delivered it, a batch is insured for up to ${limit}. If yours is worth more, write to us before you ship it.`,
        "We look at every card at check-in, and tell you before it goes on if something arrived damaged.",
      ],
    },
    {
      heading: "If a card is lost or damaged",
      texts: [
        "Write to us within 14 days after the package came, or should have come, with your batch ID and photographs of card, holder and packing. Keep the packing until we have answered.",
        "We handle the claim. You get what the card would have sold for, ungraded or with its grade, shown by recent sales, up to the limit of your batch.",
      ],
    },
    contact,
  ],
};

export const privacyPolicy: Policy = {
  path: paths.privacy,
  title: "Privacy",
  description: `What ${site.name} knows of you, why, for how long, and how to ask for it or have it deleted.`,
  lead: "We keep what we need to take in your cards, to send them back and to keep the books, and nothing to sell.",
  parts: [
    {
      heading: "What we keep",
      texts: [
        "Your email address; your name, phone and shipping address once you give them; your batches with their notes, counts, photographs, packages and steps; and what you paid, without the number of your payment card, which Stripe keeps.",
        "A log of what our servers do, in which people are listed by a number, not by name or address.",
      ],
    },
    {
      heading: "Who else sees it",
      texts: [
        "Our staff, to work on your batch. Supabase keeps our database and accounts, Stripe takes payments, our mail service delivers our mails, carriers bring packages, and the grading company gets your cards under our name.",
        "Nobody else, unless the law makes us. There are no advertisements and no tracking by third parties.",
      ],
    },
    {
      heading: "Cookies",
      texts: [
        "Only those that the site cannot work without: your session, a mark that you are signed in, a mark of the batch that you are paying for, and for a guest the proof of their own orders, for 30 days. A few entries of your browser's tab keep a batch that is not paid yet, until you close the tab.",
      ],
    },
    {
      heading: "How long",
      texts: [
        "A batch that was never paid goes after 30 days, a mail after 90, a counter against abuse after two; photographs of your package and cards go 180 days after delivery, or a year after they left us when nobody tells us that they came. What was paid, and what became of the cards, stays as long as the law on bookkeeping asks.",
        "Whoever has the tracking link of a batch sees its steps, without your name, address or price. You can end the link at any time; it ends by itself 180 days after delivery.",
      ],
    },
    {
      heading: "What you can ask",
      texts: [
        `Write to ${site.contactEmail} from the address of your account, or the one that you paid with, to have what we know of you, to correct it or to have it deleted.`,
        "We can delete it once your cards are back with you, no payment or question is open and your membership has ended. Then your account, your name, your addresses, what was written and the photographs go. The amounts, dates and numbers of your batches stay, as the books need them.",
      ],
    },
    contact,
  ],
};

/** In the order of their links. */
export const POLICIES: readonly Policy[] = [termsPolicy, privacyPolicy, refundsPolicy, insurancePolicy];
