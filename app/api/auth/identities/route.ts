import { linkIdentity } from "@/lib/auth/oauth/link-identity";
import { linkIdentitySchema } from "@/lib/auth/schema";
import { user } from "@/lib/auth/session/require-caller";
import { postRoute } from "@/lib/http/api-route";

/** Starts to connect an OAuth account: {provider, currentPassword, code?} -> {url}, where it continues. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: user,
  body: linkIdentitySchema,
  handle: ({ body: { provider, ...proof }, who, address }) =>
    linkIdentity({ userId: who.userId, email: who.email, ...proof, address }, provider),
});
