import { AppError } from "@/lib/base/errors";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { orderParamsSchema } from "@/lib/orders/schema";
import { declineCancellation } from "@/lib/staff/desk/mutations";
import { declineCancellationSchema } from "@/lib/staff/desk/schema";
import { orderChanged } from "@/lib/staff/order/conflict-text";
import { staff } from "@/lib/staff/require-staff";

/**
 * Lets a batch go on although its customer asked to cancel it: {version, words?} -> {act_id, order}; the customer's mail follows ten
 * minutes later. 409 when somebody changed the order, or nobody asks any more.
 */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: staff,
    params: orderParamsSchema,
    missing: "order_not_found",
    body: declineCancellationSchema,
    handle: async ({ params, body, who }) => {
      const result = await declineCancellation(who.userId, params.id, body);
      switch (result.outcome) {
        case "declined":
          return { act_id: result.act_id, order: result.order };
        case "not_found":
          throw new AppError("order_not_found");
        case "not_asked":
          throw new AppError("cancel_not_asked");
        case "under_way":
          throw new AppError("cancel_under_way");
        case "conflict":
          throw orderChanged(result);
      }
    },
  }),
});
