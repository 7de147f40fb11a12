import { cron } from "@/lib/auth/session/require-caller";
import { postRoute } from "@/lib/http/api-route";
import { deliverOutbox } from "@/lib/jobs/deliver-outbox";

/** Maximum number of emails per call. A run also ends when its time is up. */
const LIMIT = 500;

/** Delivers due emails, including those left by earlier runs. A scheduler calls it every minute. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: cron,
  readsNoCookie: true,
  deadlineMs: 55_000,
  handle: async () => {
    return deliverOutbox(LIMIT);
  },
});
