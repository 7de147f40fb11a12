import { AppError } from "@/lib/base/errors";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { deliverOutboxSoon } from "@/lib/jobs/deliver-outbox";
import { undoAct } from "@/lib/staff/acts/mutations";
import { actParamsSchema, undoSchema } from "@/lib/staff/acts/schema";
import { staff } from "@/lib/staff/require-staff";

/** Undoes an action of staff: {order_id?} -> {results}, one for each order. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: staff,
    params: actParamsSchema,
    missing: "act_not_found",
    body: undoSchema,
    handle: async ({ params, body, who }) => {
      const results = await undoAct(who.userId, params.id, body);
      if (results.length === 0) throw new AppError("act_not_found");
      deliverOutboxSoon();
      return { results };
    },
  }),
});
