import { apiRoute, endpoint } from "@/lib/http/api-route";
import { deliverOutboxSoon } from "@/lib/jobs/deliver-outbox";
import { addMember, addMemberSchema, removeMember, removeMemberSchema } from "@/lib/staff/people/people";
import { owner } from "@/lib/staff/require-staff";

/** Adds a confirmed account to staff (POST {email}) or removes it (DELETE {user_id}) -> {outcome}. For owners only. */
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
