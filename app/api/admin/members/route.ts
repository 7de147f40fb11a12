import { apiRoute, endpoint } from "@/lib/http/api-route";
import { deliverOutboxSoon } from "@/lib/jobs/deliver-outbox";
import { addMember, addMemberSchema, removeMember, removeMemberSchema } from "@/lib/staff/people/people";
import { owner } from "@/lib/staff/require-staff";

/**
 * Lets owners change who is staff: POST {email} makes a confirmed account staff, DELETE {user_id} ends its access ->
 * {outcome}.
 */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: owner,
    body: addMemberSchema,
    handle: async ({ body, who }) => {
      const added = await addMember(who.userId, body.email);
      deliverOutboxSoon();
      return added;
    },
  }),
  DELETE: endpoint({
    who: owner,
    body: removeMemberSchema,
    handle: async ({ body, who }) => {
      const removed = await removeMember(who.userId, body.user_id);
      deliverOutboxSoon();
      return removed;
    },
  }),
});
