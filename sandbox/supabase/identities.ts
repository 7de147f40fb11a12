import type postgres from "postgres";
import { refusal } from "./refusals.ts";
import type { Claims } from "./sessions.ts";

const UUID = /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i;

/** Disconnects an account of another site as the hosted auth service does. The last way in stays. */
export async function removeIdentity(sql: postgres.Sql, { sub }: Claims, id: string): Promise<Response> {
  if (!UUID.test(id)) return refusal(404, "validation_failed", "identity_id must be an UUID");
  return sql.begin(async (tx) => {
    // One at a time: two calls must not take the last two.
    await tx`select from auth.users where id = ${sub} for update`;
    const own = await tx<{ id: string; provider: string }[]>`
      select id, provider from auth.identities where user_id = ${sub} order by created_at`;
    if (own.length < 2) {
      const msg = "User must have at least 1 identity after unlinking";
      return refusal(422, "single_identity_not_deletable", msg);
    }
    if (!own.some((identity) => identity.id === id))
      return refusal(422, "identity_not_found", "Identity doesn't exist");
    await tx`delete from auth.identities where id = ${id}`;
    return Response.json({});
  });
}
