import { linkIdentity } from "@/lib/auth/oauth/link-identity";
import { linkIdentitySchema } from "@/lib/auth/schema";
import { user } from "@/lib/auth/session/require-caller";
import { postRoute } from "@/lib/http/api-route";

/** Starts connecting an OAuth account: {provider, currentPassword, code?} -> {url} of the provider. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: user,
  body: linkIdentitySchema,
  handle: ({ body: { provider, ...proof }, who, address }) =>
    linkIdentity({ userId: who.userId, email: who.email, ...proof, address }, provider),
});
