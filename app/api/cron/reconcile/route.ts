import { cron } from "@/lib/auth/session/require-caller";
import { postRoute } from "@/lib/http/api-route";
import { deliverOutboxSoon } from "@/lib/jobs/deliver-outbox";
import { reconcile } from "@/lib/jobs/reconcile";

/** Processes what webhooks missed (see reconcile). A scheduler calls it every minute. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: cron,
  readsNoCookie: true,
  deadlineMs: 55_000,
  handle: () => reconcile(),
  onDone: deliverOutboxSoon,
});
