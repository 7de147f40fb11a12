import * as z from "zod/mini";
import { claimedIdentity } from "@/lib/auth/session/claimed-identity";
import { sharedMessages } from "@/lib/base/shared-messages";

/** What the calls about a membership answer in words. */
export const membershipMessages = {
  missingFields: "Missing required fields",
  pending: "Your payment is on its way. Your membership starts when it arrives.",
} as const;

/** Reads the body of POST /api/createCheckoutSession. Identity in it is compared with the session, never believed. */
export const subscribeSchema = z.object({
  price_id: z.string(sharedMessages.invalidPlan).check(z.maxLength(255, sharedMessages.invalidPlan)),
  ...claimedIdentity.shape,
});

/**
 * Reads the body of POST /api/processSuccess. The form of the session id is judged later, where a wrong one is a 404.
 */
export const processSuccessSchema = z.object({
  session_id: z
    .string(membershipMessages.missingFields)
    .check(z.minLength(1, membershipMessages.missingFields), z.maxLength(300)),
  ...claimedIdentity.shape,
});

/**
 * Reads the body of POST /api/create-portal-session: straight to a change of plan or a cancellation, else to the
 * overview.
 */
export const portalSchema = z.object({ flow: z.optional(z.enum(["update", "cancel"])) });
