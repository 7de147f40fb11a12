import { user } from "@/lib/auth/session/require-caller";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { perPerson, rateLimits } from "@/lib/http/rate-limit";
import { addressHash } from "@/lib/profile/notices/mail-token";
import { setMailLevel } from "@/lib/profile/notices/mutations";
import { mailChoiceSchema } from "@/lib/profile/notices/schema";

/** Sets which mails the person's own address gets: {level} -> {level}. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: user,
    body: mailChoiceSchema,
    limit: [perPerson(rateLimits.profile)],
    handle: ({ who, body }) => setMailLevel(addressHash(who.email), body.level),
  }),
});
