import { formatLongBusinessDate } from "@/lib/base/business-date";
import { formatCents, toCents } from "@/lib/base/money";
import { paths, signupAfterPaying } from "@/lib/base/paths";
import { plans } from "@/lib/base/plans";
import { cardCount } from "@/lib/base/words";
import { FactTable } from "@/lib/email/layout/fact-table";
import {
  ButtonRow,
  CheckMark,
  MailButton,
  MailHeading,
  MailPart,
  PaperLines,
  Paragraph,
} from "@/lib/email/layout/mail-blocks";
import { MailLayout } from "@/lib/email/layout/mail-layout";
import { NumberedSteps } from "@/lib/email/layout/numbered-steps";
import { paint } from "@/lib/email/layout/paint";
import { ShippingSteps } from "@/lib/email/layout/shipping-steps";
import { SlabLabel } from "@/lib/email/layout/slab-label";
import type { OrderForEmail } from "@/lib/email/outbox/data";
import {
  allowedUrl,
  cleanLines,
  type Mail,
  type MailOrigins,
  mailAddress,
  oneLine,
  renderMail,
  returnAddressLines,
} from "@/lib/email/outbox/mail-message";
import { orderWords } from "@/lib/email/words";
import { displayBatchId } from "@/lib/orders/batch-id";

/** Holds the pages of an order that its mail opens without signing in. */
export type OrderMailLinks = {
  /** Null when the owner of the order has ended the link. */
  trackUrl: string | null;
  labelUrl: string;
  slipUrl: string;
  /** For how many days label and slip open. */
  printDays: number;
  /** Adds a guest's batch to the account of the person who opens it. */
  claimLink: string;
};

type Part = { facts: ReturnType<typeof factsOf> };

/** Renders the mail that follows a payment. Throws when the order is not paid (any more) or has no usable address. */
export async function renderOrderConfirmation(
  about: OrderForEmail,
  origins: MailOrigins,
  links: OrderMailLinks,
): Promise<Mail> {
  const facts = factsOf(about, origins, links);
  return renderMail(facts, <OrderConfirmation facts={facts} />);
}

function factsOf(about: OrderForEmail, origins: MailOrigins, links: OrderMailLinks) {
  const { order, is_guest: isGuest } = about;
  if (order.payment_status !== "paid") throw new Error(`the order is ${order.payment_status}, not paid`);
  const batchId = oneLine(displayBatchId(order));
  const cards = cardCount(order.num_cards);
  const rate = formatCents(order.rate_cents);
  return {
    to: mailAddress(about.email, about.full_name),
    subject: `Payment received: ${batchId} (${cards})`,
    batchId,
    orderType: plans[order.plan_type].label,
    cards,
    rate,
    total: formatCents(toCents(order.total_paid ?? order.grading_fee)),
    /** How the total came about. */
    sum: `${order.num_cards.toLocaleString("en-US")} × ${rate}`,
    paidOn: formatLongBusinessDate(order.paid_at ?? order.submitted_at),
    notes: order.notes?.trim() ? cleanLines(order.notes) : [],
    receiptUrl: allowedUrl(order.receipt_url, origins.receiptOrigin),
    isGuest,
    accountUrl: `${origins.appUrl}${isGuest ? signupAfterPaying(links.claimLink) : paths.dashboard}`,
    /** Where the cards travel back to, with the name; empty when no address is known. */
    returnAddress: returnAddressLines(order.return_address),
    links,
  };
}

function OrderConfirmation({ facts }: Part) {
  const intro = "Your batch is booked. Now send us your cards.";
  return (
    <MailLayout
      title={facts.subject}
      preheader={`${facts.cards}, ${facts.total} paid. ${intro}`}
      reason={orderWords.reason}
    >
      <MailPart>
        <CheckMark />
        <MailHeading level={1}>Payment received</MailHeading>
        <Paragraph tone="muted" size={16}>
          {intro}
        </Paragraph>
        <SlabLabel
          caption="Batch ID"
          aside={facts.cards}
          value={facts.batchId}
          hint="Write it on the outside of the package"
        />
      </MailPart>
      <OrderDetails facts={facts} />
      <ShippingSteps {...facts} />
      <NextSteps facts={facts} />
      <Tracking facts={facts} />
      <Account facts={facts} />
    </MailLayout>
  );
}

const badge = {
  display: "inline-block",
  padding: "1px 10px",
  borderRadius: 99,
  fontSize: 13,
  fontWeight: 600,
};

function OrderDetails({ facts }: Part) {
  return (
    <MailPart title="Order details">
      <FactTable
        facts={[
          { label: "Order type", value: facts.orderType },
          { label: "Number of cards", value: facts.cards },
          { label: "Rate per card", value: facts.rate },
          { label: "Total paid", value: facts.total, how: facts.sum },
          { label: "Payment status", value: <span {...paint(["good", "goodSoft"], badge)}>Paid</span> },
          { label: "Paid on", value: facts.paidOn },
        ]}
      />
      <Passage title="Notes" lines={facts.notes} />
      {facts.receiptUrl ? (
        <div style={{ paddingTop: 18 }}>
          <MailButton href={facts.receiptUrl} variant="secondary">
            View receipt
          </MailButton>
        </div>
      ) : null}
    </MailPart>
  );
}

function NextSteps({ facts }: Part) {
  return (
    <MailPart title={orderWords.next}>
      <NumberedSteps
        steps={[
          "We count your cards when the package arrives and check them in.",
          orderWords.turnaround,
          orderWords.wayBack,
        ]}
      />
      <Passage title="Return address" lines={facts.returnAddress} />
    </MailPart>
  );
}

/** Lines under a title of their own; nothing where there are none. */
function Passage({ title, lines }: { title: string; lines: string[] }) {
  if (lines.length === 0) return null;
  return (
    <div style={{ paddingTop: 14 }}>
      <Paragraph tone="muted">{title}</Paragraph>
      <PaperLines lines={lines} />
    </div>
  );
}

function Tracking({ facts }: Part) {
  const { trackUrl } = facts.links;
  if (!trackUrl) return null;
  return (
    <MailPart title={orderWords.track.title}>
      <Paragraph>{orderWords.track.line}</Paragraph>
      <ButtonRow href={trackUrl} variant="secondary">
        {orderWords.track.title}
      </ButtonRow>
    </MailPart>
  );
}

function Account({ facts: { isGuest, accountUrl, links } }: Part) {
  return (
    <MailPart title={isGuest ? "Keep all your batches together" : "All your batches"}>
      <Paragraph>
        {isGuest
          ? "Create an account and add this batch to it."
          : "Your dashboard shows this batch and all others, and can end or renew its tracking link."}
      </Paragraph>
      <ButtonRow href={accountUrl} variant={links.trackUrl ? "secondary" : "primary"}>
        {isGuest ? "Create account" : "Open your dashboard"}
      </ButtonRow>
    </MailPart>
  );
}
