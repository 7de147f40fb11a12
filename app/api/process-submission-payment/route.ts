import { guestOrReader } from "@/lib/auth/session/require-caller";
import { postRoute } from "@/lib/http/api-route";
import { rateLimits } from "@/lib/http/rate-limit";
import { deliverOutboxSoon } from "@/lib/jobs/deliver-outbox";
import { processMessages, processPaymentFor } from "@/lib/orders/confirmation/process-payment";
import { processSubmissionSchema } from "@/lib/orders/schema";

/** Records for the confirmation page whether an account's batch is paid. The body's user is compared, never trusted. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: guestOrReader,
  body: processSubmissionSchema,
  limit: [rateLimits.processPayment],
  whenUnavailable: processMessages.doNotPayAgain,
  handle: processPaymentFor("submission", deliverOutboxSoon),
});
