import { apiRoute, endpoint } from "@/lib/http/api-route";
import { closeGroup } from "@/lib/staff/groups/mutations";
import { closeGroupSchema, groupParamsSchema } from "@/lib/staff/groups/schema";
import { staff } from "@/lib/staff/require-staff";

/**
 * Closes a group under the grader's number: {version, number, cards, accepts_difference?} -> {act_id, group}; 409 when somebody
 * changed it, when a batch must not go, and (once) when other cards are declared than were counted.
 */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: staff,
    params: groupParamsSchema,
    missing: "group_not_found",
    body: closeGroupSchema,
    handle: ({ params, body, who }) => closeGroup(who.userId, params.id, body),
  }),
});
