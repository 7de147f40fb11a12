import * as z from "zod/mini";
import { postRoute } from "@/lib/http/api-route";
import { rateLimits } from "@/lib/http/rate-limit";
import { requireMailToken } from "@/lib/profile/mail-token";
import { setOptionalEmails } from "@/lib/profile/mutations";
import { optionalEmailsSchema } from "@/lib/profile/schema";

/** Turns optional emails on or off for the address in the token: {wanted} -> {wanted}. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: requireMailToken,
  params: z.object({ id: z.string() }),
  body: optionalEmailsSchema,
  limit: [({ who }) => [{ ...rateLimits.profile, subject: who.addressHash }]],
  handle: ({ who, body }) => setOptionalEmails(who.addressHash, body.wanted),
});
