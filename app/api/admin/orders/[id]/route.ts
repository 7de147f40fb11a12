import { answer, apiRoute, endpoint } from "@/lib/http/api-route";
import { noSuchOrder, orderIdOf, requireStaffCaller } from "@/lib/staff/caller";
import { updateOrder } from "@/lib/staff/order/mutations";
import { orderUpdateSchema } from "@/lib/staff/order/schema";
import { updateAnswer } from "@/lib/staff/order/update-answer";

/** Saves what staff changed on an order: {version, changes, reason?} -> {order, changed}; 409 when somebody was faster. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    body: orderUpdateSchema,
    handle: async ({ request, body }) => {
      const { userId } = await requireStaffCaller(request);
      const result = await updateOrder(userId, orderIdOf(request), body);
      if (result.outcome === "not_found") throw noSuchOrder();
      const { status, body: reply } = updateAnswer(result);
      return answer(reply, status);
    },
  }),
});
