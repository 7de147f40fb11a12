import { apiRoute, endpoint } from "@/lib/http/api-route";
import { orderParamsSchema } from "@/lib/orders/schema";
import { proposeUpcharge, upchargeSchema } from "@/lib/staff/adjustments/adjustments";
import { staff } from "@/lib/staff/require-staff";

/**
 * Asks the customer of an order for what the grader charges more: {version, qty, unit_cents, reason} -> {adjustment_id}. 409
 * when someone changed the order, and when nothing of it is here.
 */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: staff,
    params: orderParamsSchema,
    missing: "order_not_found",
    body: upchargeSchema,
    handle: async ({ params, body, who }) => {
      const { adjustment_id } = await proposeUpcharge(who.userId, params.id, body);
      return { adjustment_id };
    },
  }),
});
