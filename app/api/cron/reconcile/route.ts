import { apiRoute, endpoint } from "@/lib/http/api-route";
import { cron } from "@/lib/http/cron-auth";
import { deliverOutboxSoon } from "@/lib/jobs/deliver-outbox";
import { syncPayments } from "@/lib/jobs/reconcile";

/** Called every minute by a scheduler: see syncPayments. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: cron,
    deadlineMs: 55_000,
    handle: async () => {
      const report = await syncPayments();
      deliverOutboxSoon();
      return report;
    },
  }),
});
