import { removeIdentity } from "@/lib/auth/oauth/link-identity";
import { removeIdentitySchema } from "@/lib/auth/schema";
import { user } from "@/lib/auth/session/require-caller";
import { postRoute } from "@/lib/http/api-route";

/** Disconnects an OAuth account: {identityId, currentPassword, code?} -> {isRemoved}. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: user,
  body: removeIdentitySchema,
  handle: ({ body: { identityId, ...proof }, who, address }) =>
    removeIdentity({ userId: who.userId, email: who.email, ...proof, address }, identityId),
});
