import { guestOrReader } from "@/lib/auth/session/require-caller";
import { postRoute } from "@/lib/http/api-route";
import { rateLimits } from "@/lib/http/rate-limit";
import { deliverOutboxSoon } from "@/lib/jobs/deliver-outbox";
import { processSuccess } from "@/lib/membership/process-success";
import { processSuccessSchema } from "@/lib/membership/schema";
import { SESSION_ID } from "@/lib/stripe/session-id";

/** Records for the success page whether a membership is paid; also without a session, for plan facts alone. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: guestOrReader,
  body: processSuccessSchema,
  limit: [
    rateLimits.processPayment,
    // Anything else is refused without a call to Stripe and must not create a rate-limit counter.
    ({ body: { session_id: id } }) =>
      SESSION_ID.test(id) ? [{ ...rateLimits.processSession, subject: id }] : [],
  ],
  handle: async ({ body, who }) => {
    const result = await processSuccess(body.session_id, who.userId);
    if (result.success) deliverOutboxSoon();
    return result;
  },
});
