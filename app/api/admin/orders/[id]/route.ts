import { AppError } from "@/lib/base/errors";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { orderIdOf, requireStaffCaller } from "@/lib/staff/caller";
import { updateOrder } from "@/lib/staff/mutations";
import { orderUpdateSchema } from "@/lib/staff/schema";

/** Saves what staff changed on an order: {version, changes, reason?} -> {order, changed}; 409 when somebody was faster. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    body: orderUpdateSchema,
    handle: async ({ request, body }) => {
      const { userId } = await requireStaffCaller(request);
      const result = await updateOrder(userId, orderIdOf(request), body);
      switch (result.outcome) {
        case "updated":
          return { order: result.order, changed: result.changed };
        case "unchanged":
          return { order: result.order, changed: [] };
        case "reason_required":
          throw new AppError("reason_required", { reply: { needs_reason: true, order: result.order } });
        case "conflict":
          throw new AppError("order_changed", { reply: { order: result.order, changes: result.changes } });
        case "not_found":
          throw new AppError("order_not_found");
      }
    },
  }),
});
