import { guestOrUser } from "@/lib/auth/session/require-caller";
import { postRoute } from "@/lib/http/api-route";
import { rateLimits } from "@/lib/http/rate-limit";
import { deliverOutboxSoon } from "@/lib/jobs/deliver-outbox";
import { decideProposal } from "@/lib/orders/adjustments/open-adjustment-checkout";
import { proposalAccessOf } from "@/lib/orders/tracking/proposal-access";
import { adjustmentParamsSchema, decideSchema } from "@/lib/orders/tracking/schema";
import { refundShortage } from "@/lib/staff/refunds/refund-order";

/**
 * Stores a decision on a proposal: {option, words?, token?} -> {adjustment}. The reconcile job retries a failed
 * refund.
 */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: guestOrUser,
  params: adjustmentParamsSchema,
  body: decideSchema,
  limit: [rateLimits.processPayment],
  handle: async ({ params, body, who }) => {
    const adjustment = await decideProposal(params.id, proposalAccessOf(who, body.token), body);
    if (body.option === "refund") await refundShortage(params.id);
    deliverOutboxSoon();
    return { adjustment };
  },
});
