import { postRoute } from "@/lib/http/api-route";
import { orderInPath } from "@/lib/orders/schema";
import { recordArrival } from "@/lib/staff/desk/mutations";
import { staff } from "@/lib/staff/require-staff";

/** Records the arrival of a package -> {outcome: arrived | already_arrived, order}. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: staff,
  ...orderInPath,
  handle: ({ params, who }) => recordArrival(who.userId, params.id),
});
