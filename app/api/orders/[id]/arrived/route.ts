import { guestOrUser } from "@/lib/auth/session/require-caller";
import { AppError } from "@/lib/base/errors";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { confirmArrival } from "@/lib/orders/homeward/mutations";
import { arrivedSchema } from "@/lib/orders/homeward/schema";
import { orderParamsSchema } from "@/lib/orders/schema";
import { deciderOf } from "@/lib/orders/tracking/decider";

/** Notes that the customer has the cards: {token?} -> {outcome}. 409 for a batch that is not on its way. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: guestOrUser,
    params: orderParamsSchema,
    body: arrivedSchema,
    handle: async ({ params, body: { token }, who }) => {
      const outcome = await confirmArrival(params.id, deciderOf(who, token));
      if (outcome === "not_found" || outcome === "not_on_its_way") throw new AppError(outcome);
      return { outcome };
    },
  }),
});
