import { apiRoute, endpoint } from "@/lib/http/api-route";
import { orderParamsSchema } from "@/lib/orders/schema";
import { setAside, updateSetAside } from "@/lib/staff/desk/mutations";
import { setAsideChangeSchema } from "@/lib/staff/desk/schema";
import { staff } from "@/lib/staff/require-staff";

/**
 * Sets the package of an order aside, unopened, notes who was asked about it, or takes it off the list: {action} ->
 * {action_id}, which takes that back. 409 when someone else changed it first.
 */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: staff,
    params: orderParamsSchema,
    missing: "order_not_found",
    body: setAsideChangeSchema,
    handle: ({ params, body, who }) =>
      body.action === "set_aside"
        ? setAside(who.userId, params.id, body)
        : updateSetAside(who.userId, params.id, body),
  }),
});
