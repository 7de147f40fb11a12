import { postRoute } from "@/lib/http/api-route";
import { adjustmentParamsSchema } from "@/lib/orders/tracking/schema";
import { adjustmentChangeSchema, endAdjustment } from "@/lib/staff/adjustments/adjustments";
import { staff } from "@/lib/staff/require-staff";

/**
 * Withdraws an undecided question or closes one for staff: {action, note} -> {outcome}. 409 if there is nothing to
 * end.
 */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: staff,
  params: adjustmentParamsSchema,
  body: adjustmentChangeSchema,
  handle: ({ params, body, who }) => endAdjustment(who.userId, params.id, body),
});
