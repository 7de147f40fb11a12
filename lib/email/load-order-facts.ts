import "server-only";
import * as z from "zod/mini";
import { env } from "@/lib/base/env";
import { confirmationPath, paths, signupAfterPaying, withQuery } from "@/lib/base/paths";
import { staffPaths } from "@/lib/base/staff-paths";
import { uuidSchema } from "@/lib/base/uuid";
import { getOrderForEmail, type OrderForEmail } from "@/lib/email/outbox/data";
import { displayBatchId } from "@/lib/orders/batch-id";
import { getAdjustment } from "@/lib/orders/data";
import type { Adjustment } from "@/lib/orders/schema";
import {
  addressCode,
  signClaimLink,
  signDisputeLink,
  signPrintLink,
  signUnclaimLink,
} from "@/lib/orders/signed-links";
import { graderLookup } from "@/lib/orders/tracking/loaders";
import { visibleTrackingLink } from "@/lib/orders/tracking/tracking-link";

export type OrderFacts = Awaited<ReturnType<typeof loadOrderFacts>>;

const payloadSchema = z.object({ order_id: uuidSchema, adjustment_id: z.optional(uuidSchema) });

/** Loads the current facts for an email about a batch. Throws if the order was deleted. */
export async function loadOrderFacts(payload: unknown) {
  const { order_id: id, adjustment_id: adjustmentId } = payloadSchema.parse(payload);
  const about = await getOrderForEmail(id);
  if (!about) throw new Error("the order was deleted");
  const adjustment: Adjustment | null = adjustmentId
    ? await getAdjustment(adjustmentId, { is_for_server: true })
    : null;
  const { APP_URL: appUrl, RECEIPT_ORIGIN: receiptOrigin, ALERT_EMAIL: alertEmail } = env();
  return {
    ...about,
    now: Date.now(),
    receiptOrigin,
    patternOf: graderLookup(about.graders),
    adjustment,
    alertEmail,
    /** Returns the code for a step. Entering it proves access to the order's email. */
    codeOf: (step: number) => addressCode(id, step),
    urls: orderUrls(about, appUrl),
  };
}

function orderUrls({ order, is_guest: isGuest, tracking_link: tracking }: OrderForEmail, appUrl: string) {
  const { id: orderId, stripe_session_id: sessionId } = order;
  const batchId = displayBatchId(order);
  const track = visibleTrackingLink(tracking).path;
  const link = signPrintLink(orderId);
  const isPayg = order.plan_type === "payg";
  return {
    dashboard: isGuest ? null : `${appUrl}${paths.batch(batchId)}`,
    track: track && `${appUrl}${track}`,
    label: `${appUrl}${withQuery(paths.label(orderId), { with: "slip", link })}`,
    receipt: `${appUrl}${withQuery(paths.receipt(orderId), { link })}`,
    signUp: `${appUrl}${signupAfterPaying(order.num_cards, signClaimLink({ orderId, timesLinked: 0 }))}`,
    payment: sessionId && `${appUrl}${confirmationPath({ sessionId, batchId, isPayg })}`,
    claim: (timesLinked: number) =>
      `${appUrl}${withQuery(paths.dashboard, { claim: signClaimLink({ orderId, timesLinked }) })}`,
    unclaim: (timesLinked: number, userId: string) =>
      `${appUrl}${withQuery(paths.unclaim, { link: signUnclaimLink({ orderId, timesLinked }, userId) })}`,
    staff: `${appUrl}${staffPaths.order(orderId)}`,
    /** Reports a return address change that the owner didn't make. */
    notMe: `${appUrl}${withQuery(paths.notMe, { link: signDisputeLink(orderId) })}`,
  };
}
