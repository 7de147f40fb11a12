import { postRoute } from "@/lib/http/api-route";
import { orderInPath } from "@/lib/orders/schema";
import { proposeUpcharge, upchargeSchema } from "@/lib/staff/adjustments/adjustments";
import { staff } from "@/lib/staff/require-staff";

/** Proposes an upcharge to the customer: {version, qty, unit_cents, reason} -> {adjustment_id}. 409 on a conflict. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: staff,
  ...orderInPath,
  body: upchargeSchema,
  handle: async ({ params, body, who }) => {
    const { adjustment_id } = await proposeUpcharge(who.userId, params.id, body);
    return { adjustment_id };
  },
});
