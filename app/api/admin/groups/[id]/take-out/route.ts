import { AppError } from "@/lib/base/errors";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { takeFromGroup } from "@/lib/staff/groups/mutations";
import { groupParamsSchema, takeFromGroupSchema } from "@/lib/staff/groups/schema";
import { staff } from "@/lib/staff/require-staff";

/** Takes a batch out of a group: {order_id} -> {act_id, group}; 409 when it is not in it, or was graded with it, or an upcharge of it is being paid. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: staff,
    params: groupParamsSchema,
    missing: "group_not_found",
    body: takeFromGroupSchema,
    handle: async ({ params, body, who }) => {
      const result = await takeFromGroup(who.userId, params.id, body.order_id);
      switch (result.outcome) {
        case "taken_out":
          return { act_id: result.act_id, group: result.group };
        case "not_found":
          throw new AppError("group_not_found");
        case "not_here":
          throw new AppError("not_in_group");
        case "too_late":
          throw new AppError("graded_in_group");
      }
    },
  }),
});
