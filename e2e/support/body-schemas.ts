import type { $ZodType } from "zod/v4/core";
import * as auth from "../../lib/auth/schema.ts";
import { apiPaths } from "../../lib/base/api-paths.ts";
import { staffApiPaths } from "../../lib/base/staff-api-paths.ts";
import { sendSubmissionEmailSchema } from "../../lib/email/schema.ts";
import { portalSchema, processSuccessSchema, subscribeSchema } from "../../lib/membership/schema.ts";
import { claimChangeSchema } from "../../lib/orders/claims/change-claim.ts";
import { changeAddressSchema, disputeAddressSchema } from "../../lib/orders/return-address/schema.ts";
import * as orders from "../../lib/orders/schema.ts";
import * as tracking from "../../lib/orders/tracking/schema.ts";
import { optionalEmailsSchema, profileSchema } from "../../lib/profile/schema.ts";
import * as staffAdjustments from "../../lib/staff/adjustments/adjustments.ts";
import * as desk from "../../lib/staff/desk/schema.ts";
import * as shipments from "../../lib/staff/grader-shipments/schema.ts";
import { undoSchema } from "../../lib/staff/mutations.ts";
import { orderUpdateSchema } from "../../lib/staff/order/schema.ts";
import { bulkPreviewSchema, bulkUpdateSchema } from "../../lib/staff/orders/schema.ts";
import * as people from "../../lib/staff/people/people.ts";
import * as photos from "../../lib/staff/photos/schema.ts";
import * as reconcile from "../../lib/staff/reconcile/reconciliation.ts";
import { refundSchema } from "../../lib/staff/refunds/schema.ts";
import {
  releaseAddressSchema,
  returnOrderSchema,
  solveProblemSchema,
} from "../../lib/staff/returns/returns.ts";
import { routeOf } from "./endpoint.ts";

const post = (at: string | ((id: string) => string)) => `POST ${routeOf({ at })}`;

/** Each endpoint's JSON body schema by endpoint name. Null for Stripe's events. */
export const bodySchemas: Record<string, $ZodType | null> = {
  [post(staffApiPaths.bulk)]: bulkUpdateSchema,
  [post(staffApiPaths.bulkPreview)]: bulkPreviewSchema,
  [post(staffApiPaths.order)]: orderUpdateSchema,
  [post(staffApiPaths.refund)]: refundSchema,
  [post(staffApiPaths.checkIn)]: desk.checkInSchema,
  [post(staffApiPaths.setAside)]: desk.setAsideChangeSchema,
  [post(staffApiPaths.package)]: desk.packageChangeBodySchema,
  [`DELETE ${routeOf({ at: staffApiPaths.package })}`]: desk.deletePackageSchema,
  [post(staffApiPaths.packages)]: desk.packageSchema,
  [post(staffApiPaths.matchPackage)]: desk.matchPackageSchema,
  [post(staffApiPaths.return)]: returnOrderSchema,
  [post(staffApiPaths.adjustments)]: staffAdjustments.upchargeSchema,
  [post(staffApiPaths.adjustment)]: staffAdjustments.adjustmentChangeSchema,
  [post(apiPaths.adjustmentDecide)]: tracking.decideSchema,
  [post(apiPaths.adjustmentPay)]: tracking.payAdjustmentSchema,
  [post(apiPaths.adjustmentConfirm)]: tracking.tokenSchema,
  [post(apiPaths.cancellation)]: tracking.cancellationSchema,
  [post(staffApiPaths.cancellation)]: desk.declineCancellationSchema,
  [post(apiPaths.inbound)]: tracking.inboundSchema,
  [post(staffApiPaths.releaseAddress)]: releaseAddressSchema,
  [post(apiPaths.returnAddress)]: changeAddressSchema,
  [post(apiPaths.disputeAddress)]: disputeAddressSchema,
  [post(staffApiPaths.problem)]: solveProblemSchema,
  [post(apiPaths.arrived)]: tracking.tokenSchema,
  [post(apiPaths.problem)]: tracking.problemSchema,
  [post(staffApiPaths.shipments)]: shipments.openShipmentSchema,
  [post(staffApiPaths.shipmentOrders)]: shipments.addToShipmentSchema,
  [post(staffApiPaths.shipmentTakeOut)]: shipments.takeFromShipmentSchema,
  [post(staffApiPaths.shipmentStep)]: shipments.stepShipmentSchema,
  [post(staffApiPaths.undo)]: undoSchema,
  [post(staffApiPaths.photo)]: photos.showPhotoSchema,
  [post(staffApiPaths.resolveException)]: reconcile.resolveExceptionSchema,
  [post(staffApiPaths.retryMail)]: reconcile.retryMailSchema,
  [post(staffApiPaths.retryEvent)]: reconcile.retryEventSchema,
  [post(staffApiPaths.members)]: people.addMemberSchema,
  [`DELETE ${staffApiPaths.members}`]: people.removeMemberSchema,
  [post(apiPaths.profile)]: profileSchema,
  [post(apiPaths.profileEmails)]: optionalEmailsSchema,
  [post(apiPaths.mail)]: optionalEmailsSchema,
  [post(apiPaths.createPortalSession)]: portalSchema,
  [post(apiPaths.membershipCheckout)]: subscribeSchema,
  [post(apiPaths.orderCheckout)]: orders.checkoutRequestSchema,
  [post(apiPaths.processPaygPayment)]: orders.processPaygSchema,
  [post(apiPaths.processSubmissionPayment)]: orders.processSubmissionSchema,
  [post(apiPaths.processSuccess)]: processSuccessSchema,
  [post(apiPaths.sendSubmissionEmail)]: sendSubmissionEmailSchema,
  [post(apiPaths.trackingLink)]: orders.trackingLinkChangeSchema,
  [post(apiPaths.orderTitle)]: orders.renameOrderSchema,
  [post(apiPaths.claim)]: claimChangeSchema,
  [post(apiPaths.findBatch)]: tracking.findBatchSchema,
  [post(apiPaths.login)]: auth.loginSchema,
  [post(apiPaths.signup)]: auth.signupSchema,
  [post(apiPaths.confirmEmail)]: auth.confirmSchema,
  [post(apiPaths.recover)]: auth.accountMailSchema,
  [post(apiPaths.resend)]: auth.accountMailSchema,
  [post(apiPaths.resetPassword)]: auth.newPasswordSchema,
  [post(apiPaths.changePassword)]: auth.changePasswordSchema,
  [post(apiPaths.changeEmail)]: auth.changeEmailSchema,
  [post(apiPaths.secondFactor)]: auth.secondFactorSchema,
  [post(apiPaths.authenticator)]: auth.enrollAuthenticatorSchema,
  [post(apiPaths.authenticatorConfirm)]: auth.confirmAuthenticatorSchema,
  [post(apiPaths.authenticatorRemove)]: auth.removeAuthenticatorSchema,
  [post(apiPaths.identities)]: auth.linkIdentitySchema,
  [post(apiPaths.identityRemove)]: auth.removeIdentitySchema,
  [post(apiPaths.testAuth)]: auth.testAuthSchema,
  [post(apiPaths.stripeWebhook)]: null,
};
