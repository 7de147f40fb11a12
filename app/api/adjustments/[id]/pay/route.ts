import { guestOrUser } from "@/lib/auth/session/require-caller";
import { AppError } from "@/lib/base/errors";
import { paths } from "@/lib/base/paths";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { rateLimits } from "@/lib/http/rate-limit";
import { findDecidableAdjustment } from "@/lib/orders/adjustments/data";
import { openAdjustmentPage } from "@/lib/orders/adjustments/open-adjustment-page";
import { adjustmentParamsSchema, payAdjustmentSchema } from "@/lib/orders/adjustments/schema";
import { deciderOf, returnPathOf } from "@/lib/orders/tracking/decider";

/** Accepts a charge and answers its payment page: {amount_cents, token?} -> {url}; 409 for another amount than is shown. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: guestOrUser,
    params: adjustmentParamsSchema,
    body: payAdjustmentSchema,
    limit: [rateLimits.guestCheckout],
    whenUnavailable: "Nothing was charged.",
    handle: async ({ params, body: { token, amount_cents: amount }, who }) => {
      const decider = deciderOf(who, token);
      const adjustment = await findDecidableAdjustment(params.id, decider);
      if (!adjustment) throw new AppError("not_found");
      const place = {
        trackPath: token ? paths.track(token) : null,
        batchPath: paths.batch(adjustment.batch_id ?? ""),
      };
      return openAdjustmentPage(params.id, decider, amount, returnPathOf(params.id, place));
    },
  }),
});
