import type { $ZodType } from "zod/v4/core";
import * as auth from "../../lib/auth/schema.ts";
import { apiPaths } from "../../lib/base/api-paths.ts";
import { sendSubmissionEmailSchema } from "../../lib/email/schema.ts";
import { portalSchema, processSuccessSchema, subscribeSchema } from "../../lib/membership/schema.ts";
import * as adjustments from "../../lib/orders/adjustments/schema.ts";
import * as orders from "../../lib/orders/schema.ts";
import { profileSchema } from "../../lib/profile/schema.ts";
import { undoSchema } from "../../lib/staff/acts/schema.ts";
import * as staffAdjustments from "../../lib/staff/adjustments/schema.ts";
import * as desk from "../../lib/staff/desk/schema.ts";
import * as groups from "../../lib/staff/groups/schema.ts";
import { orderUpdateSchema } from "../../lib/staff/order/schema.ts";
import { bulkPreviewSchema, bulkUpdateSchema } from "../../lib/staff/orders/schema.ts";
import * as people from "../../lib/staff/people/schema.ts";
import * as photos from "../../lib/staff/photos/schema.ts";
import * as reconcile from "../../lib/staff/reconcile/schema.ts";
import { refundSchema } from "../../lib/staff/refunds/schema.ts";
import { returnOrderSchema } from "../../lib/staff/returns/schema.ts";
import { routeOf } from "./endpoint.ts";

const post = (at: string | ((id: string) => string)) => `POST ${routeOf({ at })}`;

/** The shape that each endpoint with a JSON body asks for, by the endpoint's name; null where it is not ours to say. */
export const bodySchemas: Record<string, $ZodType | null> = {
  [post(apiPaths.adminBulk)]: bulkUpdateSchema,
  [post(apiPaths.adminBulkPreview)]: bulkPreviewSchema,
  [post(apiPaths.adminOrder)]: orderUpdateSchema,
  [post(apiPaths.adminRefund)]: refundSchema,
  [post(apiPaths.adminCheckIn)]: desk.checkInSchema,
  [post(apiPaths.adminSetAside)]: desk.setAsideChangeSchema,
  [post(apiPaths.adminPackage)]: desk.packageChangeBodySchema,
  [`DELETE ${routeOf({ at: apiPaths.adminPackage })}`]: desk.deletePackageSchema,
  [post(apiPaths.adminPackages)]: desk.packageSchema,
  [post(apiPaths.adminMatchPackage)]: desk.matchPackageSchema,
  [post(apiPaths.adminReturn)]: returnOrderSchema,
  [post(apiPaths.adminAdjustments)]: staffAdjustments.upchargeSchema,
  [post(apiPaths.adminAdjustment)]: staffAdjustments.adjustmentChangeSchema,
  [post(apiPaths.adjustmentDecide)]: adjustments.decideSchema,
  [post(apiPaths.adjustmentPay)]: adjustments.payAdjustmentSchema,
  [post(apiPaths.adjustmentConfirm)]: adjustments.confirmAdjustmentSchema,
  [post(apiPaths.adminGroups)]: groups.openGroupSchema,
  [post(apiPaths.adminGroupOrders)]: groups.addToGroupSchema,
  [post(apiPaths.adminGroupTakeOut)]: groups.takeFromGroupSchema,
  [post(apiPaths.adminGroupClose)]: groups.closeGroupSchema,
  [post(apiPaths.adminGroupStep)]: groups.stepGroupSchema,
  [post(apiPaths.adminUndo)]: undoSchema,
  [post(apiPaths.adminPhoto)]: photos.showPhotoSchema,
  [`DELETE ${routeOf({ at: apiPaths.adminPhoto })}`]: photos.removePhotoSchema,
  [post(apiPaths.adminResolveException)]: reconcile.resolveExceptionSchema,
  [post(apiPaths.adminRetryMail)]: reconcile.retryMailSchema,
  [post(apiPaths.adminRetryEvent)]: reconcile.retryEventSchema,
  [post(apiPaths.adminMembers)]: people.addMemberSchema,
  [post(apiPaths.adminMemberRights)]: people.rightsSchema,
  [post(apiPaths.adminMainOwner)]: people.handOverSchema,
  [`DELETE ${apiPaths.adminMembers}`]: people.removeMemberSchema,
  [post(apiPaths.profile)]: profileSchema,
  [post(apiPaths.createPortalSession)]: portalSchema,
  [post(apiPaths.membershipCheckout)]: subscribeSchema,
  [post(apiPaths.orderCheckout)]: orders.checkoutRequestSchema,
  [post(apiPaths.processPaygPayment)]: orders.processPaygSchema,
  [post(apiPaths.processSubmissionPayment)]: orders.processSubmissionSchema,
  [post(apiPaths.processSuccess)]: processSuccessSchema,
  [post(apiPaths.sendSubmissionEmail)]: sendSubmissionEmailSchema,
  [post(apiPaths.trackingLink)]: orders.trackingLinkChangeSchema,
  [post(apiPaths.login)]: auth.loginSchema,
  [post(apiPaths.signup)]: auth.signupSchema,
  [post(apiPaths.confirmEmail)]: auth.confirmSchema,
  [post(apiPaths.recover)]: auth.accountMailSchema,
  [post(apiPaths.resend)]: auth.accountMailSchema,
  [post(apiPaths.resetPassword)]: auth.newPasswordSchema,
  [post(apiPaths.changePassword)]: auth.changePasswordSchema,
  [post(apiPaths.changeEmail)]: auth.changeEmailSchema,
  [post(apiPaths.secondFactor)]: auth.secondFactorSchema,
  [post(apiPaths.authenticator)]: auth.enrolAuthenticatorSchema,
  [post(apiPaths.authenticatorConfirm)]: auth.confirmAuthenticatorSchema,
  [post(apiPaths.authenticatorRemove)]: auth.removeAuthenticatorSchema,
  [post(apiPaths.identities)]: auth.linkIdentitySchema,
  [post(apiPaths.identityRemove)]: auth.removeIdentitySchema,
  [post(apiPaths.testAuth)]: auth.testAuthSchema,
  // The payment service's events: their signature covers the bytes.
  [post(apiPaths.stripeWebhook)]: null,
};
