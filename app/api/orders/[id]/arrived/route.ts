import { guestOrUser } from "@/lib/auth/session/require-caller";
import { postRoute } from "@/lib/http/api-route";
import { orderParamsSchema } from "@/lib/orders/schema";
import { confirmArrival } from "@/lib/orders/tracking/mutations";
import { proposalAccessOf } from "@/lib/orders/tracking/proposal-access";
import { tokenSchema } from "@/lib/orders/tracking/schema";

/** Records that the customer received the cards: {token?} -> {outcome}. 409 for a batch that isn't in transit. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: guestOrUser,
  params: orderParamsSchema,
  body: tokenSchema,
  handle: ({ params, body: { token }, who }) => confirmArrival(params.id, proposalAccessOf(who, token)),
});
