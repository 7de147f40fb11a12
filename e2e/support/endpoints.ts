import { randomUUID } from "node:crypto";
import { apiPaths } from "../../lib/base/api-paths.ts";
import { staffApiPaths } from "../../lib/base/staff-api-paths.ts";
import { newBatchId } from "../../lib/orders/batch-id.ts";
import { anEmail } from "../../sandbox/builders/ids.ts";
import { priceOf } from "../../sandbox/builders/members.ts";
import { PASSWORD } from "../../sandbox/builders/person.ts";
import { aProfile } from "../../sandbox/builders/profile.ts";
import {
  customerOnly,
  type Endpoint,
  everybody,
  get,
  guestOnly,
  ownerOnly,
  post,
  requiresSecondFactor,
  signedIn,
  staffOnly,
} from "./endpoint.ts";

const profile = aProfile();
const none = randomUUID();
const password = {
  currentPassword: "another password",
  password: "password456",
  confirmPassword: "password456",
};

const ofNoShipment = (at: (id: string) => string) => (id: string) => at(id === "[id]" ? id : "2000000000");

const ofNothing = (at: (id: string) => string) => (id: string) => at(id === "[id]" ? id : none);

export const endpoints: Endpoint[] = [
  get(apiPaths.health, everybody(200)),
  get(apiPaths.ready, everybody(200)),
  post(staffApiPaths.bulk, staffOnly(200), () => ({
    orders: [{ id: none, version: 1 }],
    changes: { fulfillment_status: "complete" },
  })),
  post(staffApiPaths.bulkPreview, staffOnly(200), () => ({
    orders: [none],
    changes: { fulfillment_status: "complete" },
  })),
  get(staffApiPaths.selection, staffOnly(200), () => ({ q: none })),
  get(staffApiPaths.export, staffOnly(200), () => ({ q: none })),
  post(staffApiPaths.order, staffOnly(409), () => ({ version: 999, changes: { internal_notes: "x" } })),
  post(staffApiPaths.refund, staffOnly(409), () => ({
    request_id: none,
    amount_cents: 1,
    refunded_cents: 1,
    reason: "x",
  })),
  post(staffApiPaths.sync, staffOnly(200)),
  post(staffApiPaths.arrival, staffOnly(200)),
  post(staffApiPaths.checkIn, staffOnly(409), () => ({ version: 999, count: 2, condition: "ok" })),
  post(staffApiPaths.return, staffOnly(409), () => ({
    version: 999,
    tracking_number: "1Z999AA10123456784",
    carrier: "ups",
  })),
  post(staffApiPaths.shipments, staffOnly(200), () => ({ grader: "PSA" })),
  post(staffApiPaths.releaseAddress, staffOnly(409), () => ({ version: 999, reason: "x" })),
  post(staffApiPaths.problem, staffOnly(409), () => ({ version: 999 })),
  post(staffApiPaths.adjustments, staffOnly(409), () => ({
    version: 999,
    qty: 1,
    unit_cents: 500,
    reason: "x",
  })),
  post(ofNothing(staffApiPaths.adjustment), staffOnly(404), () => ({ action: "withdraw", note: "x" })),
  post(ofNoShipment(staffApiPaths.shipmentOrders), staffOnly(404), () => ({ code: none })),
  post(ofNoShipment(staffApiPaths.shipmentTakeOut), staffOnly(404), ({ id }) => ({ order_id: id })),
  post(ofNoShipment(staffApiPaths.shipmentStep), staffOnly(404), () => ({ version: 1, step: "shipped" })),
  post(ofNoShipment(staffApiPaths.shipmentDiscard), staffOnly(404)),
  get(ofNoShipment(staffApiPaths.shipmentManifest), staffOnly(404)),
  post(staffApiPaths.setAside, staffOnly(409), () => ({ action: "end" })),
  get(staffApiPaths.desk, staffOnly(200), ({ batchId }) => ({ code: batchId })),
  post(staffApiPaths.undo, staffOnly(404), () => ({})),
  post(staffApiPaths.packages, staffOnly(200), () => ({})),
  post(staffApiPaths.package, staffOnly(404), () => ({ version: 1 })),
  { ...post(staffApiPaths.package, staffOnly(404), () => ({ version: 1 })), method: "DELETE" },
  post(staffApiPaths.matchPackage, staffOnly(404), ({ id }) => ({ package_id: none, order_id: id })),
  get(staffApiPaths.photos, staffOnly(200), ({ id }) => ({ order: id })),
  post(staffApiPaths.photoUpload, staffOnly(400)),
  post(ofNothing(staffApiPaths.photo), staffOnly(404), () => ({ public: true })),
  { ...post(ofNothing(staffApiPaths.photo), staffOnly(404)), method: "DELETE" },
  get(ofNothing(apiPaths.photo), requiresSecondFactor(everybody(404))),
  post(staffApiPaths.resolveException, staffOnly(404), () => ({
    exception_id: 2_000_000_000,
    resolution: "x",
  })),
  post(staffApiPaths.retryMail, staffOnly(404), () => ({ mail_id: 2_000_000_000 })),
  post(staffApiPaths.retryEvent, staffOnly(409), () => ({ event_id: "evt_none" })),
  post(staffApiPaths.members, ownerOnly(409), () => ({ email: anEmail() })),
  { ...post(staffApiPaths.members, ownerOnly(409), () => ({ user_id: none })), method: "DELETE" },
  get(staffApiPaths.userProfile, staffOnly(200), ({ userId }) => ({ user_id: userId })),

  get(apiPaths.plans, everybody(200)),
  get(apiPaths.membership, signedIn(200)),
  get(apiPaths.profile, signedIn(200)),
  post(apiPaths.profile, signedIn(200), () => profile),
  post(apiPaths.profileEmails, signedIn(200), () => ({ wanted: true })),
  post(ofNothing(apiPaths.mail), everybody(404), () => ({ wanted: true })),
  post(ofNothing(apiPaths.mailOff), everybody(404)),
  get(ofNothing(apiPaths.mailOff), everybody(404)),
  post(apiPaths.linkGuestOrders, signedIn(200)),
  post(apiPaths.createPortalSession, signedIn(404), () => ({})),
  post(apiPaths.membershipCheckout, signedIn(200), () => ({ price_id: priceOf("pro") })),
  post(apiPaths.orderCheckout, requiresSecondFactor(everybody(200)), () => ({
    num_cards: 1,
    total_amount: 25,
    batch_id: newBatchId(),
    plan_type: "payg",
  })),
  post(ofNothing(apiPaths.adjustmentDecide), requiresSecondFactor(everybody(404)), () => ({
    option: "refund",
  })),
  post(ofNothing(apiPaths.adjustmentPay), requiresSecondFactor(everybody(404)), () => ({
    amount_cents: 100,
  })),
  post(ofNothing(apiPaths.adjustmentConfirm), everybody(404), () => ({})),
  post(staffApiPaths.cancellation, staffOnly(409), () => ({ version: 999 })),
  post(ofNothing(apiPaths.cancellation), requiresSecondFactor(everybody(404)), () => ({
    action: "withdraw",
  })),
  post(ofNothing(apiPaths.inbound), requiresSecondFactor(everybody(404)), () => ({ action: "not_shipped" })),
  post(apiPaths.processPaygPayment, everybody(200), ({ session }) => ({ session_id: session })),
  post(apiPaths.processSubmissionPayment, everybody(200), ({ session, batchId }) => ({
    session_id: session,
    batch_id: batchId,
  })),
  post(apiPaths.processSuccess, everybody(404), ({ session }) => ({ session_id: session })),
  post(apiPaths.sendSubmissionEmail, customerOnly(200, 404), ({ batchId }) => ({ batchId })),
  post(apiPaths.sendSubmissionEmail, guestOnly(200, 404), ({ batchId }) => ({ batchId }), { ofGuest: true }),
  post(apiPaths.trackingLink, requiresSecondFactor(customerOnly(200, 404)), () => ({
    action: "renew",
    generation: 99,
  })),
  post(
    apiPaths.trackingLink,
    requiresSecondFactor(guestOnly(200, 404)),
    () => ({ action: "renew", generation: 99 }),
    {
      ofGuest: true,
    },
  ),
  post(apiPaths.orderTitle, { ...signedIn(404), customer: 200 }, () => ({ title: "Vintage lot" })),
  post(apiPaths.claim, signedIn(400), () => ({ action: "redeem", link: "x" })),
  post(apiPaths.findBatch, everybody(200), ({ batchId }) => ({ email: anEmail(), batch: batchId })),
  post(apiPaths.returnAddress, { ...signedIn(404), customer: 200 }, () => ({
    full_name: "Casey Collector",
    address_line1: "5 Elm",
    city: "Reno",
    state: "NV",
    postal_code: "89501",
    country: "US",
    currentPassword: PASSWORD,
  })),
  post(apiPaths.disputeAddress, everybody(400), () => ({ link: "x" })),
  post(apiPaths.arrived, requiresSecondFactor(customerOnly(409, 404)), () => ({})),
  post(apiPaths.arrived, requiresSecondFactor(guestOnly(409, 404)), () => ({}), { ofGuest: true }),
  post(apiPaths.problem, requiresSecondFactor(customerOnly(409, 404)), () => ({
    words: "A slab is cracked.",
  })),
  post(apiPaths.problem, requiresSecondFactor(guestOnly(409, 404)), () => ({ words: "A slab is cracked." }), {
    ofGuest: true,
  }),

  post(apiPaths.login, everybody(401), () => ({ email: anEmail(), password: PASSWORD })),
  post(apiPaths.signup, everybody(400), () => ({
    email: "collector@slabrelay.test",
    password: PASSWORD,
    confirmPassword: PASSWORD,
    plan: "free",
  })),
  post(apiPaths.confirmEmail, everybody(400), () => ({
    ...password,
    tokenHash: "a".repeat(56),
    type: "email",
  })),
  post(apiPaths.recover, everybody(200), () => ({ email: anEmail() })),
  post(apiPaths.resend, everybody(200), () => ({ email: anEmail() })),
  post(apiPaths.resetPassword, everybody(400), () => ({ ...password, tokenHash: "a".repeat(56) })),
  post(apiPaths.changePassword, signedIn(400), () => password),
  post(apiPaths.changeEmail, signedIn(400), () => ({ ...password, email: anEmail() })),
  post(apiPaths.secondFactor, { ...signedIn(400), staffWithoutSecondFactor: 400 }, () => ({
    code: "123456",
  })),
  post(apiPaths.authenticator, signedIn(400), () => password),
  post(apiPaths.authenticatorConfirm, { ...signedIn(400), staffWithoutSecondFactor: 409 }, () => ({
    factorId: none,
    code: "123456",
  })),
  post(apiPaths.authenticatorRemove, signedIn(400), () => ({ ...password, code: "123456" })),
  post(apiPaths.identities, signedIn(400), () => ({ ...password, provider: "google" })),
  post(apiPaths.identityRemove, signedIn(400), () => ({ ...password, identityId: none })),
  get(apiPaths.oauth, everybody(303), () => ({ provider: "google" })),
  get(apiPaths.authCallback, everybody(303), () => ({ code: "x" })),
  post(apiPaths.testAuth, everybody(200), () => ({
    action: "sign-in",
    email: anEmail(),
    password: PASSWORD,
  })),

  post(apiPaths.stripeWebhook, everybody(400), () => ({ object: "event" })),
  post(apiPaths.cronOutbox, everybody(401)),
  post(apiPaths.cronReconcile, everybody(401)),
  // Must be last, because it ends the sessions.
  post(apiPaths.signOut, everybody(200)),
];

