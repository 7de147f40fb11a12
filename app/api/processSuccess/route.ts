import { guestOrReader } from "@/lib/auth/session/require-caller";
import { postRoute } from "@/lib/http/api-route";
import { rateLimits } from "@/lib/http/rate-limit";
import { deliverOutboxSoon } from "@/lib/jobs/deliver-outbox";
import { processSuccess } from "@/lib/membership/process-success";
import { processSuccessSchema } from "@/lib/membership/schema";
import { SESSION_ID } from "@/lib/stripe/session-id";

/** Records whether a membership is paid, for the success page. Returns no IDs, so a signed-out payer may call it. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: guestOrReader,
  body: processSuccessSchema,
  limit: [
    rateLimits.processPayment,
    // Any other ID is rejected without calling Stripe and must not create a rate-limit counter.
    ({ body: { session_id: id } }) =>
      SESSION_ID.test(id) ? [{ ...rateLimits.processSession, subject: id }] : [],
  ],
  handle: async ({ body, who }) => {
    const result = await processSuccess(body.session_id, who.userId);
    if (result.success) deliverOutboxSoon();
    return result;
  },
});
