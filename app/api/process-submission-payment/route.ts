import { guestOrReader } from "@/lib/auth/session/require-caller";
import { postRoute } from "@/lib/http/api-route";
import { rateLimits } from "@/lib/http/rate-limit";
import { deliverOutboxSoon } from "@/lib/jobs/deliver-outbox";
import { processMessages, processPaymentFor } from "@/lib/orders/confirmation/process-payment";
import { processSubmissionSchema } from "@/lib/orders/schema";

/** Records whether an account's batch is paid, for the confirmation page. Checks the body's user against the session. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: guestOrReader,
  body: processSubmissionSchema,
  limit: [rateLimits.processPayment],
  whenUnavailable: processMessages.doNotPayAgain,
  handle: processPaymentFor("submission", deliverOutboxSoon),
});
