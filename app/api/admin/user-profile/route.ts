import { AppError } from "@/lib/base/errors";
import { isUuid } from "@/lib/base/uuid";
import { getRoute } from "@/lib/http/api-route";
import { getUserProfile } from "@/lib/staff/people/people";
import { staff } from "@/lib/staff/require-staff";

/** Returns a customer's profile and last ten orders: ?user_id= -> {profile, orders}. */
export const { GET, POST, PUT, PATCH, DELETE } = getRoute({
  who: staff,
  handle: async ({ request, who }) => {
    const userId = request.nextUrl.searchParams.get("user_id") ?? "";
    if (userId === "") throw new AppError("user_id_missing");
    if (!isUuid(userId)) throw new AppError("profile_not_found");
    const { profile, orders } = await getUserProfile(who.accessToken, userId);
    if (!profile) throw new AppError("profile_not_found");
    return { profile, orders };
  },
});
