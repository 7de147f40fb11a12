import { guestOrUser } from "@/lib/auth/session/require-caller";
import { paths } from "@/lib/base/paths";
import { postRoute } from "@/lib/http/api-route";
import { rateLimits } from "@/lib/http/rate-limit";
import { openAdjustmentCheckout } from "@/lib/orders/adjustments/open-adjustment-checkout";
import { proposalAccessOf } from "@/lib/orders/tracking/proposal-access";
import { adjustmentParamsSchema, payAdjustmentSchema } from "@/lib/orders/tracking/schema";

/** Accepts a charge and returns its Checkout URL: {amount_cents, token?} -> {url}. 409 if the amount has changed. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: guestOrUser,
  params: adjustmentParamsSchema,
  body: payAdjustmentSchema,
  limit: [rateLimits.guestCheckout],
  whenUnavailable: "You haven't been charged.",
  handle: ({ params, body: { token, amount_cents: amount }, who }) =>
    openAdjustmentCheckout(
      params.id,
      proposalAccessOf(who, token),
      amount,
      token ? paths.track(token) : null,
    ),
});
