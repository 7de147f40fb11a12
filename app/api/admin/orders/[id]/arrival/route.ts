import { postRoute } from "@/lib/http/api-route";
import { orderParamsSchema } from "@/lib/orders/schema";
import { recordArrival } from "@/lib/staff/desk/mutations";
import { staff } from "@/lib/staff/require-staff";

/** Records the arrival of a package -> {outcome: arrived | already_arrived, order}. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: staff,
  params: orderParamsSchema,
  missing: "order_not_found",
  handle: ({ params, who }) => recordArrival(who.userId, params.id),
});
