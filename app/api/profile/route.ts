import { getCaller, requirePerson } from "@/lib/auth/session/caller";
import { AppError } from "@/lib/base/errors";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { rateLimits, takeRateLimits } from "@/lib/http/rate-limit";
import { getProfile } from "@/lib/profile/data";
import { saveProfile } from "@/lib/profile/mutations";
import { profileSchema } from "@/lib/profile/schema";

/** The profile of the bearer token's or session's person: GET -> {profile}; POST profile fields -> {profile}. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  GET: endpoint({
    handle: async ({ request }) => {
      const { userId, email, accessToken } = await getCaller(request);
      if (!accessToken || !userId) throw new AppError("sign_in_required");
      return { profile: { ...(await getProfile(accessToken, userId)), email } };
    },
  }),
  POST: endpoint({
    body: profileSchema,
    handle: async ({ request, body: { user_id, ...fields } }) => {
      const { userId } = await requirePerson(request, { user_id });
      await takeRateLimits([{ ...rateLimits.profile, subject: userId }]);
      return { profile: await saveProfile(userId, fields) };
    },
  }),
});
