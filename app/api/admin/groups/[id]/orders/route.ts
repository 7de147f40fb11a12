import { apiRoute, endpoint } from "@/lib/http/api-route";
import { addToGroup } from "@/lib/staff/groups/mutations";
import { addToGroupSchema, groupParamsSchema } from "@/lib/staff/groups/schema";
import { staff } from "@/lib/staff/require-staff";

/** Puts what was scanned or picked into an open group: {code | order_ids, reason?} -> {results, act_id, group}. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: staff,
    params: groupParamsSchema,
    missing: "group_not_found",
    body: addToGroupSchema,
    handle: ({ params, body, who }) => addToGroup(who.userId, params.id, body),
  }),
});
