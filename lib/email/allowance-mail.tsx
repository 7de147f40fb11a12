import * as z from "zod/mini";
import { dayAfter } from "@/lib/base/business-date";
import { formatCents } from "@/lib/base/money";
import { paths } from "@/lib/base/paths";
import { plans } from "@/lib/base/plans";
import { site } from "@/lib/base/site";
import { formatLongDate } from "@/lib/base/time";
import { cardCount } from "@/lib/base/words";
import { type Fact, FactTable } from "@/lib/email/layout/fact-table";
import { ButtonRow, MailHeading, MailPart, Paragraph } from "@/lib/email/layout/mail-blocks";
import { MailLayout } from "@/lib/email/layout/mail-layout";
import {
  type Mail,
  type MailChoices,
  type MailOrigins,
  mailAddress,
  mailChoices,
  renderMail,
} from "@/lib/email/outbox/mail-message";
import type { MembershipForEmail } from "@/lib/membership/data";
import { quotaUse, remainingCards } from "@/lib/membership/quota";

/** Reads what is said of a month's cards: how many are paid for, of how many. `month`: its first day. */
export const allowanceSchema = z.object({ used: z.number(), limit: z.number(), month: z.string() });

type AllowanceFacts = {
  to: Mail["to"];
  choices?: MailChoices;
  subject: string;
  intro: string;
  details: Fact[];
  advice: string;
  url: string;
};

/**
 * Renders the mail that much of a month's cards at the member's rate is used, as it was when a payment was booked. Throws when the
 * membership is gone or does not run any more, or there is no usable address.
 */
export async function renderAllowanceMail(
  { used, limit, month }: z.infer<typeof allowanceSchema>,
  { subscription, email, full_name, mail_token: token }: MembershipForEmail & { mail_token?: string },
  { appUrl }: MailOrigins,
): Promise<Mail> {
  if (subscription?.status !== "active") throw new Error("the membership does not run any more");
  const left = remainingCards(limit, { usedCards: used, heldCards: 0, replaceableCards: 0 });
  const { percent } = quotaUse(used, limit);
  const facts: AllowanceFacts = {
    to: mailAddress(email, full_name),
    ...mailChoices(token, appUrl),
    subject: left > 0 ? `${percent}% of this month's cards are used` : "All of this month's cards are used",
    intro:
      left > 0
        ? `${cardCount(left)} left this month at your member rate.`
        : "No card left this month at your member rate.",
    details: [
      { label: "Plan", value: plans[subscription.plan_type].label },
      {
        label: "Used this month",
        value: `${used.toLocaleString("en-US")} of ${limit.toLocaleString("en-US")}`,
      },
      { label: "Starts again on", value: formatLongDate(dayAfter(lastDayOf(month))) },
    ],
    advice: `More cards this month are ${formatCents(plans.payg.rateCents)} each. With a higher plan the new number counts at once.`,
    url: `${appUrl}${paths.submit}`,
  };
  return renderMail(facts, <AllowanceMail facts={facts} />);
}

/** The last day of a month, by its first. */
function lastDayOf(month: string): string {
  const first = new Date(`${month}T00:00:00Z`);
  return new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).toISOString().slice(0, 10);
}

/** The mail about a month's cards: how many are used, and what more would cost. */
function AllowanceMail({ facts }: { facts: AllowanceFacts }) {
  return (
    <MailLayout
      title={facts.subject}
      preheader={facts.intro}
      reason={`You get this email because you have a membership at ${site.name}.`}
      choicesPage={facts.choices?.pageUrl}
    >
      <MailPart>
        <MailHeading level={1}>{facts.subject}</MailHeading>
        <Paragraph tone="muted" size={16}>
          {facts.intro}
        </Paragraph>
      </MailPart>
      <MailPart title="This month">
        <FactTable facts={facts.details} />
        <Paragraph>{facts.advice}</Paragraph>
        <ButtonRow href={facts.url}>Submit cards</ButtonRow>
      </MailPart>
    </MailLayout>
  );
}
