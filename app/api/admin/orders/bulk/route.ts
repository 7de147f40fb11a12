import { apiRoute, endpoint } from "@/lib/http/api-route";
import { requireStaffCaller } from "@/lib/staff/caller";
import { updateOrders } from "@/lib/staff/orders/mutations";
import { bulkUpdateSchema } from "@/lib/staff/orders/schema";

/** Saves the same changes on several orders: {orders: [{id, version}], changes} -> {results}, one for each order. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    body: bulkUpdateSchema,
    handle: async ({ request, body }) => {
      const { userId } = await requireStaffCaller(request);
      return { results: await updateOrders(userId, body) };
    },
  }),
});
