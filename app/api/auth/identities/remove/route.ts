import { apiRoute, endpoint } from "@/lib/api-route";
import { removeIdentity } from "@/lib/auth/identities";
import { removeIdentitySchema } from "@/lib/auth/schema";
import { rateLimits } from "@/lib/rate-limit";

/** Disconnects an account of another site: {identityId} -> {isRemoved}. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    body: removeIdentitySchema,
    limit: rateLimits.signInAddress,
    handle: ({ body }) => removeIdentity(body),
  }),
});
