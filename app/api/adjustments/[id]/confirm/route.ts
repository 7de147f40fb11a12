import { guestOrReader } from "@/lib/auth/session/require-caller";
import { postRoute } from "@/lib/http/api-route";
import { rateLimits } from "@/lib/http/rate-limit";
import { deliverOutboxSoon } from "@/lib/jobs/deliver-outbox";
import { confirmAdjustment } from "@/lib/orders/adjustments/open-adjustment-checkout";
import { proposalAccessOf } from "@/lib/orders/tracking/proposal-access";
import { adjustmentParamsSchema, tokenSchema } from "@/lib/orders/tracking/schema";

/** Records whether a charge is paid, for the page that Checkout redirects to: {token?} -> {status}. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: guestOrReader,
  params: adjustmentParamsSchema,
  body: tokenSchema,
  limit: [rateLimits.processPayment],
  handle: ({ params, body, who }) => confirmAdjustment(params.id, proposalAccessOf(who, body.token)),
  onDone: deliverOutboxSoon,
});
