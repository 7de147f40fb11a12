import "server-only";
import * as z from "zod/mini";
import { env } from "@/lib/base/env";
import { accountEmails } from "@/lib/email/account-emails";
import { renderEmail } from "@/lib/email/layout/render-email";
import { loadOrderFacts } from "@/lib/email/load-order-facts";
import { membershipEmail, membershipEmails } from "@/lib/email/membership-emails";
import { orderEmail, orderEmails } from "@/lib/email/order-emails";
import { type Mail, mailChoices } from "@/lib/email/outbox/mail-message";
import { getMembership } from "@/lib/membership/data";

/** Emails that recipients can turn off. Must match claim_outbox in SQL. */
export const optionalEmails: readonly string[] = ["no_news", "ship_reminder", "order_delivered"];

export const emailKinds: readonly string[] = [orderEmails, membershipEmails, accountEmails].flatMap(
  Object.keys,
);

const isIn = <Table extends object>(table: Table, kind: PropertyKey): kind is keyof Table =>
  Object.hasOwn(table, kind);

/** Renders an outbox email from current data. Throws for an unknown kind or an email that no longer applies. */
export async function renderOutboxMail({ kind, payload }: { kind: string; payload: unknown }): Promise<Mail> {
  const { APP_URL: appUrl, ALERT_EMAIL: alertEmail } = env();
  if (isIn(orderEmails, kind)) {
    const facts = await loadOrderFacts(payload);
    const choices = optionalEmails.includes(kind) ? mailChoices(facts.mail_token, appUrl) : undefined;
    return renderEmail(orderEmail(kind, facts, payload), choices);
  }
  if (isIn(membershipEmails, kind)) {
    const { subscription_id: id } = z.object({ subscription_id: z.string() }).parse(payload);
    return renderEmail(membershipEmail(kind, await getMembership(id), appUrl));
  }
  if (isIn(accountEmails, kind)) return renderEmail(accountEmails[kind](payload, { appUrl, alertEmail }));
  throw new Error(`no email of kind ${kind}`);
}
