import { AppError } from "@/lib/base/errors";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { deliverOutboxSoon } from "@/lib/jobs/deliver-outbox";
import { handOver } from "@/lib/staff/people/mutations";
import { handOverSchema, memberMessages } from "@/lib/staff/people/schema";
import { owner } from "@/lib/staff/require-staff";

/** Lets the main owner make somebody else of the staff the main owner: {user_id} -> {outcome}. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: owner,
    body: handOverSchema,
    handle: async ({ body, who }) => {
      const outcome = await handOver(who.userId, body.user_id);
      if (outcome !== "handed_over") throw new AppError("member_refused", { text: memberMessages[outcome] });
      deliverOutboxSoon();
      return { outcome };
    },
  }),
});
