import { guestOrUser } from "@/lib/auth/session/require-caller";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { rateLimits } from "@/lib/http/rate-limit";
import { changeInbound } from "@/lib/orders/inbound/mutations";
import { inboundSchema } from "@/lib/orders/inbound/schema";
import { provenParamsSchema } from "@/lib/orders/schema";
import { proveOrder } from "@/lib/orders/tracking/proposal-access";

/** Stores what a customer says of the way to us: {action, carrier?, number?, shipped_on?, delivered_on?, token?} -> {outcome}. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: guestOrUser,
    params: provenParamsSchema,
    body: inboundSchema,
    limit: [rateLimits.processPayment],
    handle: async ({ params, body, who }) => {
      const { orderId, decider } = await proveOrder(params.id, who, body.token);
      return changeInbound(orderId, decider, body);
    },
  }),
});
