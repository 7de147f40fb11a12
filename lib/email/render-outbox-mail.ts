import "server-only";
import * as z from "zod/mini";
import { env, graderLookup } from "@/lib/base/env";
import { paths, withQuery } from "@/lib/base/paths";
import { uuidSchema } from "@/lib/base/uuid";
import { accountNoticeSchema, renderAccountNotice } from "@/lib/email/account-notice";
import { addressAskedSchema, renderAddressQuestion } from "@/lib/email/address-question";
import { type AdjustmentMailKind, renderAdjustmentMail } from "@/lib/email/adjustment-mail";
import { renderCancelDeclined } from "@/lib/email/cancel-declined";
import { renderCanceledArrival } from "@/lib/email/canceled-arrival";
import { renderCheckInReceipt } from "@/lib/email/check-in-receipt";
import { renderBatchClaimedMail, renderClaimLinkMail, renderUnclaimedMail } from "@/lib/email/claim-mail";
import { renderCorrectionMail } from "@/lib/email/correction-mail";
import { renderLateNotice } from "@/lib/email/late-notice";
import { isMailKind, type MailKind } from "@/lib/email/mail-class";
import { type MembershipMailKind, renderMembershipMail } from "@/lib/email/membership-mail";
import { renderNoNews } from "@/lib/email/no-news";
import { type OrderMailLinks, renderOrderConfirmation } from "@/lib/email/order-confirmation";
import { getOrderForEmail, type LinkedOrderForEmail } from "@/lib/email/outbox/data";
import { followUrl, type Mail, type MailOrigins } from "@/lib/email/outbox/mail-message";
import {
  exportAlertSchema,
  refundAlertSchema,
  renderExportAlert,
  renderRefundAlert,
} from "@/lib/email/owner-alert";
import { paymentAlertSchema, renderPaymentAlert } from "@/lib/email/payment-alert";
import { renderPaymentPending } from "@/lib/email/payment-pending";
import { photoAlertSchema, renderPhotoAlert } from "@/lib/email/photo-alert";
import { renderProblemAnswer } from "@/lib/email/problem-answer";
import { refundedProposalSchema, renderRefundMail } from "@/lib/email/refund-mail";
import { renderReturnNotice } from "@/lib/email/return-notice";
import { renderRightsNotice, rightsNoticeSchema } from "@/lib/email/rights-notice";
import { stepFactsSchema } from "@/lib/email/schema";
import { renderShipReminder } from "@/lib/email/ship-reminder";
import { renderStepMail, type StepLinks, type StepMailKind, stepPart } from "@/lib/email/step-mail";
import { renderTrackingLinkMail } from "@/lib/email/tracking-link-mail";
import { renderWorkAlert, workAlertSchema } from "@/lib/email/work-alert";
import { getMembership } from "@/lib/membership/data";
import { getAdjustment } from "@/lib/orders/adjustments/data";
import { displayBatchId } from "@/lib/orders/batch-id";
import { signClaimLink, signUnclaimLink } from "@/lib/orders/claims/claim-link";
import { PRINT_LINK_DAYS } from "@/lib/orders/print/print";
import { signPrintLink } from "@/lib/orders/print/print-link";
import { shown } from "@/lib/orders/tracking/tracking-link";

type Render = (payload: unknown, origins: MailOrigins) => Promise<Mail>;

const aboutOrder = z.object({ order_id: uuidSchema });
const aboutStep = z.object({ order_id: uuidSchema, facts: z.optional(stepFactsSchema) });
const aboutCheckIn = z.object({
  order_id: uuidSchema,
  told_before: z.nullable(z.number()),
  expected: z.number(),
});
const aboutRefund = z.object({
  order_id: uuidSchema,
  cents: z.number(),
  of: z.optional(refundedProposalSchema),
});
const aboutReminder = z.object({ order_id: uuidSchema, nth: z.literal([1, 2]) });
const aboutDeclined = z.object({ order_id: uuidSchema, words: z.nullable(z.string()) });
const aboutCorrection = z.object({
  order_id: uuidSchema,
  facts: z.array(z.string()),
  expected: z.optional(z.number()),
});
const aboutAdjustment = z.object({
  order_id: uuidSchema,
  adjustment_id: uuidSchema,
  was_promised: z.optional(z.boolean()),
});
const aboutClaimLink = z.object({
  order_id: uuidSchema,
  to: z.string(),
  account: z.string(),
  times_linked: z.number(),
});
const aboutClaimed = z.extend(aboutClaimLink, { user_id: uuidSchema });
const aboutLink = z.object({
  order_id: uuidSchema,
  is_over: z.boolean(),
  /** The link replaces the one that an account had: nobody asked for it. */
  is_unclaimed: z.optional(z.boolean()),
});
const aboutProblem = z.object({ order_id: uuidSchema, body: z.string(), is_closed: z.boolean() });
const aboutMembership = z.object({ subscription_id: z.string() });

