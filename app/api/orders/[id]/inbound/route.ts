import { guestOrUser } from "@/lib/auth/session/require-caller";
import { postRoute } from "@/lib/http/api-route";
import { rateLimits } from "@/lib/http/rate-limit";
import { provenParamsSchema } from "@/lib/orders/schema";
import { changeInbound } from "@/lib/orders/tracking/mutations";
import { proveOrder } from "@/lib/orders/tracking/proposal-access";
import { inboundSchema } from "@/lib/orders/tracking/schema";

/** Stores what a customer reports about the inbound shipment: {action, carrier?, number?, shipped_on?, delivered_on?, token?} -> {outcome}. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: guestOrUser,
  params: provenParamsSchema,
  body: inboundSchema,
  limit: [rateLimits.processPayment],
  handle: async ({ params, body, who }) => {
    const { orderId, decider } = await proveOrder(params.id, who, body.token);
    return changeInbound(orderId, decider, body);
  },
});
