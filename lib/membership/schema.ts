import * as z from "zod/mini";
import { claimedIdentity } from "@/lib/auth/session/claimed-identity-schema";

export const membershipMessages = {
  invalidPlan: "Invalid plan selected",
  failed: "Failed to create checkout session",
  startedElsewhere: "Another payment was started in the meantime. Please continue there or try again.",
  noBilling: "There is no billing for this account yet. Choose a plan first.",
  missingFields: "Missing required fields",
  sessionNotFound: "Payment session not found. Please contact support if you were charged.",
  otherOwner: "This payment belongs to another account.",
  notCompleted: "This payment was not completed, and nothing was charged.",
  pending: "Your payment is on its way. Your membership starts as soon as it arrives.",
  notOurs: "Failed to process payment. Our team has been told and will contact you.",
} as const;

/** Body of POST /api/createCheckoutSession. */
export const subscribeSchema = z.object({
  price_id: z.string(membershipMessages.invalidPlan).check(z.maxLength(255, membershipMessages.invalidPlan)),
  ...claimedIdentity.shape,
});

/** Body of POST /api/processSuccess. */
export const processSuccessSchema = z.object({
  session_id: z
    .string(membershipMessages.missingFields)
    .check(z.minLength(1, membershipMessages.missingFields), z.maxLength(300)),
  ...claimedIdentity.shape,
});

/** Body of POST /api/create-portal-session: straight to a change of plan or a cancellation, or to the overview. */
export const portalSchema = z.object({ flow: z.optional(z.enum(["update", "cancel"])) });
