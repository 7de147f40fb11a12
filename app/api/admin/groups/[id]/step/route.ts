import { apiRoute, endpoint } from "@/lib/http/api-route";
import { stepGroup } from "@/lib/staff/groups/mutations";
import { groupParamsSchema, stepGroupSchema } from "@/lib/staff/groups/schema";
import { staff } from "@/lib/staff/require-staff";

/**
 * Closes a group, or takes a closed one and its batches a step further: {version, step, number?, cards?, accepts_difference?} ->
 * {outcome, act_id, group}; 409 when somebody changed it, when a batch must not go, and (once) when the cards differ.
 */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: staff,
    params: groupParamsSchema,
    missing: "group_not_found",
    body: stepGroupSchema,
    handle: ({ params, body, who }) => stepGroup(who.userId, params.id, body),
  }),
});
