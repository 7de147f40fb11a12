import { linkIdentity } from "@/lib/auth/oauth/link-identity";
import { linkIdentitySchema } from "@/lib/auth/schema";
import { user } from "@/lib/auth/session/require-caller";
import { postRoute } from "@/lib/http/api-route";

/** Begins to connect an account of another site: {provider, currentPassword, code?} -> {url} to go on to. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: user,
  body: linkIdentitySchema,
  handle: ({ body: { provider, ...proof }, who, address }) =>
    linkIdentity({ userId: who.userId, email: who.email, ...proof, address }, provider),
});
