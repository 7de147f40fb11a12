import { formatCents } from "@/lib/base/money";
import { paths } from "@/lib/base/paths";
import { type MembershipPlan, plans } from "@/lib/base/plans";
import { site } from "@/lib/base/site";
import { formatLongDate } from "@/lib/base/time";
import { type Fact, FactTable } from "@/lib/email/layout/fact-table";
import { ButtonRow, CheckMark, MailHeading, MailPart, Paragraph } from "@/lib/email/layout/mail-blocks";
import { MailLayout } from "@/lib/email/layout/mail-layout";
import { type Mail, type MailOrigins, mailAddress, renderMail } from "@/lib/email/outbox/mail-message";
import type { MembershipForEmail } from "@/lib/membership/data";
import type { StoredMembership } from "@/lib/membership/membership";

/**
 * Names what has happened to a membership: it began, was renewed, a renewal was not paid, it was canceled and runs out, another plan
 * applies from now on, another one was chosen and begins with the next renewal, or it goes on after all, as it is.
 */
export type MembershipMailKind =
  | "started"
  | "renewed"
  | "paymentFailed"
  | "ending"
  | "changed"
  | "changePlanned"
  | "kept";

const GOOD: ReadonlySet<MembershipMailKind> = new Set(["started", "renewed", "changed", "kept"]);

type MembershipMailFacts = {
  to: Mail["to"];
  subject: string;
  title: string;
  intro: string;
  details: Fact[];
  /** What to do now, and where. */
  advice: string;
  action: { label: string; url: string };
};

type Words = Omit<MembershipMailFacts, "to" | "action"> & { action: { label: string; path: string } };

/**
 * Renders a mail about a membership, from what the database knows of it now. Throws when what the mail says is not so
 * (any more), when the membership is gone, or when there is no usable address.
 */
export async function renderMembershipMail(
  kind: MembershipMailKind,
  about: MembershipForEmail,
  origins: MailOrigins,
): Promise<Mail> {
  const facts = factsOf(kind, about, origins);
  return renderMail(facts, <MembershipMail facts={facts} isGood={GOOD.has(kind)} />);
}

const words: Record<MembershipMailKind, (membership: StoredMembership) => Words> = {
  started: (membership) => {
    const { label } = plans[membership.plan_type];
    return {
      subject: `Your membership has started: ${label}`,
      title: "Welcome aboard",
      intro: `Your ${label} membership has started. Your member rate applies from now on.`,
      details: [...priceOf(membership), limitOf(membership.plan_type), renewal(membership)],
      advice: "Submit your first batch at your member rate. You can change or cancel your plan at any time.",
      action: { label: "Submit cards", path: paths.submit },
    };
  },
  renewed: (membership) => {
    const { label } = plans[membership.plan_type];
    return {
      subject: `Your membership is renewed: ${label}`,
      title: "Your membership is renewed",
      intro: `Your ${label} membership goes on for another month.`,
      details: [...priceOf(membership), limitOf(membership.plan_type), renewal(membership)],
      advice: "The invoice is under Manage billing, where you can change or cancel your plan at any time.",
      action: { label: "Submit cards", path: paths.submit },
    };
  },
  paymentFailed: (membership) => {
    const { label, rateCents } = plans[membership.plan_type];
    // One plan costs as much a card as none does: what it gives is its number of cards a month.
    const hasRate = rateCents < plans.free.rateCents;
    const until = { label: "Until it is paid", value: `${formatCents(plans.free.rateCents)} per card` };
    return {
      subject: "Your membership could not be renewed",
      title: "Your payment did not go through",
      intro: `We could not charge your card for your ${label} membership.`,
      details: [...priceOf(membership), ...(hasRate ? [until] : [])],
      advice:
        `Your ${hasRate ? "member rate is back" : "membership goes on"} as soon as the payment goes through. We try ` +
        "again in the next days; with another card it works at once: log in and choose Manage billing.",
      action: { label: "Log in to manage billing", path: paths.submit },
    };
  },
  ending: (membership) => {
    const end = formatLongDate(membership.current_period_end);
    return {
      subject: `Your membership ends on ${end}`,
      title: "Your membership is ending",
      intro: `Your ${plans[membership.plan_type].label} membership was canceled. You keep it until it ends.`,
      details: [{ label: "Ends on", value: end }, ...priceOf(membership).slice(0, 2)],
      advice:
        "Nothing more will be charged. If you change your mind, resume it before that day: log in and choose " +
        "Manage billing.",
      action: { label: "Log in to manage billing", path: paths.submit },
    };
  },
  changed: (membership) => {
    const { label } = plans[membership.plan_type];
    return {
      subject: `Your plan is now ${label}`,
      title: "Your plan has changed",
      intro: `${label} applies from now on: its rate per card and its number of cards a month.`,
      details: [...priceOf(membership), limitOf(membership.plan_type), renewal(membership)],
      advice:
        "Cards that you have sent this month count toward its number. Your invoices are under Manage billing.",
      action: { label: "Submit cards", path: paths.submit },
    };
  },
  changePlanned: (membership) => {
    const { label } = plans[membership.plan_type];
    const day = formatLongDate(membership.current_period_end);
    const nextPlan = membership.next_plan_type ?? membership.plan_type;
    const next = plans[nextPlan];
    return {
      subject: `Your plan changes to ${next.label} on ${day}`,
      title: "Your plan will change",
      intro: `You keep ${label}, which is paid for, until ${day}. From then on you have ${next.label}.`,
      details: [
        {
          label: "Until then",
          value: `${label}, ${formatCents(plans[membership.plan_type].rateCents)} per card`,
        },
        { label: "From then on", value: `${next.label}, ${formatCents(next.rateCents)} per card` },
        limitOf(nextPlan),
        { label: "Price", value: `${formatCents(next.monthlyCents)} a month` },
      ],
      advice:
        "If you change your mind, choose your plan again before that day: log in and choose Manage billing.",
      action: { label: "Log in to manage billing", path: paths.submit },
    };
  },
  kept: (membership) => {
    const { label } = plans[membership.plan_type];
    const day = formatLongDate(membership.current_period_end);
    return {
      subject: `Your ${label} membership goes on`,
      title: "Your membership goes on",
      intro: `What was to happen on ${day} does not: you keep ${label} as it is.`,
      details: [...priceOf(membership), limitOf(membership.plan_type), renewal(membership)],
      advice: "There is nothing to do. You can change or cancel your plan at any time under Manage billing.",
      action: { label: "Submit cards", path: paths.submit },
    };
  },
};

