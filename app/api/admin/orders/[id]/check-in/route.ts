import { postRoute } from "@/lib/http/api-route";
import { orderInPath } from "@/lib/orders/schema";
import { checkIn } from "@/lib/staff/desk/mutations";
import { checkInSchema } from "@/lib/staff/desk/schema";
import { staff } from "@/lib/staff/require-staff";

/**
 * Records the card count of an opened package -> {outcome: received | recounted, action_id, is_mismatch, order}. With
 * `is_more_to_come`, records one box of several -> {outcome: box_counted, action_id, order}. 409 if the order was
 * already received or has changed.
 */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: staff,
  ...orderInPath,
  body: checkInSchema,
  handle: ({ params, body, who }) => checkIn(who.userId, params.id, body),
});
