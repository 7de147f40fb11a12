import * as z from "zod/mini";
import { env } from "@/lib/base/env";
import { paths } from "@/lib/base/paths";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { rateLimits } from "@/lib/http/rate-limit";
import { setMailLevel } from "@/lib/profile/notices/mutations";
import { requireMailToken } from "@/lib/profile/notices/require-mail-token";

const params = z.object({ id: z.string() });

/**
 * The one click of a mail program (RFC 8058): a POST, whatever it says, turns off all mails of an address that can be turned
 * off. A GET changes nothing, as programs that look for viruses follow links; it leads to the page of the choices.
 */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  GET: endpoint({
    who: requireMailToken,
    params,
    handle: async ({ params: { id: token } }) => {
      const location = new URL(paths.mail(token), env().APP_URL).href;
      return new Response(null, { status: 303, headers: { location, "cache-control": "private, no-store" } });
    },
  }),
  POST: endpoint({
    who: requireMailToken,
    readsNoCookie: true,
    params,
    limit: [({ who }) => [{ ...rateLimits.profile, subject: who.addressHash }]],
    handle: ({ who }) => setMailLevel(who.addressHash, "needs_me"),
  }),
});