const membershipMail =
  (kind: MembershipMailKind): Render =>
  async (payload, origins) =>
    renderMembershipMail(kind, await getMembership(aboutMembership.parse(payload).subscription_id), origins);

/** Where the customer sees a batch, and decides; null for a guest whose link was ended. */
const placeOf = (found: LinkedOrderForEmail, appUrl: string) =>
  followUrl(found, appUrl, trackUrlOf(found, appUrl));

const adjustmentMail =
  (kind: AdjustmentMailKind): Render =>
  async (payload, { appUrl }) => {
    const { order_id: id, adjustment_id: adjustmentId, was_promised } = aboutAdjustment.parse(payload);
    const found = await requireOrder(id);
    const adjustment = await getAdjustment(adjustmentId);
    if (!adjustment) throw new Error("the proposal is gone");
    return renderAdjustmentMail(kind, found, adjustment, placeOf(found, appUrl), was_promised);
  };

const stepLinks = (found: LinkedOrderForEmail, appUrl: string): StepLinks => ({
  appUrl,
  trackUrl: trackUrlOf(found, appUrl),
  patternOf: graderLookup(found.graders),
});

const stepMail =
  (kind: StepMailKind): Render =>
  async (payload, { appUrl }) => {
    const { order_id: id, facts } = aboutStep.parse(payload);
    const found = await requireOrder(id);
    return renderStepMail(kind, found, stepLinks(found, appUrl), stepPart(facts ?? {}));
  };

