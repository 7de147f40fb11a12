import { answer, apiRoute, endpoint } from "@/lib/http/api-route";
import { deliverOutboxSoon } from "@/lib/jobs/deliver-outbox";
import { noSuchOrder, orderIdOf, requireStaffCaller } from "@/lib/staff/caller";
import { checkIn } from "@/lib/staff/desk/mutations";
import { checkInSchema } from "@/lib/staff/desk/schema";
import { updateMessages } from "@/lib/staff/order/update-messages";

/** Opened and counted, and the customer's receipt on its way -> {outcome: received | recounted, is_mismatch, order}; 409 when received or changed before. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    body: checkInSchema,
    handle: async ({ request, body }) => {
      const { userId } = await requireStaffCaller(request);
      const result = await checkIn(userId, orderIdOf(request), body);
      if (result.outcome === "not_found") throw noSuchOrder();
      if (result.outcome === "conflict") return answer({ error: updateMessages.conflict, ...result }, 409);
      if (result.outcome === "already_received")
        return answer(
          { error: "This batch was received before. Count it again only on purpose.", ...result },
          409,
        );
      deliverOutboxSoon();
      return result;
    },
  }),
});
