import { AppError } from "@/lib/base/errors";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { orderParamsSchema } from "@/lib/orders/schema";
import { conflictText } from "@/lib/staff/order/conflict-text";
import { staff } from "@/lib/staff/require-staff";
import { settleAddress } from "@/lib/staff/returns/mutations";
import { settleAddressSchema } from "@/lib/staff/returns/schema";

/**
 * Says for the owner where their cards go, as they told staff: {version, question, choice, reason} -> {act_id}. 409 when somebody
 * changed the order, and when nothing is to be settled.
 */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: staff,
    params: orderParamsSchema,
    missing: "order_not_found",
    body: settleAddressSchema,
    handle: async ({ params, body, who }) => {
      const result = await settleAddress(who.userId, params.id, body);
      switch (result.outcome) {
        case "settled":
          return { act_id: result.act_id };
        case "conflict":
          throw new AppError("order_changed", {
            ...conflictText(result.changes, new Date()),
            reply: { order: result.order, changes: result.changes },
          });
        case "not_open":
          throw new AppError("address_not_open");
        case "not_found":
          throw new AppError("order_not_found");
      }
    },
  }),
});
