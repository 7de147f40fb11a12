import { user } from "@/lib/auth/session/require-caller";
import { postRoute } from "@/lib/http/api-route";
import { requestAddressChange } from "@/lib/orders/return-address/request-address-change";
import { changeAddressSchema } from "@/lib/orders/return-address/schema";
import { orderParamsSchema } from "@/lib/orders/schema";

/** Changes the return address of the caller's own order, with proof of identity -> {outcome}. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: user,
  params: orderParamsSchema,
  body: changeAddressSchema,
  handle: ({ params, body, who, address }) => requestAddressChange(params.id, body, who, address),
});
