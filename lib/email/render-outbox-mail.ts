import "server-only";
import * as z from "zod/mini";
import { confirmationPath } from "@/lib/base/confirmation-path";
import { env, graderLookup } from "@/lib/base/env";
import { paths, signupAfterPaying, withQuery } from "@/lib/base/paths";
import { staffPaths } from "@/lib/base/staff-paths";
import { uuidSchema } from "@/lib/base/uuid";
import { accountEmails } from "@/lib/email/account-emails";
import { renderEmail } from "@/lib/email/layout/render-email";
import { type MembershipEmailKind, membershipEmail, membershipEmails } from "@/lib/email/membership-emails";
import { type OrderEmailKind, orderEmail, orderEmails } from "@/lib/email/order-emails";
import type { OrderFacts, OrderUrls } from "@/lib/email/order-facts";
import { getOrderForEmail, type OrderForEmail } from "@/lib/email/outbox/data";
import { type Mail, mailChoices } from "@/lib/email/outbox/mail-message";
import { getMembership } from "@/lib/membership/data";
import { getAdjustment } from "@/lib/orders/adjustments/data";
import { displayBatchId } from "@/lib/orders/batch-id";
import { signClaimLink, signUnclaimLink } from "@/lib/orders/claims/claim-link";
import { signPrintLink } from "@/lib/orders/print/print-link";
import { addressCode, signDisputeLink } from "@/lib/orders/return-address/address-code";
import { shown } from "@/lib/orders/tracking/tracking-link";

/** Kinds of email that the recipient can turn off. SQL has the same list (claim_outbox). */
export const optionalEmails: readonly string[] = ["no_news", "ship_reminder", "order_delivered"];

/** Every kind of email in the outbox. */
export const emailKinds: readonly string[] = [orderEmails, membershipEmails, accountEmails].flatMap(
  Object.keys,
);

const isOrderKind = (kind: string): kind is OrderEmailKind => Object.hasOwn(orderEmails, kind);
const isMembershipKind = (kind: string): kind is MembershipEmailKind => Object.hasOwn(membershipEmails, kind);
const isAccountKind = (kind: string): kind is keyof typeof accountEmails =>
  Object.hasOwn(accountEmails, kind);

/**
 * Renders the email of an outbox row from what the database knows now, which may be more than when the row was written. Throws for
 * an unknown kind and for an email that is no longer true.
 */
export async function renderOutboxMail({ kind, payload }: { kind: string; payload: unknown }): Promise<Mail> {
  const { APP_URL: appUrl, ALERT_EMAIL: alertEmail } = env();
  if (isOrderKind(kind)) {
    const facts = await orderFacts(payload);
    const choices = optionalEmails.includes(kind) ? mailChoices(facts.mail_token, appUrl) : undefined;
    return renderEmail(orderEmail(kind, facts, payload), choices);
  }
  if (isMembershipKind(kind)) {
    const { subscription_id: id } = z.object({ subscription_id: z.string() }).parse(payload);
    return renderEmail(membershipEmail(kind, await getMembership(id), appUrl));
  }
  if (isAccountKind(kind)) return renderEmail(accountEmails[kind](payload, { appUrl, alertEmail }));
  throw new Error(`no mail of kind ${kind}`);
}

async function orderFacts(payload: unknown): Promise<OrderFacts> {
  const { order_id: id, adjustment_id: adjustmentId } = z
    .object({ order_id: uuidSchema, adjustment_id: z.optional(uuidSchema) })
    .parse(payload);
  const about = await getOrderForEmail(id);
  if (!about) throw new Error("the order is gone");
  return {
    ...about,
    now: Date.now(),
    receiptOrigin: env().RECEIPT_ORIGIN,
    patternOf: graderLookup(about.graders),
    adjustment: adjustmentId ? await getAdjustment(adjustmentId, null) : null,
    alertEmail: env().ALERT_EMAIL,
    codeOf: (step) => addressCode(id, step),
    urls: orderUrls(about),
  };
}

function orderUrls({ order, is_guest: isGuest, tracking_link: tracking }: OrderForEmail): OrderUrls {
  const { APP_URL: appUrl } = env();
  const { id: orderId, stripe_session_id: sessionId } = order;
  const batchId = displayBatchId(order);
  const track = shown(tracking).path;
  const link = signPrintLink(orderId);
  const isPayg = order.plan_type === "payg";
  return {
    dashboard: isGuest ? null : `${appUrl}${paths.batch(batchId)}`,
    track: track && `${appUrl}${track}`,
    label: `${appUrl}${withQuery(paths.label(orderId), { link })}`,
    slip: `${appUrl}${withQuery(paths.slip(orderId), { link })}`,
    receipt: `${appUrl}${withQuery(paths.receipt(orderId), { link })}`,
    signUp: `${appUrl}${signupAfterPaying(signClaimLink({ orderId, timesLinked: 0 }))}`,
    payment: sessionId && `${appUrl}${confirmationPath({ sessionId, batchId, isPayg })}`,
    claim: (timesLinked) =>
      `${appUrl}${withQuery(paths.dashboard, { claim: signClaimLink({ orderId, timesLinked }) })}`,
    unclaim: (timesLinked, userId) =>
      `${appUrl}${withQuery(paths.unclaim, { link: signUnclaimLink({ orderId, timesLinked }, userId) })}`,
    staff: `${appUrl}${staffPaths.order(orderId)}`,
    notMe: `${appUrl}${withQuery(paths.notMe, { link: signDisputeLink(orderId) })}`,
  };
}
