import { randomUUID } from "node:crypto";
import type { Mail } from "@/lib/email/outbox/mail-message";
import { trackingHashOf } from "@/lib/orders/tracking/tracking-link";
import { aBatchId, aGuestKey, anEmail, aSessionId, aUser, type Sql } from "@/sandbox/builders/test-database";

export type PaidOrder = {
  id: string;
  batchId: string;
  email: string;
  userId: string | null;
  guestKey: string | null;
};

/** A paid order, through the functions that the product itself uses; so its mail is in the outbox. */
export async function aPaidOrder(sql: Sql, owner: "account" | "guest" = "account"): Promise<PaidOrder> {
  const batchId = aBatchId();
  const person = owner === "account" ? await aUser(sql) : { id: null, email: anEmail() };
  const guestKey = owner === "guest" ? aGuestKey() : null;
  const [row] = await sql<{ id: string }[]>`
    select public.reserve_order(${person.id}, ${person.id ? person.email : null}, ${guestKey}, ${batchId}, 'free',
      2, 2500) -> 'order' ->> 'id' as id`;
  const id = row?.id ?? "";
  await sql`select public.apply_checkout(${aSessionId()}, ${id}, 'complete', 'paid', 5000, 'usd', false, false,
    ${trackingHashOf(id, 1)}, p_email => ${person.email})`;
  return { id, batchId, email: person.email, userId: person.id, guestKey };
}

/** A row of the outbox that no order stands behind. */
export async function anOutboxRow(sql: Sql, kind: string, payload: Record<string, string>): Promise<string> {
  const key = `${kind}:${randomUUID()}`;
  await sql`insert into outbox (dedupe_key, kind, payload) values (${key}, ${kind}, ${sql.json(payload)})`;
  return key;
}

export const confirmationOf = (order: { id: string }) => `order_confirmation:${order.id}`;

/** What the mailbox has got for an address. */
export async function mailsTo(
  address: string,
): Promise<{ subject: string; messageId: string; text: string }[]> {
  const response = await fetch(`${process.env.MAILBOX_URL}/email`);
  const mails = (await response.json()) as {
    to: Mail["to"][];
    subject: string;
    messageId: string;
    text: string;
  }[];
  return mails.filter(({ to }) => to.some((recipient) => recipient.address === address));
}
