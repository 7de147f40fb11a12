import { formatNearDay } from "@/lib/base/business-date";
import { cardCount } from "@/lib/base/messages";
import { formatCents } from "@/lib/base/money";
import { paths } from "@/lib/base/paths";
import { type MembershipPlan, plans } from "@/lib/base/plans";
import { site } from "@/lib/base/site";
import type { Fact } from "@/lib/email/layout/parts";
import type { EmailContent } from "@/lib/email/layout/render-email";
import { mailAddress } from "@/lib/email/outbox/mail-message";
import type { MembershipForEmail } from "@/lib/membership/data";
import type { StoredMembership } from "@/lib/membership/stored-membership";

type Content = Omit<EmailContent, "to" | "reason" | "links" | "button"> & {
  action?: "submit" | "billing";
};
type Row = {
  /** Whether the email still applies. It may be sent hours after it was queued. */
  isTrue: (membership: StoredMembership) => boolean;
  /** `end` is the day on which the paid month ends. */
  write: (membership: StoredMembership, end: string) => Content;
};

const isActive = ({ status }: StoredMembership) => status === "active";
const planOf = (membership: StoredMembership) => plans[membership.plan_type];

export const membershipEmails = {
  membership_started: {
    isTrue: () => true,
    write: (membership, end) => ({
      subject: `Welcome to ${planOf(membership).label}`,
      lines: [offerText(membership.plan_type), "Change or cancel your plan anytime."],
      facts: priceFacts(membership, end),
      action: "submit",
    }),
  },
  membership_renewed: {
    isTrue: isActive,
    write: (membership, end) => ({
      subject: "Your membership renewed",
      lines: [`Your ${planOf(membership).label} membership is good for another month.`],
      facts: priceFacts(membership, end),
    }),
  },
  membership_payment_failed: {
    isTrue: ({ status }) => status === "past_due" || status === "unpaid",
    write: (membership) => {
      const { label, monthlyCents, rateCents } = planOf(membership);
      // A plan may cost as much per card as no plan. Its benefit is then the number of cards per month.
      const hasRate = rateCents < plans.free.rateCents;
      const until = { label: "Until it's paid", value: `${formatCents(plans.free.rateCents)} a card` };
      return {
        subject: "We couldn't renew your membership",
        lines: [
          `Your payment for ${label} didn't go through.`,
          `Update your payment method to ${hasRate ? "get your member rate back" : "keep your membership"}. We'll also try again in the next few days.`,
        ],
        facts: [{ label: "Due", value: formatCents(monthlyCents) }, ...(hasRate ? [until] : [])],
        action: "billing",
      };
    },
  },
  membership_ending: {
    isTrue: (membership) => isActive(membership) && membership.cancel_at_period_end,
    write: (membership, end) => ({
      subject: `Your membership ends ${end}`,
      lines: [
        `You'll keep ${planOf(membership).label} until then. We won't charge you again.`,
        `Changed your mind? Resume it before ${end}.`,
      ],
      action: "billing",
    }),
  },
  membership_changed: {
    isTrue: isActive,
    write: (membership, end) => ({
      subject: `You're now on ${planOf(membership).label}`,
      lines: [
        offerText(membership.plan_type),
        "Cards you've already submitted this month count toward the limit.",
      ],
      facts: priceFacts(membership, end),
    }),
  },
  membership_change_planned: {
    isTrue: (membership) => isActive(membership) && membership.next_plan_type !== null,
    write: (membership, end) => {
      const nextPlan = membership.next_plan_type ?? membership.plan_type;
      const { label, monthlyCents, rateCents } = plans[nextPlan];
      return {
        subject: `You'll switch to ${label} on ${end}`,
        lines: [
          `You'll keep ${planOf(membership).label} until then.`,
          `Changed your mind? Choose your current plan again before ${end}.`,
        ],
        facts: [
          { label: "New price", value: `${formatCents(monthlyCents)} a month` },
          { label: "New limit", value: `${limitOf(nextPlan)} at ${formatCents(rateCents)} each` },
        ],
        action: "billing",
      };
    },
  },
  membership_kept: {
    isTrue: (membership) =>
      isActive(membership) && membership.next_plan_type === null && !membership.cancel_at_period_end,
    write: (membership, end) => ({
      subject: `You're staying on ${planOf(membership).label}`,
      lines: [`Your change planned for ${end} is canceled.`],
      facts: priceFacts(membership, end),
    }),
  },
} satisfies Record<string, Row>;

export type MembershipEmailKind = keyof typeof membershipEmails;

/** Returns the content of a membership email. Throws when it no longer applies or has no recipient. */
export function membershipEmail(
  kind: MembershipEmailKind,
  { subscription, email, full_name }: MembershipForEmail,
  appUrl: string,
  now: number = Date.now(),
): EmailContent {
  if (!subscription) throw new Error("the membership was deleted");
  const { isTrue, write }: Row = membershipEmails[kind];
  if (!isTrue(subscription))
    throw new Error(`the membership is ${subscription.status}, so this no longer applies`);
  const end = formatNearDay(subscription.current_period_end.slice(0, 10), now);
  const { action, ...content } = write(subscription, end);
  const billing = { label: "Manage billing", url: `${appUrl}${paths.profile}` };
  return {
    ...content,
    to: mailAddress(email, full_name),
    button:
      action === "submit"
        ? { label: "Submit cards", url: `${appUrl}${paths.submit}` }
        : action
          ? billing
          : null,
    links: action === "billing" ? [] : [billing],
    reason: `You're getting this because you have a ${site.name} membership.`,
  };
}

const offerText = (plan: MembershipPlan) =>
  `Submit up to ${limitOf(plan)} at ${formatCents(plans[plan].rateCents)} each.`;

const limitOf = (plan: MembershipPlan) => `${cardCount(plans[plan].monthlyLimit ?? 0)} a month`;

function priceFacts(membership: StoredMembership, end: string): Fact[] {
  const label = membership.cancel_at_period_end ? "Ends" : "Renews";
  return [
    { label: "Price", value: `${formatCents(planOf(membership).monthlyCents)} a month` },
    { label, value: end },
  ];
}
