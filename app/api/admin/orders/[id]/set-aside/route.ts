import { AppError } from "@/lib/base/errors";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { orderParamsSchema } from "@/lib/orders/schema";
import { endSetAside, noteSetAside, setAside } from "@/lib/staff/desk/mutations";
import { setAsideChangeSchema } from "@/lib/staff/desk/schema";
import { staff } from "@/lib/staff/require-staff";

/**
 * Sets the package of an order aside, unopened, notes who was asked about it, or takes it off the list: {action} ->
 * {act_id}, which takes that back. 409 when someone else changed it first.
 */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: staff,
    params: orderParamsSchema,
    missing: "order_not_found",
    body: setAsideChangeSchema,
    handle: async ({ params, body, who }) => {
      if (body.action === "set_aside") {
        const result = await setAside(who.userId, params.id, body);
        if (result.outcome === "not_found") throw new AppError("order_not_found");
        if (result.outcome === "already_set_aside")
          throw new AppError("set_aside_changed", { reply: result });
        return result;
      }
      const actId =
        body.action === "asked"
          ? await noteSetAside(who.userId, params.id, body.note)
          : await endSetAside(who.userId, params.id, body.note ?? null);
      if (actId === null) throw new AppError("set_aside_changed");
      return { act_id: actId };
    },
  }),
});