/** Rate limits besides the one on all POST requests. */
export const countedLimits: Record<string, string[]> = {
  [`POST ${apiPaths.membershipCheckout}`]: ["checkout"],
  [`POST ${apiPaths.orderCheckout}`]: ["checkout"],
  [`POST ${apiPaths.adjustmentDecide("[id]")}`]: ["process"],
  [`POST ${apiPaths.adjustmentPay("[id]")}`]: ["guest-checkout"],
  [`POST ${apiPaths.adjustmentConfirm("[id]")}`]: ["process"],
  [`POST ${apiPaths.cancellation("[id]")}`]: ["process"],
  [`POST ${apiPaths.inbound("[id]")}`]: ["process"],
  [`POST ${apiPaths.problem("[id]")}`]: ["problem", "problem-address"],
  [`POST ${apiPaths.createPortalSession}`]: ["portal"],
  [`POST ${apiPaths.linkGuestOrders}`]: ["link-orders"],
  [`POST ${apiPaths.processPaygPayment}`]: ["process"],
  [`POST ${apiPaths.processSubmissionPayment}`]: ["process"],
  [`POST ${apiPaths.processSuccess}`]: ["process", "process-session"],
  [`POST ${apiPaths.profile}`]: ["profile"],
  [`POST ${apiPaths.profileEmails}`]: ["profile"],
  [`POST ${apiPaths.sendSubmissionEmail}`]: ["send-email"],
  [`POST ${apiPaths.claim}`]: ["claim"],
  [`POST ${apiPaths.orderTitle("[id]")}`]: ["profile"],
  [`POST ${apiPaths.returnAddress("[id]")}`]: ["sign-in", "sign-in-address"],
  [`POST ${apiPaths.disputeAddress}`]: ["problem-address"],
  [`POST ${apiPaths.findBatch}`]: ["find-batch", "find-batch-address", "find-batch-email"],
  [`POST ${apiPaths.login}`]: ["sign-in", "sign-in-address"],
  [`POST ${apiPaths.signup}`]: ["sign-in", "sign-in-address"],
  [`POST ${apiPaths.testAuth}`]: ["sign-in", "sign-in-address"],
  [`POST ${apiPaths.changePassword}`]: ["sign-in", "sign-in-address"],
  [`POST ${apiPaths.changeEmail}`]: ["sign-in", "sign-in-address"],
  [`POST ${apiPaths.recover}`]: ["account-mail", "account-mail-address"],
  [`POST ${apiPaths.resend}`]: ["account-mail", "account-mail-address"],
  [`POST ${apiPaths.confirmEmail}`]: ["sign-in-address"],
  [`POST ${apiPaths.resetPassword}`]: ["sign-in-address"],
  [`POST ${apiPaths.secondFactor}`]: ["sign-in-address", "second-factor"],
  [`POST ${apiPaths.identities}`]: ["sign-in", "sign-in-address"],
  [`POST ${apiPaths.identityRemove}`]: ["sign-in", "sign-in-address"],
  [`GET ${apiPaths.oauth}`]: ["oauth-start"],
  [`GET ${apiPaths.authCallback}`]: ["oauth-back"],
  [`POST ${apiPaths.authenticator}`]: ["sign-in", "sign-in-address"],
  [`POST ${apiPaths.authenticatorRemove}`]: ["sign-in", "sign-in-address"],
  [`POST ${apiPaths.authenticatorConfirm}`]: ["second-factor"],
  [`POST ${apiPaths.stripeWebhook}`]: ["bad-signature"],
};
