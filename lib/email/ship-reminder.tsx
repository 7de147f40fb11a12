import { formatLongBusinessDate } from "@/lib/base/business-date";
import { cardCount } from "@/lib/base/words";
import { BatchOpening } from "@/lib/email/layout/batch-opening";
import { FactTable } from "@/lib/email/layout/fact-table";
import { ButtonRow, MailPart, Paragraph } from "@/lib/email/layout/mail-blocks";
import { MailLayout } from "@/lib/email/layout/mail-layout";
import type { OrderMailLinks } from "@/lib/email/order-confirmation";
import type { OrderForEmail } from "@/lib/email/outbox/data";
import {
  followUrl,
  type Mail,
  type MailChoices,
  mailAddress,
  mailChoices,
  oneLine,
  renderMail,
} from "@/lib/email/outbox/mail-message";
import { orderWords } from "@/lib/email/words";
import { displayBatchId } from "@/lib/orders/batch-id";
import { wayHereOf } from "@/lib/orders/inbound";

type ShipReminderFacts = {
  to: Mail["to"];
  choices?: MailChoices;
  subject: string;
  title: string;
  intro: string;
  batchId: string;
  cards: string;
  paidOn: string;
  /** Where its owner says that it is shipped; null for a guest whose link was ended. */
  sayUrl: string | null;
  labelUrl: string;
};

/**
 * Renders the mail to somebody who has paid and neither said to have shipped nor has a package here; `nth`: the first or the
 * second of them. Throws when that is no longer so, or there is no usable address: the outbox then records why.
 */
export async function renderShipReminder(
  about: OrderForEmail,
  nth: 1 | 2,
  { trackUrl, labelUrl }: Pick<OrderMailLinks, "trackUrl" | "labelUrl">,
  appUrl: string,
): Promise<Mail> {
  const { order, email, full_name } = about;
  const wayHere = wayHereOf(order, Date.now());
  if (!wayHere) throw new Error("the order is not awaited any more");
  if (wayHere.inbound_shipped_at !== null) throw new Error("the package is on its way");
  const batchId = oneLine(displayBatchId(order));
  const facts: ShipReminderFacts = {
    to: mailAddress(email, full_name),
    ...mailChoices(about.mail_token, appUrl),
    subject:
      nth === 1 ? `Ready to ship your cards? (${batchId})` : `We still wait for your cards (${batchId})`,
    title: nth === 1 ? "Have you shipped your cards?" : "We still wait for your cards",
    intro: "Your batch is paid, and your package is not here yet. If it is on its way, please tell us.",
    batchId,
    cards: cardCount(order.num_cards),
    paidOn: formatLongBusinessDate(wayHere.paid_at),
    sayUrl: followUrl(about, appUrl, trackUrl),
    labelUrl,
  };
  return renderMail(facts, <ShipReminder facts={facts} isLast={nth === 2} />);
}

/** The mail that asks where the package is, and has all that is needed to send it. */
function ShipReminder({ facts, isLast }: { facts: ShipReminderFacts; isLast: boolean }) {
  return (
    <MailLayout
      title={facts.subject}
      preheader={facts.intro}
      reason={orderWords.reason}
      choicesPage={facts.choices?.pageUrl}
    >
      <BatchOpening
        title={facts.title}
        intro={facts.intro}
        batchId={facts.batchId}
        hint="Write it on the package"
      />
      <MailPart title="Your batch">
        <FactTable
          facts={[
            { label: "Cards", value: facts.cards },
            { label: "Paid on", value: facts.paidOn },
          ]}
        />
        {facts.sayUrl ? <ButtonRow href={facts.sayUrl}>I have shipped it</ButtonRow> : null}
        <ButtonRow href={facts.labelUrl} variant={facts.sayUrl ? "secondary" : "primary"}>
          Print label
        </ButtonRow>
      </MailPart>
      <MailPart title="No hurry">
        <Paragraph>
          The price you paid stays.{" "}
          {isLast ? "This is the last reminder." : "We remind you once more, in a week."}
        </Paragraph>
      </MailPart>
    </MailLayout>
  );
}
