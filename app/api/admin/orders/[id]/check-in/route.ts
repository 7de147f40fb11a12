import { AppError } from "@/lib/base/errors";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { orderParamsSchema } from "@/lib/orders/schema";
import { checkIn } from "@/lib/staff/desk/mutations";
import { checkInSchema } from "@/lib/staff/desk/schema";
import { staff } from "@/lib/staff/require-staff";

/**
 * Records that the package was opened and counted; the customer's receipt follows ten minutes later -> {outcome: received |
 * recounted, act_id, is_mismatch, order}; 409 when received or changed before.
 */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: staff,
    params: orderParamsSchema,
    missing: "order_not_found",
    body: checkInSchema,
    handle: async ({ params, body, who }) => {
      const result = await checkIn(who.userId, params.id, body);
      if (result.outcome === "not_found") throw new AppError("order_not_found");
      if (result.outcome === "conflict") throw new AppError("order_changed", { reply: result });
      if (result.outcome === "already_received") throw new AppError("received_before", { reply: result });
      return result;
    },
  }),
});
