import { postRoute } from "@/lib/http/api-route";
import { previewOrders } from "@/lib/staff/orders/data";
import { bulkPreviewSchema } from "@/lib/staff/orders/schema";
import { staff } from "@/lib/staff/require-staff";

/** Returns what is unusual about a bulk change: {orders: [id], changes} -> {orders}. Changes nothing. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: staff,
  body: bulkPreviewSchema,
  handle: async ({ body, who }) => {
    return { orders: await previewOrders(who.accessToken, body) };
  },
});
