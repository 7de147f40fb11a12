import { AppError } from "@/lib/base/errors";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { ambiguousWords } from "@/lib/staff/groups/add-outcome";
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
    handle: async ({ params, body, who }) => {
      const result = await addToGroup(who.userId, params.id, body);
      switch (result.outcome) {
        case "looked_at":
          return { results: result.results, act_id: result.act_id, group: result.group };
        case "not_found":
          throw new AppError("group_not_found");
        case "not_open":
          throw new AppError("group_not_open");
        case "unknown_code":
          throw new AppError("code_unknown");
        case "ambiguous_code":
          throw new AppError("code_ambiguous", { text: ambiguousWords(result.orders) });
      }
    },
  }),
});
