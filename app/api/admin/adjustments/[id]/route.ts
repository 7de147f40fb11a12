import { AppError } from "@/lib/base/errors";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { adjustmentParamsSchema } from "@/lib/orders/adjustments/schema";
import { closeAdjustment, withdrawAdjustment } from "@/lib/staff/adjustments/mutations";
import { adjustmentChangeSchema } from "@/lib/staff/adjustments/schema";
import { staff } from "@/lib/staff/require-staff";

/**
 * Takes a proposal back that is not decided, or ends one that only staff can end: {action, note} -> {outcome}. 409 when its
 * customer was faster, and when there is nothing to end.
 */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: staff,
    params: adjustmentParamsSchema,
    body: adjustmentChangeSchema,
    handle: async ({ params, body: { action, note }, who }) => {
      const change = action === "withdraw" ? withdrawAdjustment : closeAdjustment;
      const { outcome } = await change(who.userId, params.id, note);
      if (outcome === "not_found") throw new AppError("not_found");
      if (outcome === "decided") throw new AppError("adjustment_decided");
      if (outcome === "nothing_to_close") throw new AppError("adjustment_not_open");
      return { outcome };
    },
  }),
});
