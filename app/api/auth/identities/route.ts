import { apiRoute, endpoint } from "@/lib/api-route";
import { startLinking } from "@/lib/auth/identities";
import { linkIdentitySchema } from "@/lib/auth/schema";
import { rateLimits } from "@/lib/rate-limit";

/** Begins to connect an account of another site: {provider} -> {url} to go on to. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    body: linkIdentitySchema,
    limit: rateLimits.signInAddress,
    handle: ({ body }) => startLinking(body),
  }),
});
