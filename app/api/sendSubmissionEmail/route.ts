import { guestOrReader } from "@/lib/auth/session/require-caller";
import { requestConfirmation } from "@/lib/email/outbox/request-confirmation";
import { sendSubmissionEmailSchema } from "@/lib/email/schema";
import { postRoute } from "@/lib/http/api-route";
import { rateLimits } from "@/lib/http/rate-limit";
import { deliverOutboxSoon } from "@/lib/jobs/deliver-outbox";

/** Sends the confirmation email for the viewer's own paid order, once: {batchId} -> {success, duplicate}. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: guestOrReader,
  body: sendSubmissionEmailSchema,
  limit: [({ who, address }) => [{ ...rateLimits.sendEmail, subject: who.userId ?? address }]],
  handle: ({ body, who }) => requestConfirmation(body.batchId, who),
  onDone: deliverOutboxSoon,
});
