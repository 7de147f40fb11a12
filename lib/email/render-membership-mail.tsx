import { site } from "@/lib/base/site";
import { MEMBERSHIP_REASON, MembershipMail } from "@/lib/email/membership-mail";
import {
  type MembershipMailFacts,
  type MembershipMailKind,
  membershipMailFacts,
} from "@/lib/email/membership-mail-facts";
import { type Mail, type MailOrigins, renderHtml } from "@/lib/email/outbox/mail-message";
import type { MembershipForEmail } from "@/lib/membership/data";

/** A mail about a membership. Throws when it is not so (any more) or nobody can be written to. */
export async function renderMembershipMail(
  kind: MembershipMailKind,
  about: MembershipForEmail,
  origins: MailOrigins,
): Promise<Mail> {
  const facts = membershipMailFacts(kind, about, origins);
  return {
    to: facts.to,
    subject: facts.subject,
    html: await renderHtml(<MembershipMail facts={facts} isGood={kind === "started"} />),
    text: textOf(facts),
  };
}

/** The plain text part: the same facts, for people and programs that read no HTML. */
function textOf(facts: MembershipMailFacts): string {
  const width = Math.max(...facts.details.map(({ label }) => label.length)) + 2;
  return [
    facts.title,
    facts.intro,
    "",
    ...facts.details.map(({ label, value }) => `${`${label}:`.padEnd(width)}${value}`),
    "",
    facts.advice,
    `${facts.action.label}: ${facts.action.url}`,
    "",
    "-- ",
    `${site.name}. Questions? Write to ${site.contactEmail}.`,
    MEMBERSHIP_REASON,
    "",
  ].join("\n");
}
