import type { NextRequest } from "next/server";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { requireCron } from "@/lib/http/cron-auth";
import { deliverOutboxSoon } from "@/lib/jobs/deliver-outbox";
import { syncPayments } from "@/lib/jobs/reconcile";

/** Called every minute by a scheduler: see syncPayments. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    deadlineMs: 55_000,
    handle: async ({ request }: { request: NextRequest }) => {
      requireCron(request);
      const report = await syncPayments();
      deliverOutboxSoon();
      return report;
    },
  }),
});
