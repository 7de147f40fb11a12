import { user } from "@/lib/auth/session/require-caller";
import { postRoute } from "@/lib/http/api-route";
import { requestAddressChange } from "@/lib/orders/return-address/request-address-change";
import { changeAddressSchema } from "@/lib/orders/return-address/schema";
import { orderParamsSchema } from "@/lib/orders/schema";

/** Changes where the cards of the caller's own order go: an address with proof of who asks -> {outcome}. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: user,
  params: orderParamsSchema,
  body: changeAddressSchema,
  handle: ({ params, body, who, address }) => requestAddressChange(params.id, body, who, address),
});
