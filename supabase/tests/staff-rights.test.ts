import { randomUUID } from "node:crypto";
import { addAuthenticator } from "../../sandbox/builders/authenticator";
import { addOrder, addStaff, addUser, signUpStaff } from "../../sandbox/builders/rows";
import { expectSomebodyWaits } from "../../sandbox/builders/sql-functions";
import {
  call,
  connect,
  personClient,
  serverClient,
  signedUp,
  undone,
  visitorClient,
} from "../../sandbox/builders/test-database";
import { reads, writes } from "./staff-functions";

const sql = connect();

/** What takes more than being staff: a right that not all begin with, or being an owner. */
const isOfFew = (name: string) => /_(list_people|add_member|remove_member|set_rights|hand_over)$/.test(name);

test("every function of the staff is in one of these lists", async () => {
  const rows = await sql<{ name: string }[]>`
    select p.proname as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.proname like 'staff\\_%'
      and (p.proargnames @> array['p_actor'] or has_function_privilege('authenticated', p.oid, 'execute'))`;
  const listed = new Set([...reads, ...writes].map(([name]) => name));
  expect(rows.map((row) => row.name).filter((name) => !listed.has(name))).toEqual([]);
});

describe("with a live token", () => {
  test("a customer, a guest and a removed member read nothing; staff read", async () => {
    const [customer, former, owner] = [
      await signedUp(sql),
      await signUpStaff(sql),
      await signUpStaff(sql, "owner"),
    ];
    const staff = await signUpStaff(sql);
    for (const [name, args] of reads) {
      const isOwners = isOfFew(name);
      expect((await personClient(former.accessToken).rpc(name, args)).error?.code ?? null).toBe(
        isOwners ? "42501" : null,
      );
      expect((await personClient(staff.accessToken).rpc(name, args)).error?.code ?? null).toBe(
        isOwners ? "42501" : null,
      );
      expect((await personClient(owner.accessToken).rpc(name, args)).error).toBeNull();
    }
    await sql`delete from staff where user_id = ${former.id}`;
    for (const [name, args] of reads) {
      for (const api of [
        personClient(customer.accessToken),
        personClient(former.accessToken),
        visitorClient(),
      ]) {
        const { data, error } = await api.rpc(name, args);
        expect([name, data, error?.code]).toEqual([name, null, "42501"]);
      }
    }
  });

  test("nobody writes, not even staff: that is the server's", async () => {
    const owner = await signUpStaff(sql, "owner");
    for (const [name, args] of writes) {
      for (const api of [personClient(owner.accessToken), visitorClient()]) {
        const { error } = await api.rpc(name, { p_actor: owner.id, ...args });
        expect([name, error?.code]).toEqual([name, "42501"]);
      }
    }
  });
});

test("the server writes for staff only, and people for the owner only", async () => {
  const [customer, staff, former] = [await signedUp(sql), await signUpStaff(sql), await signUpStaff(sql)];
  await sql`delete from staff where user_id = ${former.id}`;
  for (const [name, args] of writes) {
    for (const actor of [customer.id, former.id, randomUUID(), null]) {
      const { error } = await serverClient().rpc(name, { ...args, p_actor: actor });
      expect([name, error?.code]).toEqual([name, "42501"]);
    }
    const { error } = await serverClient().rpc(name, { ...args, p_actor: staff.id });
    expect([name, error?.code ?? null]).toEqual([name, isOfFew(name) ? "42501" : null]);
  }
});

