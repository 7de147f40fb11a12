import { apiRoute, endpoint } from "@/lib/http/api-route";
import { deliverOutboxSoon } from "@/lib/jobs/deliver-outbox";
import { reconcile } from "@/lib/jobs/reconcile";
import { requireScheduler } from "@/lib/jobs/require-scheduler";

/** Makes good what webhooks missed, see reconcile; a scheduler's call, every minute. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: requireScheduler,
    readsNoCookie: true,
    deadlineMs: 55_000,
    handle: async () => {
      const report = await reconcile();
      deliverOutboxSoon();
      return report;
    },
  }),
});
