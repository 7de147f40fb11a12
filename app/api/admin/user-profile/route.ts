import { AppError } from "@/lib/base/errors";
import { isUuid } from "@/lib/base/uuid";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { requireStaffCaller } from "@/lib/staff/caller";
import { getUserProfile } from "@/lib/staff/people/data";
import { userProfileMessages } from "@/lib/staff/people/schema";

/** A person's profile and last ten orders, for staff: ?user_id= -> {profile, orders}. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  GET: endpoint({
    handle: async ({ request }) => {
      const { accessToken } = await requireStaffCaller(request);
      const userId = request.nextUrl.searchParams.get("user_id") ?? "";
      if (userId === "") throw new AppError(400, userProfileMessages.noUser);
      if (!isUuid(userId)) throw new AppError(404, userProfileMessages.notFound);
      const { profile, orders } = await getUserProfile(accessToken, userId);
      if (!profile) throw new AppError(404, userProfileMessages.notFound);
      return { profile, orders };
    },
  }),
});