describe("people", () => {
  const add = (actor: { id: string }, email: string) =>
    call<{ outcome: string }>(serverClient(), "staff_add_member", { p_actor: actor.id, p_email: email });
  const remove = (actor: { id: string }, userId: string) =>
    call<{ outcome: string }>(serverClient(), "staff_remove_member", {
      p_actor: actor.id,
      p_user_id: userId,
    });

  test("the owner adds a confirmed account and removes it; the next call of the removed is refused", async () => {
    const [owner, person] = [await signUpStaff(sql, "owner"), await signedUp(sql)];
    const order = await addOrder(sql);
    const look = () => personClient(person.accessToken).rpc("staff_get_order_page", { p_order_id: order.id });
    expect((await look()).error?.code).toBe("42501");
    expect(await add(owner, ` ${person.email.toUpperCase()} `)).toMatchObject({ outcome: "added" });
    expect(await add(owner, person.email)).toMatchObject({ outcome: "already_staff" });
    expect((await look()).data).toMatchObject({ order: { id: order.id } });
    expect(await remove(owner, person.id)).toEqual({ outcome: "removed" });
    expect((await look()).error?.code).toBe("42501");
    expect(await remove(owner, person.id)).toEqual({ outcome: "not_staff" });
    const events =
      await sql`select action, actor_id, email from staff_events where staff_user_id = ${person.id} order by id`;
    expect([...events]).toEqual([
      { action: "added", actor_id: owner.id, email: person.email },
      { action: "removed", actor_id: owner.id, email: person.email },
    ]);
  });

  test("an owner is neither removed nor made less by being added", async () => {
    const [owner, second] = [await signUpStaff(sql, "owner"), await signUpStaff(sql, "owner")];
    expect(await remove(owner, second.id)).toEqual({ outcome: "is_owner" });
    expect(await remove(owner, owner.id)).toEqual({ outcome: "is_owner" });
    expect(await add(owner, second.email)).toMatchObject({ outcome: "already_staff" });
    const [row] = await sql`select role from staff where user_id = ${second.id}`;
    expect(row?.role).toBe("owner");
    // Whatever has become of the account, nobody is asked to prove what they are already.
    await sql`update auth.users set email_confirmed_at = null where id = ${second.id}`;
    expect(await add(owner, second.email)).toMatchObject({ outcome: "already_staff" });
  });

  test("an owner who is made one at this moment is not removed", async () => {
    const [owner, member] = [await signUpStaff(sql, "owner"), await signUpStaff(sql)];
    let removed: Promise<unknown> = Promise.resolve();
    await sql.begin(async (tx) => {
      await tx`update staff set role = 'owner' where user_id = ${member.id}`;
      removed = remove(owner, member.id);
      await expectSomebodyWaits(tx);
    });
    expect(await removed).toEqual({ outcome: "is_owner" });
  });

  test("who is removed while they write has written before", async () => {
    const [owner, member] = [await signUpStaff(sql, "owner"), await signUpStaff(sql)];
    let removed: Promise<unknown> = Promise.resolve();
    await sql.begin(async (tx) => {
      await tx`select public.staff_retry_event(${member.id}, 'evt_none')`;
      removed = remove(owner, member.id);
      await expectSomebodyWaits(tx);
    });
    expect(await removed).toEqual({ outcome: "removed" });
  });

  test.each(["owner", "staff"])(
    "who is bound as %s at this moment keeps that, and the record keeps who did it",
    async (role) => {
      const [owner, person, other] = [
        await signUpStaff(sql, "owner"),
        await addUser(sql),
        await addUser(sql),
      ];
      let added: Promise<unknown> = Promise.resolve();
      await sql.begin(async (tx) => {
        await tx`select public.bind_staff(${person.email}, ${role})`;
        added = add(owner, person.email);
        await expectSomebodyWaits(tx);
        // Somebody else is added meanwhile.
        expect(await add(owner, other.email)).toMatchObject({ outcome: "added" });
      });
      expect(await added).toMatchObject({ outcome: "already_staff" });
      const bound = await sql`select s.role, e.action, e.actor_id from staff s
        join staff_events e on e.staff_user_id = s.user_id where s.user_id = ${person.id}`;
      expect([...bound]).toEqual([{ role, action: "added", actor_id: null }]);
    },
  );

  test("the record of an addition names who did it; that of others stays, also of a later one", () =>
    undone(sql, async (tx) => {
      const [owner, person, other] = [await addUser(tx), await addUser(tx), await addUser(tx)];
      await addStaff(tx, owner.id, "owner");
      await tx`insert into staff_events (id, staff_user_id, action) overriding system value
        values (${2 ** 40}, ${other.id}, 'added')`;
      await tx`select public.staff_add_member(${owner.id}, ${person.email})`;
      const events = await tx`select staff_user_id, actor_id from staff_events
        where staff_user_id in (${person.id}, ${other.id}) order by id`;
      expect([...events]).toEqual([
        { staff_user_id: person.id, actor_id: owner.id },
        { staff_user_id: other.id, actor_id: null },
      ]);
    }));

  test("an address that is nobody's, or not confirmed, becomes nothing", async () => {
    const [owner, unconfirmed] = [await signUpStaff(sql, "owner"), await signedUp(sql)];
    await sql`update auth.users set email_confirmed_at = null where id = ${unconfirmed.id}`;
    expect(await add(owner, unconfirmed.email)).toMatchObject({ outcome: "not_confirmed" });
    expect(await add(owner, `${randomUUID()}@example.test`)).toMatchObject({ outcome: "no_account" });
  });

  test("an account whose password may be a stranger's becomes nothing", async () => {
    const [owner, person] = [await signUpStaff(sql, "owner"), await signedUp(sql)];
    await sql`delete from password_choices where user_id = ${person.id}`;
    expect(await add(owner, person.email)).toMatchObject({ outcome: "password_not_proven" });
    await addAuthenticator(sql, person.id);
    expect(await add(owner, person.email)).toMatchObject({ outcome: "added" });
  });
});
