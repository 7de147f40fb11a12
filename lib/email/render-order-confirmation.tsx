import { OrderConfirmation } from "@/lib/email/order-confirmation";
import { type OrderMailLinks, orderConfirmationFacts } from "@/lib/email/order-confirmation-facts";
import { orderConfirmationText } from "@/lib/email/order-confirmation-text";
import type { OrderForEmail } from "@/lib/email/outbox/data";
import { type Mail, type MailOrigins, renderHtml } from "@/lib/email/outbox/mail-message";

/** The mail that follows a payment. Throws when the order is not paid or has no address. */
export async function renderOrderConfirmation(
  about: OrderForEmail,
  origins: MailOrigins,
  links: OrderMailLinks,
): Promise<Mail> {
  const facts = orderConfirmationFacts(about, origins, links);
  return {
    to: facts.to,
    subject: facts.subject,
    html: await renderHtml(<OrderConfirmation facts={facts} />),
    text: orderConfirmationText(facts),
  };
}