/** A mail may be rendered hours after its cause, so it is asked whether what it says is still so. */
const isTrue: Record<MembershipMailKind, (membership: StoredMembership) => boolean> = {
  started: () => true,
  renewed: ({ status }) => status === "active",
  paymentFailed: ({ status }) => status === "past_due" || status === "unpaid",
  ending: ({ status, cancel_at_period_end }) => status === "active" && cancel_at_period_end,
  changed: ({ status }) => status === "active",
  changePlanned: ({ status, next_plan_type }) => status === "active" && next_plan_type !== null,
  kept: ({ status, next_plan_type, cancel_at_period_end }) =>
    status === "active" && next_plan_type === null && !cancel_at_period_end,
};

function factsOf(
  kind: MembershipMailKind,
  { subscription, email, full_name }: MembershipForEmail,
  origins: MailOrigins,
): MembershipMailFacts {
  if (!subscription) throw new Error("the membership is gone");
  if (!isTrue[kind](subscription))
    throw new Error(`the membership is ${subscription.status}: nothing to say`);
  const { action, ...said } = words[kind](subscription);
  return {
    to: mailAddress(email, full_name),
    ...said,
    action: { label: action.label, url: `${origins.appUrl}${action.path}` },
  };
}

function priceOf({ plan_type: plan }: StoredMembership) {
  const { label, monthlyCents, rateCents } = plans[plan];
  return [
    { label: "Plan", value: label },
    { label: "Rate per card", value: formatCents(rateCents) },
    { label: "Price", value: `${formatCents(monthlyCents)} a month` },
  ];
}

function limitOf(plan: MembershipPlan) {
  return {
    label: "Cards a month",
    value: `up to ${(plans[plan].monthlyLimit ?? 0).toLocaleString("en-US")}`,
  };
}

function renewal(membership: StoredMembership) {
  const label = membership.cancel_at_period_end ? "Ends on" : "Renews on";
  return { label, value: formatLongDate(membership.current_period_end) };
}

function MembershipMail({ facts, isGood }: { facts: MembershipMailFacts; isGood: boolean }) {
  return (
    <MailLayout
      title={facts.subject}
      preheader={facts.intro}
      reason={`You get this email because you have a membership at ${site.name}.`}
    >
      <MailPart>
        {isGood ? <CheckMark /> : null}
        <MailHeading level={1}>{facts.title}</MailHeading>
        <Paragraph tone="muted" size={16}>
          {facts.intro}
        </Paragraph>
      </MailPart>
      <MailPart title="Your membership">
        <FactTable facts={facts.details} />
      </MailPart>
      <MailPart title="What to do now">
        <Paragraph>{facts.advice}</Paragraph>
        <ButtonRow href={facts.action.url}>{facts.action.label}</ButtonRow>
      </MailPart>
    </MailLayout>
  );
}
