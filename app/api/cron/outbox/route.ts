import { cron } from "@/lib/auth/session/require-caller";
import { postRoute } from "@/lib/http/api-route";
import { deliverOutbox } from "@/lib/jobs/deliver-outbox";

/** Mails a scheduler's call sends at most; it stops earlier when the time of a run is over. */
const LIMIT = 500;

/** Delivers the mails that are due, and what earlier deliveries have left; a scheduler's call, every minute. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: cron,
  readsNoCookie: true,
  deadlineMs: 55_000,
  handle: async () => {
    return deliverOutbox(LIMIT);
  },
});
