import { postRoute } from "@/lib/http/api-route";
import { updateOrders } from "@/lib/staff/orders/mutations";
import { bulkUpdateSchema } from "@/lib/staff/orders/schema";
import { staff } from "@/lib/staff/require-staff";

/** Saves the same changes to several orders: {orders: [{id, version}], changes, reason?} -> {results}. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: staff,
  body: bulkUpdateSchema,
  handle: async ({ body, who }) => {
    return { results: await updateOrders(who.userId, body) };
  },
});
