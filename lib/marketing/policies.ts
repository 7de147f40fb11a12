import { business } from "@/lib/base/business";
import { cancellationPolicy } from "@/lib/base/cancellation-policy";
import { paths } from "@/lib/base/paths";
import { site } from "@/lib/base/site";
import { TURNAROUND } from "@/lib/base/turnaround";

export type Policy = {
  path: string;
  title: string;
  description: string;
  lead: string;
  parts: { heading: string; texts: string[] }[];
};

/** Update this date whenever any policy page changes. */
export const POLICIES_CHANGED = "Nov 29, 2026";

const { legalName, address, graders, dealerNumber, insuranceLimit: limit } = business;

export const termsPolicy: Policy = {
  path: paths.terms,
  title: "Terms",
  description: `The terms for submitting your cards for grading through ${site.name}.`,
  lead: "What we do with your cards, what it costs, and what we both agree to.",
  parts: [
    {
      heading: "What we do",
      texts: [
        `${site.name} is run by ${legalName}, ${address}. You send us trading cards. We check them in, submit them to a grading company and send them back to you.`,
        `We submit to ${graders}.${dealerNumber ? ` Our dealer number is ${dealerNumber}.` : ""} Grades are decided solely by the grading company.`,
        "Your cards stay yours the whole time.",
      ],
    },
    {
      heading: "What it costs",
      texts: [
        "The pricing page shows the price per card, and you see the total before you pay. It includes the grading fee. We never add to it without your consent.",
        "Memberships renew monthly until you cancel. Upgrades are charged and take effect right away. Downgrades take effect at your next renewal. Card limits reset each calendar month (UTC).",
        "You pay on Stripe's site. We never see your payment card number.",
      ],
    },
    {
      heading: "What we ask of you",
      texts: [
        "Only send cards you own or have permission to submit. Don't send cards you know are counterfeit.",
        "Put the batch ID on the outside of the package and the packing slip inside. Pack as the shipping instructions describe. We don't cover damage on the way to us, including damage from poor packing.",
        "Keep the return address on each batch current. Changing your profile doesn't change batches you've already paid for.",
      ],
    },
    {
      heading: "How long it takes",
      texts: [
        `Most batches are back ${TURNAROUND} after we check them in. If yours takes longer, we'll tell you why and give you a new date. We can't control the grading company's schedule.`,
      ],
    },
    {
      heading: "If something goes wrong",
      texts: [
        `If the count is off, we'll tell you before we submit anything. If a card is lost or damaged after check-in, see the insurance page. For anything else, email ${site.contactEmail}.`,
        "Beyond that insurance, our liability for a batch is limited to what you paid us for it, as far as the law allows.",
      ],
    },
  ],
};

export const refundsPolicy: Policy = {
  path: paths.refunds,
  title: "Refunds and cancellation",
  description: "How to cancel a batch or a membership, and when you get your money back.",
  lead: "Cancel before you ship for a full refund. After that, you can ask us to cancel until your cards go to the grading company.",
  parts: [
    {
      heading: "Before we have your cards",
      texts: [
        `${cancellationPolicy.join(" ")} You can cancel from your dashboard, confirmation page or tracking page.`,
        `Please don't ship a canceled batch. If canceling doesn't work, email ${site.contactEmail} with your batch ID.`,
      ],
    },
    {
      heading: "Before we send them to the grading company",
      texts: [
        "Email us and we'll decide. If we cancel your batch, we'll refund the full price and send your cards back ungraded.",
        "If some cards are missing, you can send the rest or get a refund for them.",
      ],
    },
    {
      heading: "Once they're at the grading company",
      texts: [
        "You can no longer cancel. We don't refund based on grades. Only the grading company decides them.",
      ],
    },
    {
      heading: "Memberships",
      texts: [
        "Cancel anytime with “Manage billing” on your profile. You keep your plan until the end of the period you paid for, and we won't charge you again. We don't refund partial periods.",
      ],
    },
    {
      heading: "How refunds work",
      texts: [
        "Refunds go to the original payment method, usually within 5–10 business days. We'll email you when we send one.",
      ],
    },
  ],
};

