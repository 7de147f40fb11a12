import { AppError } from "@/lib/base/errors";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { deliverOutboxSoon } from "@/lib/jobs/deliver-outbox";
import { noSuchOrder, orderIdOf, requireStaffCaller } from "@/lib/staff/caller";
import { checkIn } from "@/lib/staff/mutations";
import { checkInSchema } from "@/lib/staff/schema";

/** Opened and counted, and the customer's receipt on its way -> {outcome: received | recounted, is_mismatch, order}; 409 when received or changed before. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    body: checkInSchema,
    handle: async ({ request, body }) => {
      const { userId } = await requireStaffCaller(request);
      const result = await checkIn(userId, orderIdOf(request), body);
      if (result.outcome === "not_found") throw noSuchOrder();
      if (result.outcome === "conflict") throw new AppError("order_changed", { reply: result });
      if (result.outcome === "already_received") throw new AppError("received_before", { reply: result });
      deliverOutboxSoon();
      return result;
    },
  }),
});
