import { apiRoute, endpoint } from "@/lib/http/api-route";
import { discardGroup } from "@/lib/staff/groups/mutations";
import { groupParamsSchema } from "@/lib/staff/groups/schema";
import { staff } from "@/lib/staff/require-staff";

/** Deletes a group that is open and has no batch -> {outcome}; 409 when it has one, or is closed. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: staff,
    params: groupParamsSchema,
    missing: "group_not_found",
    handle: ({ params, who }) => discardGroup(who.userId, params.id),
  }),
});
