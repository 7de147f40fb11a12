import * as z from "zod/mini";

/** The person whom a body names, for endpoints that carry one: compared with the session's, never believed. */
export const claimedIdentity = z.object({
  user_id: z.nullish(z.union([z.uuid(), z.literal("")])),
  user_email: z.nullish(z.string().check(z.maxLength(254))),
});
