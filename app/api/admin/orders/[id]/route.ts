import { AppError } from "@/lib/base/errors";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { orderParamsSchema } from "@/lib/orders/schema";
import { changeOrder } from "@/lib/staff/order/change-order";
import { orderChanged } from "@/lib/staff/order/conflict-text";
import { oddityWords } from "@/lib/staff/order/oddities";
import { orderUpdateSchema } from "@/lib/staff/order/schema";
import { staff } from "@/lib/staff/require-staff";

/** Saves what staff changed on an order: {version, changes, reason?} -> {order, act_id}. 409 when someone else changed it first. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: staff,
    params: orderParamsSchema,
    missing: "order_not_found",
    body: orderUpdateSchema,
    handle: async ({ params, body, who }) => {
      const result = await changeOrder(who.userId, params.id, body);
      switch (result.outcome) {
        case "updated":
          return { order: result.order, act_id: result.act_id };
        case "unchanged":
          return { order: result.order, act_id: null };
        case "reason_required":
          if (!result.oddities) throw new AppError("reason_required", { reply: { order: result.order } });
          throw new AppError("reason_for_odd", {
            text: `${oddityWords(result.oddities)} Please say why.`,
            reply: { order: result.order, oddities: result.oddities },
          });
        case "conflict":
          throw orderChanged(result);
        case "not_promised":
          throw new AppError("not_promised", { reply: { order: result.order } });
        case "all_refunded":
          throw new AppError("order_all_refunded", { reply: { order: result.order } });
        case "not_found":
          throw new AppError("order_not_found");
      }
    },
  }),
});
