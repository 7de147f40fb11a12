import { reader, user } from "@/lib/auth/session/require-caller";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { perPerson, rateLimits } from "@/lib/http/rate-limit";
import { getProfile } from "@/lib/profile/data";
import { upsertProfile } from "@/lib/profile/mutations";
import { profileSchema } from "@/lib/profile/schema";

/** Returns (GET) or saves (POST) the caller's profile -> {profile}. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  GET: endpoint({
    who: reader,
    handle: async ({ who: { userId, email, accessToken } }) => ({
      profile: { ...(await getProfile(accessToken, userId)), email },
    }),
  }),
  POST: endpoint({
    who: user,
    body: profileSchema,
    limit: [perPerson(rateLimits.profile)],
    handle: async ({ body: { user_id: _, ...fields }, who }) => ({
      profile: await upsertProfile(who.userId, fields),
    }),
  }),
});
