import * as z from "zod/mini";
import { env } from "@/lib/base/env";
import { paths } from "@/lib/base/paths";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { rateLimits } from "@/lib/http/rate-limit";
import { requireMailToken } from "@/lib/profile/mail-token";
import { setOptionalEmails } from "@/lib/profile/mutations";

const params = z.object({ id: z.string() });

/** One-click unsubscribe (RFC 8058). A GET only redirects to the settings, since virus scanners follow links. */
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
    handle: ({ who }) => setOptionalEmails(who.addressHash, false),
  }),
});
