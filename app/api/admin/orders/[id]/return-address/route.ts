import { postRoute } from "@/lib/http/api-route";
import { orderInPath } from "@/lib/orders/schema";
import { staff } from "@/lib/staff/require-staff";
import { releaseAddressSchema, settleOrder } from "@/lib/staff/returns/returns";

/** Releases the hold that follows a change of the return address: {version, reason} -> {order}. 409 on a conflict. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: staff,
  ...orderInPath,
  body: releaseAddressSchema,
  handle: async ({ params, body, who }) => {
    const { order } = await settleOrder(who.userId, params.id, "address", body);
    return { order };
  },
});
