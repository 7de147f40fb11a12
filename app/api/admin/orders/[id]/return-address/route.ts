import { AppError } from "@/lib/base/errors";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { orderParamsSchema } from "@/lib/orders/schema";
import { conflictText } from "@/lib/staff/order/conflict-text";
import { staff } from "@/lib/staff/require-staff";
import { releaseAddress } from "@/lib/staff/returns/mutations";
import { releaseAddressSchema } from "@/lib/staff/returns/schema";

/** Ends the hold after a change of an order's return address: {version, reason} -> {order}. 409 when someone changed the order. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: staff,
    params: orderParamsSchema,
    missing: "order_not_found",
    body: releaseAddressSchema,
    handle: async ({ params, body, who }) => {
      const result = await releaseAddress(who.userId, params.id, body);
      switch (result.outcome) {
        case "released":
          return { order: result.order };
        case "conflict":
          throw new AppError("order_changed", {
            ...conflictText(result.changes, new Date()),
            reply: { order: result.order, changes: result.changes },
          });
        case "nothing_held":
          throw new AppError("address_not_held");
        case "not_found":
          throw new AppError("order_not_found");
      }
    },
  }),
});
