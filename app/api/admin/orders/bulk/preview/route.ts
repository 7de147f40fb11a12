import { postRoute } from "@/lib/http/api-route";
import { previewOrders } from "@/lib/staff/orders/data";
import { bulkPreviewSchema } from "@/lib/staff/orders/schema";
import { staff } from "@/lib/staff/require-staff";

/** Returns the warnings for a bulk change without saving it: {orders: [id], changes} -> {orders}. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: staff,
  body: bulkPreviewSchema,
  handle: async ({ body, who }) => {
    return { orders: await previewOrders(who.accessToken, body) };
  },
});
