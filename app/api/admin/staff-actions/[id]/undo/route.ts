import { AppError } from "@/lib/base/errors";
import { postRoute } from "@/lib/http/api-route";
import { deliverOutboxSoon } from "@/lib/jobs/deliver-outbox";
import { actionParamsSchema, undoAction, undoSchema } from "@/lib/staff/mutations";
import { staff } from "@/lib/staff/require-staff";

/** Undoes a staff action: {order_id?} -> {results}, one per order. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: staff,
  params: actionParamsSchema,
  missing: "action_not_found",
  body: undoSchema,
  handle: async ({ params, body, who }) => {
    const results = await undoAction(who.userId, params.id, body);
    if (results.length === 0) throw new AppError("action_not_found");
    deliverOutboxSoon();
    return { results };
  },
});
