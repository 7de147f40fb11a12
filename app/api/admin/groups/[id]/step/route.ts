import { AppError } from "@/lib/base/errors";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { differenceWords } from "@/lib/staff/groups/grader-group";
import { stepGroup } from "@/lib/staff/groups/mutations";
import { groupParamsSchema, stepGroupSchema } from "@/lib/staff/groups/schema";
import { changedText } from "@/lib/staff/order/conflict-text";
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
    handle: async ({ params, body, who }) => {
      const result = await stepGroup(who.userId, params.id, body);
      switch (result.outcome) {
        case "stepped":
          return { act_id: result.act_id, group: result.group };
        case "conflict":
          throw new AppError("group_changed", {
            ...changedText(result.group, new Date()),
            reply: { group: result.group },
          });
        case "not_ahead":
          throw new AppError("group_not_ahead", { reply: { group: result.group } });
        case "refused":
          throw new AppError("group_refused", { reply: { results: result.results } });
        case "cards_differ":
          throw new AppError("cards_differ", {
            text: differenceWords("back", body.cards ?? 0, result.expected),
            reply: { expected: result.expected },
          });
        case "not_found":
          throw new AppError("group_not_found");
      }
    },
  }),
});
