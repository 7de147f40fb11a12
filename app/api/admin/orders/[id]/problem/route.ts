import { postRoute } from "@/lib/http/api-route";
import { orderInPath } from "@/lib/orders/schema";
import { staff } from "@/lib/staff/require-staff";
import { settleOrder, solveProblemSchema } from "@/lib/staff/returns/returns";

/** Resolves a reported problem: {version} -> {order}. 409 on a conflict. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: staff,
  ...orderInPath,
  body: solveProblemSchema,
  handle: async ({ params, body, who }) => {
    const { order } = await settleOrder(who.userId, params.id, "problem", body);
    return { order };
  },
});
