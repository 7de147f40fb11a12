import { formatCents } from "@/lib/base/money";
import { paths } from "@/lib/base/paths";
import { type MembershipPlan, plans } from "@/lib/base/plans";
import { site } from "@/lib/base/site";
import { formatLongDate } from "@/lib/base/time";
import type { Fact } from "@/lib/email/layout/parts";
import type { EmailContent } from "@/lib/email/layout/render-email";
import { mailAddress } from "@/lib/email/outbox/mail-message";
import type { MembershipForEmail } from "@/lib/membership/data";
import type { StoredMembership } from "@/lib/membership/membership";

type Content = Omit<EmailContent, "to" | "reason" | "button"> & { action?: "submit" | "billing" };
type Row = {
  /** An email may leave hours after its cause, so this checks that it is still true. */
  isTrue: (membership: StoredMembership) => boolean;
  write: (membership: StoredMembership) => Content;
};

const isActive = ({ status }: StoredMembership) => status === "active";
const planOf = (membership: StoredMembership) => plans[membership.plan_type];
const endOf = (membership: StoredMembership) => formatLongDate(membership.current_period_end);

/** Every email about a membership: kind -> what it says. */
export const membershipEmails = {
  membership_started: {
    isTrue: () => true,
    write: (membership) => ({
      subject: `Your membership has started: ${planOf(membership).label}`,
      isGood: true,
      lines: [
        `Welcome aboard. Your ${planOf(membership).label} membership has started. Your member rate applies from now on.`,
        "You can change or cancel your plan at any time.",
      ],
      facts: planFacts(membership),
    }),
  },
  membership_renewed: {
    isTrue: isActive,
    write: (membership) => ({
      subject: `Your membership is renewed: ${planOf(membership).label}`,
      isGood: true,
      lines: [
        `Your ${planOf(membership).label} membership continues for another month.`,
        "The invoice is under Manage billing, where you can change or cancel your plan at any time.",
      ],
      facts: planFacts(membership),
    }),
  },
  membership_payment_failed: {
    isTrue: ({ status }) => status === "past_due" || status === "unpaid",
    write: (membership) => {
      const { label, rateCents } = planOf(membership);
      // One plan has the price of none: what it gives is its number of cards a month.
      const hasRate = rateCents < plans.free.rateCents;
      const until = { label: "Until it is paid", value: `${formatCents(plans.free.rateCents)} per card` };
      return {
        subject: "Your membership could not be renewed",
        lines: [
          `We could not charge your card for your ${label} membership.`,
          `Your ${hasRate ? "member rate is back" : "membership continues"} as soon as the payment goes through. We'll try again in the next days. Another card works right away: log in and choose Manage billing.`,
        ],
        facts: [...priceFacts(membership), ...(hasRate ? [until] : [])],
        action: "billing",
      };
    },
  },
  membership_ending: {
    isTrue: (membership) => isActive(membership) && membership.cancel_at_period_end,
    write: (membership) => ({
      subject: `Your membership ends on ${endOf(membership)}`,
      lines: [
        `Your ${planOf(membership).label} membership was canceled. You keep it until it ends.`,
        "Nothing more will be charged. If you change your mind, resume it before that day: log in and choose Manage billing.",
      ],
      facts: [{ label: "Ends on", value: endOf(membership) }, ...priceFacts(membership).slice(0, 2)],
      action: "billing",
    }),
  },
  membership_changed: {
    isTrue: isActive,
    write: (membership) => ({
      subject: `Your plan is now ${planOf(membership).label}`,
      isGood: true,
      lines: [
        `${planOf(membership).label} applies from now on: its rate per card and its number of cards a month.`,
        "Cards that you have sent this month count toward its number. Your invoices are under Manage billing.",
      ],
      facts: planFacts(membership),
    }),
  },
  membership_change_planned: {
    isTrue: (membership) => isActive(membership) && membership.next_plan_type !== null,
    write: (membership) => {
      const now = planOf(membership);
      const nextPlan = membership.next_plan_type ?? membership.plan_type;
      const next = plans[nextPlan];
      const day = endOf(membership);
      return {
        subject: `Your plan changes to ${next.label} on ${day}`,
        lines: [
          `You keep ${now.label}, which is paid for, until ${day}. Then you'll have ${next.label}.`,
          "If you change your mind, choose your plan again before that day: log in and choose Manage billing.",
        ],
        facts: [
          { label: "Until then", value: `${now.label}, ${formatCents(now.rateCents)} per card` },
          { label: "From then on", value: `${next.label}, ${formatCents(next.rateCents)} per card` },
          limitFact(nextPlan),
          { label: "Price", value: `${formatCents(next.monthlyCents)} a month` },
        ],
        action: "billing",
      };
    },
  },
  membership_kept: {
    isTrue: (membership) =>
      isActive(membership) && membership.next_plan_type === null && !membership.cancel_at_period_end,
    write: (membership) => ({
      subject: `Your ${planOf(membership).label} membership continues`,
      isGood: true,
      lines: [
        `The change planned for ${endOf(membership)} is off. You keep ${planOf(membership).label} as it is.`,
        "There is nothing to do. You can change or cancel your plan at any time under Manage billing.",
      ],
      facts: planFacts(membership),
    }),
  },
} satisfies Record<string, Row>;

/** Names the emails about a membership. */
export type MembershipEmailKind = keyof typeof membershipEmails;

const BUTTONS = { submit: "Submit cards", billing: "Log in to manage billing" };

/** Returns what an email about a membership says. Throws when it is no longer true or nobody can get it. */
export function membershipEmail(
  kind: MembershipEmailKind,
  { subscription, email, full_name }: MembershipForEmail,
  appUrl: string,
): EmailContent {
  if (!subscription) throw new Error("the membership is gone");
  const { isTrue, write }: Row = membershipEmails[kind];
  if (!isTrue(subscription)) throw new Error(`the membership is ${subscription.status}: nothing to say`);
  const { action = "submit", ...content } = write(subscription);
  return {
    ...content,
    to: mailAddress(email, full_name),
    button: { label: BUTTONS[action], url: `${appUrl}${paths.submit}` },
    reason: `You get this email because you have a membership at ${site.name}.`,
  };
}

function priceFacts(membership: StoredMembership): Fact[] {
  const { label, monthlyCents, rateCents } = planOf(membership);
  return [
    { label: "Plan", value: label },
    { label: "Rate per card", value: formatCents(rateCents) },
    { label: "Price", value: `${formatCents(monthlyCents)} a month` },
  ];
}

function planFacts(membership: StoredMembership): Fact[] {
  const label = membership.cancel_at_period_end ? "Ends on" : "Renews on";
  return [...priceFacts(membership), limitFact(membership.plan_type), { label, value: endOf(membership) }];
}

function limitFact(plan: MembershipPlan): Fact {
  return {
    label: "Cards a month",
    value: `up to ${(plans[plan].monthlyLimit ?? 0).toLocaleString("en-US")}`,
  };
}
