import { AppError } from "@/lib/base/errors";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { differenceWords } from "@/lib/staff/groups/grader-group";
import { closeGroup } from "@/lib/staff/groups/mutations";
import { closeGroupSchema, groupParamsSchema } from "@/lib/staff/groups/schema";
import { changedText } from "@/lib/staff/order/conflict-text";
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
    handle: async ({ params, body, who }) => {
      const result = await closeGroup(who.userId, params.id, body);
      switch (result.outcome) {
        case "closed":
          return { act_id: result.act_id, group: result.group };
        case "conflict":
          throw new AppError("group_changed", {
            ...changedText(result.group, new Date()),
            reply: { group: result.group },
          });
        case "not_open":
          throw new AppError("group_not_open", { reply: { group: result.group } });
        case "empty":
          throw new AppError("group_empty");
        case "refused":
          throw new AppError("group_refused", { reply: { results: result.results } });
        case "cards_differ":
          throw new AppError("cards_differ", {
            text: differenceWords("declared", body.cards, result.expected),
            reply: { expected: result.expected },
          });
        case "not_found":
          throw new AppError("group_not_found");
      }
    },
  }),
});