export const insurancePolicy: Policy = {
  path: paths.insurance,
  title: "Insurance",
  description: `What ${site.name} insures, when coverage applies and for how much.`,
  lead: `Each batch is insured for up to ${limit}, from check-in until you have it back.`,
  parts: [
    {
      heading: "On the way to us",
      texts: [
        "You arrange shipping to us. Choose a service with tracking, and insure the package for the full value of the cards.",
      ],
    },
    {
      heading: "With us, at the grading company and on the way back",
      texts: [
        "Coverage starts when we check in your batch and ends when the carrier delivers it to you. If it's worth more than the limit, email us before you ship.",
        "We inspect every card at check-in. If anything arrived damaged, we'll tell you before we submit it.",
      ],
    },
    {
      heading: "If a card is lost or damaged",
      texts: [
        `Email ${site.contactEmail} within 30 days of delivery or expected delivery. Include your batch ID and photos of the card, holder and packaging. Keep the packaging until we reply.`,
        "We'll handle the claim. You get what the card would have sold for, raw or graded, based on recent sales, up to your batch's limit.",
      ],
    },
  ],
};

export const privacyPolicy: Policy = {
  path: paths.privacy,
  title: "Privacy",
  description: `What ${site.name} knows about you, why, for how long, and how to get it or delete it.`,
  lead: "We keep what we need to handle your cards and keep our books. We don't sell data.",
  parts: [
    {
      heading: "What we keep",
      texts: [
        "Your email address, and your name, phone and shipping address once you enter them. Your batches, including names, notes, card counts, photos, shipments and status history. What you paid, but not your payment card number, which Stripe keeps.",
        "Our server logs identify people by ID, not by name or address.",
      ],
    },
    {
      heading: "Who else sees it",
      texts: [
        "Our staff, to work on your batch. Supabase hosts our database and accounts. Stripe takes payments. An email service delivers our emails. Carriers deliver packages. The grading company gets your cards under our name.",
        "No one else, unless legally required. We have no ads and no third-party tracking.",
      ],
    },
    {
      heading: "Cookies",
      texts: [
        "Only the ones the site needs: your session, whether you're logged in, the batch you're paying for and, if you pay as a guest, proof of your orders for 30 days. Your browser tab keeps an unpaid batch until you close it.",
      ],
    },
    {
      heading: "How long we keep it",
      texts: [
        "We delete unpaid batches after 30 days, emails after 90 days and abuse-prevention records after 2 days. We delete photos of your package and cards 180 days after delivery, or a year after we ship your cards back if no one confirms delivery. We keep payment and order records as long as the law requires.",
        "Anyone with a batch's tracking link can see its progress, photos and custody receipt, answer our questions and cancel it. They can't see your name, your address or what you paid. You can turn the link off anytime. It expires 180 days after delivery.",
      ],
    },
    {
      heading: "Your choices",
      texts: [
        `${legalName}, ${address}, is responsible for your data. To get, correct or delete it, email ${site.contactEmail} from your account's email address or the one you paid with.`,
        "We can delete it once you have your cards back, no payment or question is open, and your membership has ended. That removes your account, name, addresses, messages and photos. We keep your batch IDs, card counts, amounts and dates for our records.",
      ],
    },
  ],
};

export const POLICIES: readonly Policy[] = [termsPolicy, privacyPolicy, refundsPolicy, insurancePolicy];

type Piece = { words: string; href: string | null };

const mail = `mailto:${site.contactEmail}`;
const LINKS = Object.entries({
  "pricing page": paths.pricing,
  "insurance page": paths.insurance,
  "email us": mail,
  [site.contactEmail.toLowerCase()]: mail,
});

export function splitAtLinks(text: string): Piece[] {
  const [first] = LINKS.map(([name, href]) => ({ name, href, at: text.toLowerCase().indexOf(name) }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at);
  if (!first) return text === "" ? [] : [{ words: text, href: null }];
  const end = first.at + first.name.length;
  const before = first.at > 0 ? [{ words: text.slice(0, first.at), href: null }] : [];
  return [
    ...before,
    { words: text.slice(first.at, end), href: first.href },
    ...splitAtLinks(text.slice(end)),
  ];
}
