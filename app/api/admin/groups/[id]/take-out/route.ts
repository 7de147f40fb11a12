import { apiRoute, endpoint } from "@/lib/http/api-route";
import { takeFromGroup } from "@/lib/staff/groups/mutations";
import { groupParamsSchema, takeFromGroupSchema } from "@/lib/staff/groups/schema";
import { staff } from "@/lib/staff/require-staff";

/** Takes a batch out of a group: {order_id} -> {act_id, group}; 409 when it is not in it, or was graded with it. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: staff,
    params: groupParamsSchema,
    missing: "group_not_found",
    body: takeFromGroupSchema,
    handle: ({ params, body, who }) => takeFromGroup(who.userId, params.id, body.order_id),
  }),
});
