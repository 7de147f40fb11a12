import { guestOrUser } from "@/lib/auth/session/require-caller";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { confirmArrival } from "@/lib/orders/return-shipment/mutations";
import { arrivedSchema } from "@/lib/orders/return-shipment/schema";
import { orderParamsSchema } from "@/lib/orders/schema";
import { proposalAccessOf } from "@/lib/orders/tracking/proposal-access";

/** Notes that the customer has the cards: {token?} -> {outcome}. 409 for a batch that is not on its way. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: guestOrUser,
    params: orderParamsSchema,
    body: arrivedSchema,
    handle: ({ params, body: { token }, who }) => confirmArrival(params.id, proposalAccessOf(who, token)),
  }),
});
