import { guestOrReader } from "@/lib/auth/session/require-caller";
import { postRoute } from "@/lib/http/api-route";
import { rateLimits } from "@/lib/http/rate-limit";
import { deliverOutboxSoon } from "@/lib/jobs/deliver-outbox";
import { processMessages, processPaymentFor } from "@/lib/orders/confirmation/process-payment";
import { processPaygSchema } from "@/lib/orders/schema";

/** Records whether a pay-as-you-go batch is paid, for the confirmation page of a guest or an account. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: guestOrReader,
  body: processPaygSchema,
  limit: [rateLimits.processPayment],
  whenUnavailable: processMessages.doNotPayAgain,
  handle: processPaymentFor("payg", deliverOutboxSoon),
});
