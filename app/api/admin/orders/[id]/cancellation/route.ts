import { postRoute } from "@/lib/http/api-route";
import { orderInPath } from "@/lib/orders/schema";
import { declineCancellation } from "@/lib/staff/desk/mutations";
import { declineCancellationSchema } from "@/lib/staff/desk/schema";
import { staff } from "@/lib/staff/require-staff";

/** Declines a cancellation request: {version, words?} -> {action_id, order}. 409 on a conflict, or if the request was withdrawn. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: staff,
  ...orderInPath,
  body: declineCancellationSchema,
  handle: async ({ params, body, who }) => {
    const { action_id, order } = await declineCancellation(who.userId, params.id, body);
    return { action_id, order };
  },
});
