import * as z from "zod/mini";
import { formatMoment } from "@/lib/base/time";
import { type Fact, FactTable } from "@/lib/email/layout/fact-table";
import { ButtonRow, MailHeading, MailPart, Paragraph } from "@/lib/email/layout/mail-blocks";
import { MailLayout } from "@/lib/email/layout/mail-layout";
import type { OrderForEmail } from "@/lib/email/outbox/data";
import { type Mail, mailAddress, oneLine, renderMail } from "@/lib/email/outbox/mail-message";
import { orderWords } from "@/lib/email/words";
import { displayBatchId } from "@/lib/orders/batch-id";

/** What is printed on a parcel, in the words of the mail. */
const PARTS = {
  full_name: "name",
  address_line1: "street",
  address_line2: "street",
  city: "city",
  state: "state",
  postal_code: "postal code",
  country: "country",
} as const;

const placeSchema = z.object({ city: z.nullable(z.string()), postal_code: z.nullable(z.string()) });

/** Reads what the mail says beside the order: until when, of the two addresses no more than their places, and what differs. */
export const addressAskedSchema = z.object({
  until: z.string(),
  of_order: placeSchema,
  of_profile: placeSchema,
  differing: z.array(z.enum(Object.keys(PARTS) as (keyof typeof PARTS)[])),
});
type AddressAsked = z.infer<typeof addressAskedSchema>;

type AddressMailFacts = { to: Mail["to"]; subject: string; details: Fact[]; url: string };

/**
 * Renders the mail that asks the owner of graded cards which address counts; `url` leads to the batch in their account. Throws when
 * the order has no usable address.
 */
export async function renderAddressQuestion(
  { order, email, full_name }: OrderForEmail,
  asked: AddressAsked,
  url: string,
): Promise<Mail> {
  const batchId = oneLine(displayBatchId(order));
  const facts: AddressMailFacts = {
    to: mailAddress(email, full_name),
    subject: `Where do your cards go? (${batchId})`,
    details: [
      { label: "Batch ID", value: batchId },
      { label: "Address of this batch", value: placeWords(asked.of_order) },
      { label: "Address of your profile", value: placeWords(asked.of_profile) },
      ...(asked.differing.length > 0 ? [{ label: "What differs", value: partWords(asked.differing) }] : []),
      { label: "Please answer by", value: formatMoment(asked.until) },
    ],
    url,
  };
  return renderMail(facts, <AddressMail facts={facts} />);
}

function placeWords({ city, postal_code: code }: AddressAsked["of_order"]): string {
  return oneLine([city, code].filter(Boolean).join(", ")) || "Not known";
}

function partWords(parts: AddressAsked["differing"]): string {
  const words = [...new Set(parts.map((part) => PARTS[part]))].join(", ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The mail that asks where the cards go. */
function AddressMail({ facts }: { facts: AddressMailFacts }) {
  return (
    <MailLayout
      title={facts.subject}
      preheader="Your profile has another address than this batch."
      reason={orderWords.reason}
    >
      <MailPart>
        <MailHeading level={1}>Where do your cards go?</MailHeading>
        <Paragraph tone="muted" size={16}>
          Your cards are graded. Your profile has another address than this batch, so please say which one
          counts. Without an answer within 48 hours they go to the address of this batch.
        </Paragraph>
      </MailPart>
      <MailPart title="The two addresses">
        <FactTable facts={facts.details} />
        <ButtonRow href={facts.url}>Look and decide</ButtonRow>
      </MailPart>
    </MailLayout>
  );
}
