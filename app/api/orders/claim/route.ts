import { guestOrReader } from "@/lib/auth/session/require-caller";
import { postRoute } from "@/lib/http/api-route";
import { rateLimits } from "@/lib/http/rate-limit";
import { deliverOutboxSoon } from "@/lib/jobs/deliver-outbox";
import { changeClaim, claimChangeSchema } from "@/lib/orders/claims/change-claim";

/** Adds a guest's batch to the caller's account, emails a link that adds it, or removes it from the account. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: guestOrReader,
  body: claimChangeSchema,
  limit: [rateLimits.claim],
  handle: ({ body, who }) => changeClaim(body, who),
  onDone: deliverOutboxSoon,
});
