import { apiRoute, endpoint } from "@/lib/http/api-route";
import { stepGroup } from "@/lib/staff/groups/mutations";
import { groupParamsSchema, stepGroupSchema } from "@/lib/staff/groups/schema";
import { staff } from "@/lib/staff/require-staff";

/**
 * Takes a closed group and its batches a step further: {version, step, cards?, accepts_difference?} -> {act_id, group}; 409 when
 * somebody changed it, when a batch must not leave, and (once) when other cards came back than were declared.
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
