import { user } from "@/lib/auth/session/require-caller";
import { postRoute } from "@/lib/http/api-route";
import { perPerson, rateLimits } from "@/lib/http/rate-limit";
import { addressHash } from "@/lib/profile/mail-token";
import { setOptionalEmails } from "@/lib/profile/mutations";
import { optionalEmailsSchema } from "@/lib/profile/schema";

/** Turns optional emails on or off for the caller's own address: {wanted} -> {wanted}. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: user,
  body: optionalEmailsSchema,
  limit: [perPerson(rateLimits.profile)],
  handle: ({ who, body }) => setOptionalEmails(addressHash(who.email), body.wanted),
});
