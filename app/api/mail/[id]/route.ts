import * as z from "zod/mini";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { rateLimits } from "@/lib/http/rate-limit";
import { setMailLevel } from "@/lib/profile/notices/mutations";
import { requireMailToken } from "@/lib/profile/notices/require-mail-token";
import { mailChoiceSchema } from "@/lib/profile/notices/schema";

/** Sets which mails the address gets that the token is of: {level} -> {level}. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: requireMailToken,
    params: z.object({ id: z.string() }),
    body: mailChoiceSchema,
    limit: [({ who }) => [{ ...rateLimits.profile, subject: who.addressHash }]],
    handle: ({ who, body }) => setMailLevel(who.addressHash, body.level),
  }),
});
