import { apiRoute, endpoint } from "@/lib/api-route";
import { getCaller } from "@/lib/auth/caller";
import { AppError, messages } from "@/lib/errors";
import { getProfile } from "@/lib/profile/data";

/** The profile of the bearer token's or session's person -> {profile}. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  GET: endpoint({
    handle: async ({ request }) => {
      const { userId, email, accessToken } = await getCaller(request);
      if (!accessToken || !userId) throw new AppError(401, messages.signInRequired);
      return { profile: { ...(await getProfile(accessToken, userId)), email } };
    },
  }),
});
