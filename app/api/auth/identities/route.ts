import { linkIdentity } from "@/lib/auth/oauth/link-identity";
import { linkIdentitySchema } from "@/lib/auth/schema";
import { anyone } from "@/lib/auth/session/require-caller";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { rateLimits } from "@/lib/http/rate-limit";

/** Begins to connect an account of another site: {provider} -> {url} to go on to. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: anyone,
    body: linkIdentitySchema,
    limit: [rateLimits.signInAddress],
    handle: ({ body }) => linkIdentity(body),
  }),
});
