import { AppError } from "@/lib/base/errors";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { orderParamsSchema } from "@/lib/orders/schema";
import { checkIn, countBox } from "@/lib/staff/desk/mutations";
import { checkInSchema } from "@/lib/staff/desk/schema";
import { orderChanged } from "@/lib/staff/order/conflict-text";
import { staff } from "@/lib/staff/require-staff";
import { staffMessages } from "@/lib/staff/schema";

/**
 * Records that a package was opened and counted; the customer's receipt follows ten minutes later -> {outcome: received |
 * recounted, act_id, is_mismatch, order}. With `is_more_to_come` one box of several was, and the customer hears nothing
 * yet -> {outcome: box_counted, act_id, order}. 409 when received or changed before.
 */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: staff,
    params: orderParamsSchema,
    missing: "order_not_found",
    body: checkInSchema,
    handle: async ({ params, body, who }) => {
      const record = body.is_more_to_come ? countBox : checkIn;
      const result = await record(who.userId, params.id, body);
      if (result.outcome === "not_found") throw new AppError("order_not_found");
      if (result.outcome === "too_many")
        throw new AppError("invalid_input", { text: staffMessages.tooManyCards });
      if (result.outcome === "conflict") throw orderChanged(result);
      if (result.outcome === "cancel_asked") throw new AppError("cancel_undecided", { reply: result });
      if (result.outcome === "already_received") throw new AppError("received_before", { reply: result });
      return result;
    },
  }),
});
