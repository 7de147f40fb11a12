import { type StaffMember, signUpStaff } from "../../sandbox/builders/rows";
import { call, type Sql, serverClient } from "../../sandbox/builders/test-database";

/* What owners and managers do to the staff, for the tests of it. */

export const EVERY_RIGHT = ["refunds", "set_paid", "exports", "people"];
/** What whoever is added begins with. */
export const BEGINNING = ["refunds", "set_paid", "exports"];

export type Outcome = { outcome: string; last?: { by: string; at: string } };
export const set = (
  actor: { id: string },
  user: { id: string },
  rights: string[],
  more: Record<string, unknown> = {},
) =>
  call<Outcome>(serverClient(), "staff_set_rights", {
    p_actor: actor.id,
    p_user_id: user.id,
    p_version: 1,
    p_role: "staff",
    p_rights: rights,
    ...more,
  });
export const handOver = (actor: { id: string }, user: { id: string }) =>
  call<Outcome>(serverClient(), "staff_hand_over", { p_actor: actor.id, p_user_id: user.id });
export const add = (actor: { id: string }, person: { email: string }) =>
  call<Outcome>(serverClient(), "staff_add_member", { p_actor: actor.id, p_email: person.email });
export const remove = (actor: { id: string }, user: { id: string }) =>
  call<Outcome>(serverClient(), "staff_remove_member", { p_actor: actor.id, p_user_id: user.id });
export const standingOf = async (sql: Sql, { id }: { id: string }) =>
  (await sql`select role, rights, is_main, version from staff where user_id = ${id}`)[0];
export const refused = (right: string) =>
  expect.objectContaining({ message: expect.stringContaining(`the right "${right}" is missing`) });

/** Somebody whom a test makes the main owner; the others of this database are none meanwhile. */
export async function aMainOwner(sql: Sql): Promise<StaffMember> {
  const owner = await signUpStaff(sql, "owner");
  await sql.begin(async (tx) => {
    await tx`update staff set is_main = false where is_main`;
    await tx`update staff set is_main = true where user_id = ${owner.id}`;
  });
  return owner;
}

/** The mails that were owed for a change, that to whom it is about first. */
export const mailsAbout = async (sql: Sql, user: { id: string }, action: string) =>
  (
    await sql<{ payload: Record<string, unknown> }[]>`
      select m.payload from outbox m join staff_events e on m.dedupe_key like 'rights_notice:' || e.id || ':%'
      where e.staff_user_id = ${user.id} and e.action = ${action} order by m.payload ->> 'is_about_reader' desc`
  ).map(({ payload }) => payload);
