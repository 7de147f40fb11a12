import { site } from "@/lib/base/site";
import { CheckMark } from "@/lib/email/layout/check-mark";
import { FactTable } from "@/lib/email/layout/fact-table";
import { MailButton } from "@/lib/email/layout/mail-button";
import { MailHeading } from "@/lib/email/layout/mail-heading";
import { MailLayout } from "@/lib/email/layout/mail-layout";
import { MailPart } from "@/lib/email/layout/mail-part";
import { Paragraph } from "@/lib/email/layout/paragraph";
import type { MembershipMailFacts } from "@/lib/email/membership-mail-facts";

/** Why members get mails about their membership. */
export const MEMBERSHIP_REASON = `You get this mail because you have a membership at ${site.name}.`;

/** A mail about a membership: what happened, its facts, what to do. */
export function MembershipMail({ facts, isGood }: { facts: MembershipMailFacts; isGood: boolean }) {
  return (
    <MailLayout title={facts.subject} preheader={facts.intro} reason={MEMBERSHIP_REASON}>
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
        <div style={{ paddingTop: 12 }}>
          <MailButton href={facts.action.url}>{facts.action.label}</MailButton>
        </div>
      </MailPart>
    </MailLayout>
  );
}
