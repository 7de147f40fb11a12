import * as z from "zod/mini";
import { claimedIdentity } from "@/lib/auth/session/claimed-identity";
import { sharedMessages } from "@/lib/base/shared-messages";

export const membershipMessages = {
  missingFields: "Missing required fields",
  pending: "Your payment is on its way. Your membership starts when it arrives.",
} as const;

/** Body of POST /api/createCheckoutSession. The identity in it is compared with the session's, never trusted. */
export const subscribeSchema = z.object({
  price_id: z.string(sharedMessages.invalidPlan).check(z.maxLength(255, sharedMessages.invalidPlan)),
  ...claimedIdentity.shape,
});

/** Body of POST /api/processSuccess. A malformed session ID passes here and gets a 404 later. */
export const processSuccessSchema = z.object({
  session_id: z
    .string(membershipMessages.missingFields)
    .check(z.minLength(1, membershipMessages.missingFields), z.maxLength(300)),
  ...claimedIdentity.shape,
});

/** Body of POST /api/create-portal-session. Without a flow, the portal opens at its overview. */
export const portalSchema = z.object({ flow: z.optional(z.enum(["update", "cancel"])) });
