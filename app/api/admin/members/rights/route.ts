import { AppError } from "@/lib/base/errors";
import { changedByWords } from "@/lib/base/time-ago";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { deliverOutboxSoon } from "@/lib/jobs/deliver-outbox";
import { setRights } from "@/lib/staff/people/mutations";
import { memberMessages, rightsSchema } from "@/lib/staff/people/schema";
import { owner } from "@/lib/staff/require-staff";

/**
 * Lets an owner set what somebody else of the staff may do: {user_id, version, role, rights} -> {outcome}; 409 when another owner was
 * faster.
 */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: owner,
    body: rightsSchema,
    handle: async ({ body, who }) => {
      const result = await setRights(who.userId, body);
      switch (result.outcome) {
        case "changed":
        case "unchanged":
          deliverOutboxSoon();
          return { outcome: result.outcome };
        case "conflict": {
          const last =
            result.last && changedByWords(result.last.by ?? "the set-up", result.last.at, new Date());
          const text = `${last ?? "Changed meanwhile"}. Look at the rights as they are now, then save again.`;
          throw new AppError("member_refused", { text });
        }
        default:
          throw new AppError("member_refused", { text: memberMessages[result.outcome] });
      }
    },
  }),
});
