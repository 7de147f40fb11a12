import { removeIdentity } from "@/lib/auth/oauth/link-identity";
import { removeIdentitySchema } from "@/lib/auth/schema";
import { anyone } from "@/lib/auth/session/require-caller";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { rateLimits } from "@/lib/http/rate-limit";

/** Disconnects an account of another site: {identityId} -> {isRemoved}. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: anyone,
    body: removeIdentitySchema,
    limit: [rateLimits.signInAddress],
    handle: ({ body }) => removeIdentity(body),
  }),
});
