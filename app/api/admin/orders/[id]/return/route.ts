import { AppError } from "@/lib/base/errors";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { displayBatchId } from "@/lib/orders/batch-id";
import { orderParamsSchema } from "@/lib/orders/schema";
import { orderChanged } from "@/lib/staff/order/conflict-text";
import { staff } from "@/lib/staff/require-staff";
import { returnOrder } from "@/lib/staff/returns/mutations";
import { returnRefusalWords } from "@/lib/staff/returns/return-desk";
import { returnOrderSchema } from "@/lib/staff/returns/schema";

/**
 * Records that the cards of an order leave for their owner: {version, tracking_number, carrier, is_same_box?} -> {act_id, order}; the
 * mail about it follows ten minutes later. 409 when somebody changed the order, when the cards cannot go, when the number is
 * of another owner's parcel, and (once) when it is on another order of the same owner.
 */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: staff,
    params: orderParamsSchema,
    missing: "order_not_found",
    body: returnOrderSchema,
    handle: async ({ params, body, who }) => {
      const result = await returnOrder(who.userId, params.id, body);
      switch (result.outcome) {
        case "returned":
          return { act_id: result.act_id, order: result.order };
        case "conflict":
          throw orderChanged(result);
        case "refused":
          throw new AppError("return_refused", { text: returnRefusalWords(result.refusal) });
        case "number_taken":
          throw new AppError("number_of_other_owner", {
            text: `This number is on the parcel of ${displayBatchId(result.other)}, which is another owner's. Scan the right label.`,
          });
        case "ask_same_box":
          throw new AppError("same_box", {
            text: `This number is on the parcel of ${displayBatchId(result.other)}, of the same owner.`,
          });
        case "not_found":
          throw new AppError("order_not_found");
      }
    },
  }),
});