/** Writes each kind of mail that SQL puts into the outbox. */
const renders: Record<MailKind, Render> = {
  order_confirmation: async (payload, origins) => {
    const found = await requireOrder(aboutOrder.parse(payload).order_id);
    return renderOrderConfirmation(found, origins, orderLinks(found, origins.appUrl));
  },
  payment_pending: async (payload, { appUrl }) =>
    renderPaymentPending(await requireOrder(aboutOrder.parse(payload).order_id), appUrl),
  check_in_receipt: async (payload, origins) => {
    const { order_id: id, told_before: toldBefore, expected } = aboutCheckIn.parse(payload);
    const found = await requireOrder(id);
    // Without those that were refunded before it came.
    const counted = { ...found, order: { ...found.order, num_cards: expected } };
    const receipt = withQuery(paths.receipt(id), { link: signPrintLink(id) });
    return renderCheckInReceipt(counted, toldBefore, origins, {
      trackUrl: trackUrlOf(found, origins.appUrl),
      receiptUrl: `${origins.appUrl}${receipt}`,
    });
  },
  correction: async (payload, { appUrl }) => {
    const { order_id: id, facts, expected } = aboutCorrection.parse(payload);
    const found = await requireOrder(id);
    const counted = { ...found, order: { ...found.order, num_cards: expected ?? found.order.num_cards } };
    return renderCorrectionMail(counted, facts, stepLinks(found, appUrl));
  },
  order_returned: async (payload, origins) => {
    const found = await requireOrder(aboutOrder.parse(payload).order_id);
    return renderReturnNotice(found, origins, trackUrlOf(found, origins.appUrl));
  },
  ship_reminder: async (payload, { appUrl }) => {
    const { order_id: id, nth } = aboutReminder.parse(payload);
    const found = await requireOrder(id);
    return renderShipReminder(found, nth, orderLinks(found, appUrl), appUrl);
  },
  cancel_declined: async (payload, origins) => {
    const { order_id: id, words } = aboutDeclined.parse(payload);
    const found = await requireOrder(id);
    return renderCancelDeclined(found, words, origins, trackUrlOf(found, origins.appUrl));
  },
  canceled_arrived: async (payload, origins) => {
    const found = await requireOrder(aboutOrder.parse(payload).order_id);
    return renderCanceledArrival(found, origins, trackUrlOf(found, origins.appUrl));
  },
  late: async (payload, origins) => {
    const found = await requireOrder(aboutOrder.parse(payload).order_id);
    return renderLateNotice(found, origins, trackUrlOf(found, origins.appUrl));
  },
  order_refunded: async (payload, origins) => {
    const { order_id: id, cents, of } = aboutRefund.parse(payload);
    return renderRefundMail(await requireOrder(id), cents, origins, of);
  },
  tracking_link: async (payload, origins) => {
    const { order_id: id, is_over: isOver, is_unclaimed: isUnclaimed } = aboutLink.parse(payload);
    const found = await requireOrder(id);
    const url = isOver ? null : trackUrlOf(found, origins.appUrl);
    if (url && isUnclaimed) return renderUnclaimedMail(found, url);
    return renderTrackingLinkMail(found, url ? { url } : isOver ? "over" : "ended", origins);
  },
  claim_link: async (payload, { appUrl }) => {
    const { order_id: orderId, to, account, times_linked: timesLinked } = aboutClaimLink.parse(payload);
    const claim = signClaimLink({ orderId, timesLinked });
    const url = `${appUrl}${withQuery(paths.dashboard, { claim })}`;
    return renderClaimLinkMail(await requireOrder(orderId), { to, account, url });
  },
  batch_claimed: async (payload, { appUrl }) => {
    const {
      order_id: orderId,
      user_id: userId,
      to,
      account,
      times_linked: timesLinked,
    } = aboutClaimed.parse(payload);
    const link = signUnclaimLink({ orderId, timesLinked }, userId);
    const url = `${appUrl}${withQuery(paths.unclaim, { link })}`;
    return renderBatchClaimedMail(await requireOrder(orderId), { to, account, url });
  },
  account_notice: async (payload, origins) =>
    renderAccountNotice(accountNoticeSchema.parse(payload), origins),
  payment_exception: (payload, origins) =>
    renderPaymentAlert(paymentAlertSchema.parse(payload), env().ALERT_EMAIL, origins),
  stuck_photos: (payload) => renderPhotoAlert(photoAlertSchema.parse(payload), env().ALERT_EMAIL),
  stuck_work: (payload, origins) =>
    renderWorkAlert(workAlertSchema.parse(payload), env().ALERT_EMAIL, origins),
  refund_alert: async (payload, origins) => renderRefundAlert(refundAlertSchema.parse(payload), origins),
  export_alert: async (payload, origins) => renderExportAlert(exportAlertSchema.parse(payload), origins),
  rights_notice: async (payload, origins) => renderRightsNotice(rightsNoticeSchema.parse(payload), origins),
  problem_answer: async (payload, { appUrl }) => {
    const { order_id: id, ...answer } = aboutProblem.parse(payload);
    const found = await requireOrder(id);
    return renderProblemAnswer(found, answer, placeOf(found, appUrl));
  },
  address_question: async (payload, { appUrl }) => {
    const found = await requireOrder(aboutOrder.parse(payload).order_id);
    const url = `${appUrl}${paths.batch(displayBatchId(found.order))}`;
    return renderAddressQuestion(found, addressAskedSchema.parse(payload), url);
  },
  order_arrived: stepMail("order_arrived"),
  order_sent: stepMail("order_sent"),
  order_graded: stepMail("order_graded"),
  no_news: async (payload, { appUrl }) => {
    const found = await requireOrder(aboutOrder.parse(payload).order_id);
    return renderNoNews(found, { appUrl, trackUrl: trackUrlOf(found, appUrl) });
  },
  adjustment_proposed: adjustmentMail("adjustment_proposed"),
  adjustment_decided: adjustmentMail("adjustment_decided"),
  adjustment_expired: adjustmentMail("adjustment_expired"),
  membership_started: membershipMail("started"),
  membership_renewed: membershipMail("renewed"),
  membership_payment_failed: membershipMail("paymentFailed"),
  membership_ending: membershipMail("ending"),
  membership_changed: membershipMail("changed"),
  membership_change_planned: membershipMail("changePlanned"),
  membership_kept: membershipMail("kept"),
};

async function requireOrder(orderId: string): Promise<LinkedOrderForEmail> {
  const found = await getOrderForEmail(orderId);
  if (!found) throw new Error("the order is gone");
  return found;
}

function trackUrlOf({ tracking_link: link }: LinkedOrderForEmail, appUrl: string): string | null {
  const { path } = shown(link);
  return path ? `${appUrl}${path}` : null;
}

function orderLinks(found: LinkedOrderForEmail, appUrl: string): OrderMailLinks {
  const { id } = found.order;
  const link = signPrintLink(id);
  return {
    trackUrl: trackUrlOf(found, appUrl),
    labelUrl: `${appUrl}${withQuery(paths.label(id), { link })}`,
    slipUrl: `${appUrl}${withQuery(paths.slip(id), { link })}`,
    printDays: PRINT_LINK_DAYS,
    claimLink: signClaimLink({ orderId: id, timesLinked: 0 }),
  };
}

/**
 * Renders the mail that an outbox row asks for, from what the database knows now, which may be more than when the row
 * was written. Throws for a kind that nobody renders, and when there is no mail to write (any more).
 */
export async function renderOutboxMail(row: { kind: string; payload: unknown }): Promise<Mail> {
  if (!isMailKind(row.kind)) throw new Error(`no mail of kind ${row.kind}`);
  const { APP_URL, RECEIPT_ORIGIN } = env();
  return renders[row.kind](row.payload, { appUrl: APP_URL, receiptOrigin: RECEIPT_ORIGIN });
}
