import { site } from "@/lib/base/site";
import { CheckInReceipt, OPEN_BATCH } from "@/lib/email/check-in-receipt";
import { type CheckInReceiptFacts, checkInReceiptFacts } from "@/lib/email/check-in-receipt-facts";
import { words } from "@/lib/email/order-confirmation-words";
import type { OrderForEmail } from "@/lib/email/outbox/data";
import { type Mail, type MailOrigins, renderHtml } from "@/lib/email/outbox/mail-message";

/** What the receiving desk counted. Throws when the order is not paid or counted, or has no address. */
export async function renderCheckInReceipt(
  about: OrderForEmail,
  toldBefore: number | null,
  origins: MailOrigins,
  trackUrl: string | null,
): Promise<Mail> {
  const facts = checkInReceiptFacts(about, toldBefore, origins, trackUrl);
  return {
    to: facts.to,
    subject: facts.subject,
    html: await renderHtml(<CheckInReceipt facts={facts} />),
    text: textOf(facts),
  };
}

/** The plain text part: the same facts, for people and programs that read no HTML. */
function textOf(facts: CheckInReceiptFacts): string {
  const width = Math.max(...facts.details.map(({ label }) => label.length)) + 2;
  const track = facts.trackUrl ? ["", words.track.line, `${words.track.action}: ${facts.trackUrl}`] : [];
  const dashboard = facts.dashboardUrl ? ["", `${OPEN_BATCH}: ${facts.dashboardUrl}`] : [];
  return [
    facts.title,
    facts.counted,
    ...facts.troubles,
    "",
    ...facts.details.map(({ label, value }) => `${`${label}:`.padEnd(width)}${value}`),
    "",
    words.next.title.toUpperCase(),
    "",
    ...facts.next.map((step, index) => `${index + 1}. ${step}`),
    ...track,
    ...dashboard,
    "",
    "-- ",
    `${site.name}. Questions? Write to ${site.contactEmail}.`,
    words.reason,
    "",
  ].join("\n");
}
