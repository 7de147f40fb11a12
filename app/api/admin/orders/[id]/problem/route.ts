import { AppError } from "@/lib/base/errors";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { orderParamsSchema } from "@/lib/orders/schema";
import { conflictText } from "@/lib/staff/order/conflict-text";
import { answerProblem } from "@/lib/staff/problems/mutations";
import { problemAnswerSchema } from "@/lib/staff/problems/schema";
import { staff } from "@/lib/staff/require-staff";

/**
 * Answers what a customer says is wrong, or closes it with a word: {version, words, closes} -> {order}. 409 when somebody
 * changed the order, the customer too, and when nothing is open.
 */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: staff,
    params: orderParamsSchema,
    missing: "order_not_found",
    body: problemAnswerSchema,
    handle: async ({ params, body, who }) => {
      const result = await answerProblem(who.userId, params.id, body);
      switch (result.outcome) {
        case "answered":
        case "closed":
          return { order: result.order };
        case "conflict":
          throw new AppError("order_changed", {
            ...conflictText(result.changes, new Date()),
            reply: { order: result.order, changes: result.changes },
          });
        case "nothing_open":
          throw new AppError("problem_not_open");
        case "not_found":
          throw new AppError("order_not_found");
      }
    },
  }),
});
