import { apiRoute, endpoint } from "@/lib/http/api-route";
import { deliverOutboxSoon } from "@/lib/jobs/deliver-outbox";
import { addMember, addMemberSchema, removeMember, removeMemberSchema } from "@/lib/staff/people/people";
import { owner } from "@/lib/staff/require-staff";

/** Grants (POST {email}) or revokes (DELETE {user_id}) staff access of an account -> {outcome}. For owners only. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: owner,
    body: addMemberSchema,
    handle: ({ body, who }) => addMember(who.userId, body.email),
    onDone: deliverOutboxSoon,
  }),
  DELETE: endpoint({
    who: owner,
    body: removeMemberSchema,
    handle: ({ body, who }) => removeMember(who.userId, body.user_id),
    onDone: deliverOutboxSoon,
  }),
});
