import { randomUUID } from "node:crypto";
import { addAuthenticator } from "../../sandbox/builders/authenticator";
import {
  addOrder,
  addStaff,
  addUser,
  eventsOf,
  type StaffMember,
  signUpStaff,
  storedOrder,
} from "../../sandbox/builders/rows";
import { expectSomebodyWaits, updateAsStaff } from "../../sandbox/builders/sql-functions";
import { StaffActs } from "../../sandbox/builders/staff-acts";
import {
  call,
  connect,
  personClient,
  serverClient,
  signedUp,
  undone,
  visitorClient,
} from "../../sandbox/builders/test-database";
import {
  add,
  aMainOwner,
  BEGINNING,
  EVERY_RIGHT,
  handOver,
  mailsAbout,
  type Outcome,
  refused,
  remove,
  set,
  standingOf,
} from "./people-calls";
import { reads, writes } from "./staff-functions";

const sql = connect();

describe("staff rights", () => {
  /** What takes more than being staff: a right that not all begin with, or being an owner. */
  const isOfFew = (name: string) =>
    /_(list_people|add_member|remove_member|set_rights|hand_over)$/.test(name);

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
      const look = () =>
        personClient(person.accessToken).rpc("staff_get_order_page", { p_order_id: order.id });
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
});

describe("people rights", () => {
  /* What each of the staff may do: who gives it, who takes it, who is told, and that the functions ask for it. */

  const sql = connect();

  describe("an owner", () => {
    test("gives and takes each right; it is kept with before and after, and both are told", async () => {
      const [main, owner, member] = [
        await aMainOwner(sql),
        await signUpStaff(sql, "owner"),
        await signUpStaff(sql),
      ];
      expect(await set(owner, member, ["exports", "people", "exports"])).toEqual({ outcome: "changed" });
      expect(await standingOf(sql, member)).toEqual({
        role: "staff",
        rights: ["exports", "people"],
        is_main: false,
        version: 2,
      });
      const before = { role: "staff", rights: BEGINNING, is_main: false };
      const after = { role: "staff", rights: ["exports", "people"], is_main: false };
      const [event] =
        await sql`select action, actor_id, before, after from staff_events where staff_user_id = ${member.id}`;
      expect(event).toEqual({ action: "rights_changed", actor_id: owner.id, before, after });
      const told = { action: "rights_changed", email: member.email, by: owner.email, before, after };
      expect(await mailsAbout(sql, member, "rights_changed")).toEqual([
        { ...told, to: member.email, is_about_reader: true },
        { ...told, to: main.email, is_about_reader: false },
      ]);
      expect(await set(owner, member, ["people", "exports"], { p_version: 2 })).toEqual({
        outcome: "unchanged",
      });
      expect(await sql`select from staff_events where staff_user_id = ${member.id}`).toHaveLength(1);
    });

    test("makes others owners, with every right, and takes that back without losing what they had", async () => {
      const [owner, member] = [await signUpStaff(sql, "owner"), await signUpStaff(sql, "staff", ["exports"])];
      expect(await set(owner, member, [], { p_role: "owner" })).toEqual({ outcome: "changed" });
      expect(await standingOf(sql, member)).toMatchObject({ rights: ["exports"] });
      const api = personClient(member.accessToken);
      expect(await call(api, "staff_my_rights", {})).toMatchObject({ rights: EVERY_RIGHT });
      expect(await set(owner, member, ["exports"], { p_version: 2, p_role: "owner" })).toEqual({
        outcome: "unchanged",
      });
      expect(await set(owner, member, ["exports"], { p_version: 2 })).toEqual({ outcome: "changed" });
      expect(await call(api, "staff_my_rights", {})).toMatchObject({ rights: ["exports"] });
      const events =
        await sql`select action from staff_events where staff_user_id = ${member.id} order by id`;
      expect(events.map(({ action }) => action)).toEqual(["role_changed", "role_changed"]);
    });

    test("changes neither their own rights nor those of nobody, nor makes the main owner less", async () => {
      const [main, owner] = [await aMainOwner(sql), await signUpStaff(sql, "owner")];
      expect(await set(owner, owner, EVERY_RIGHT)).toEqual({ outcome: "own_rights" });
      expect(await set(owner, await addUser(sql), EVERY_RIGHT)).toEqual({ outcome: "not_staff" });
      const { version } = (await standingOf(sql, main)) ?? {};
      expect(await set(owner, main, [], { p_version: version })).toEqual({ outcome: "is_main_owner" });
      const same = { p_version: version, p_role: "owner" };
      expect(await set(owner, main, EVERY_RIGHT, same)).toEqual({ outcome: "unchanged" });
      expect(await remove(owner, main)).toEqual({ outcome: "is_owner" });
      expect(await standingOf(sql, main)).toMatchObject({ role: "owner", is_main: true });
    });

    test("who saves what another owner has changed is told who and when", async () => {
      const [one, two, member] = [
        await signUpStaff(sql, "owner"),
        await signUpStaff(sql, "owner"),
        await signUpStaff(sql),
      ];
      await set(one, member, []);
      await set(two, await signUpStaff(sql), []);
      expect(await set(two, member, EVERY_RIGHT)).toEqual({
        outcome: "conflict",
        last: { by: one.email, at: expect.any(String) },
      });
      expect(await standingOf(sql, member)).toMatchObject({ rights: [], version: 2 });
    });

    test.each([{ p_role: "god" }, { p_role: null }, { p_rights: ["owner"] }])(
      "%j is refused",
      async (args) => {
        const [owner, member] = [await signUpStaff(sql, "owner"), await signUpStaff(sql)];
        await expect(set(owner, member, [], args)).rejects.toThrow("there is no such role or right");
      },
    );
  });

  describe("who is no owner", () => {
    test("changes no rights, not even with the right people", async () => {
      const [manager, member] = [
        await signUpStaff(sql, "staff", EVERY_RIGHT),
        await signUpStaff(sql, "staff", []),
      ];
      await expect(set(manager, member, EVERY_RIGHT)).rejects.toEqual(refused("owner"));
      await expect(set(manager, manager, EVERY_RIGHT, { p_role: "owner" })).rejects.toEqual(refused("owner"));
      await expect(handOver(manager, manager)).rejects.toEqual(refused("owner"));
      expect(await standingOf(sql, manager)).toMatchObject({ role: "staff", version: 1 });
    });

    test("adds and removes staff with the right people, and gives no more than they have", async () => {
      const [manager, person] = [await signUpStaff(sql, "staff", ["exports", "people"]), await signedUp(sql)];
      expect(await add(manager, person)).toMatchObject({ outcome: "added" });
      expect(await standingOf(sql, person)).toMatchObject({ role: "staff", rights: ["exports"] });
      expect(await call(personClient(person.accessToken), "staff_my_rights", {})).toMatchObject({
        rights: ["exports"],
      });
      expect(await remove(manager, person)).toEqual({ outcome: "removed" });
      expect(await mailsAbout(sql, person, "removed")).toContainEqual(
        expect.objectContaining({ to: person.email, by: manager.email, after: null }),
      );
    });

    test("nobody is written to whose account has no address any more", async () => {
      const [manager, person] = [await signUpStaff(sql, "staff", EVERY_RIGHT), await signUpStaff(sql)];
      await sql`update auth.users set email = null where id = ${person.id}`;
      expect(await remove(manager, person)).toEqual({ outcome: "removed" });
      const mails = await mailsAbout(sql, person, "removed");
      expect(mails.filter(({ is_about_reader }) => is_about_reader)).toEqual([]);
    });

    test("does not give back what an owner had taken, by removing and adding", async () => {
      const [owner, manager, person] = [
        await signUpStaff(sql, "owner"),
        await signUpStaff(sql, "staff", EVERY_RIGHT),
        await signedUp(sql),
      ];
      await add(owner, person);
      await set(owner, person, ["exports"]);
      await remove(manager, person);
      await add(manager, person);
      expect(await standingOf(sql, person)).toMatchObject({ rights: ["exports"] });
      await remove(manager, person);
      await add(owner, person);
      expect(await standingOf(sql, person)).toMatchObject({ rights: BEGINNING });
    });

    test("takes nothing from somebody new that was taken from another who was removed", async () => {
      const [owner, manager, former, fresh] = [
        await signUpStaff(sql, "owner"),
        await signUpStaff(sql, "staff", EVERY_RIGHT),
        await signUpStaff(sql),
        await addUser(sql, { chosePassword: true }),
      ];
      await set(owner, former, ["exports"]);
      await remove(owner, former);
      expect(await add(manager, fresh)).toMatchObject({ outcome: "added" });
      expect(await standingOf(sql, fresh)).toMatchObject({ rights: BEGINNING });
      expect(await add(manager, fresh)).toMatchObject({ outcome: "already_staff" });
    });

    test("sees the page of the staff as a manager, and not at all without the right", async () => {
      const [manager, member] = [await signUpStaff(sql, "staff", EVERY_RIGHT), await signUpStaff(sql)];
      const list = (who: StaffMember) => personClient(who.accessToken).rpc("staff_list_people");
      expect((await list(manager)).data).toMatchObject({ me: manager.id, staff_role: "manager" });
      expect((await list(member)).error).toMatchObject({ code: "42501" });
    });
  });

  describe("a right that is taken", () => {
    test("ends at the next call: setting paid, refunds, exports and people", async () => {
      const [owner, member] = [await signUpStaff(sql, "owner"), await signUpStaff(sql, "staff", EVERY_RIGHT)];
      const unpaid = await addOrder(sql, { payment_status: "unpaid", stripe_session_id: null });
      const paid = await addOrder(sql);
      const acts = {
        set_paid: () =>
          call<Outcome>(serverClient(), "staff_update_order", {
            p_actor: member.id,
            p_order_id: unpaid.id,
            p_version: unpaid.version,
            p_changes: { payment_status: "paid" },
            p_tracking_hash: null,
          }),
        refunds: () =>
          call<Outcome>(serverClient(), "staff_begin_refund", {
            p_actor: member.id,
            p_request_id: randomUUID(),
            p_order_id: paid.id,
            p_amount_cents: 1,
            p_refunded_cents: 99,
            p_reason: "x",
          }),
        exports: () =>
          call<Outcome>(serverClient(), "staff_begin_export", {
            p_actor: member.id,
            p_kind: "orders",
            p_filter: {},
          }),
        people: () => remove(member, { id: randomUUID() }),
      };
      // Each of them may, and so gets to what else stands against it.
      expect(await acts.set_paid()).toMatchObject({ outcome: "reason_required" });
      expect(await acts.refunds()).toMatchObject({ outcome: "changed" });
      expect(await acts.exports()).toMatchObject({ export_id: expect.any(Number) });
      expect(await acts.people()).toMatchObject({ outcome: "not_staff" });
      await set(owner, member, []);
      for (const [right, act] of Object.entries(acts)) await expect(act()).rejects.toEqual(refused(right));
      expect((await storedOrder(sql, unpaid.id)).payment_status).toBe("unpaid");
      // All else of an order they change as before, and the list that goes to the grader names no customer.
      const save = {
        p_actor: member.id,
        p_order_id: unpaid.id,
        p_version: unpaid.version,
        p_tracking_hash: null,
      };
      expect(
        await call(serverClient(), "staff_update_order", { ...save, p_changes: { shelf_location: "A-1" } }),
      ).toMatchObject({ outcome: "updated" });
      await call(serverClient(), "staff_begin_export", {
        p_actor: member.id,
        p_kind: "manifest",
        p_filter: {},
        p_rows: 2,
      });
    });

    test("who writes while it is taken has written before", async () => {
      const [owner, member] = [await signUpStaff(sql, "owner"), await signUpStaff(sql)];
      let taken: Promise<unknown> = Promise.resolve();
      await sql.begin(async (tx) => {
        await tx`select public.staff_begin_export(${member.id}, 'manifest', '{}', 1)`;
        taken = set(owner, member, []);
        await expectSomebodyWaits(tx);
      });
      expect(await taken).toEqual({ outcome: "changed" });
    });
  });
});

describe("staff acts", () => {
  // A purge passes over the rows that another one is at.
  let acts: StaffActs;
  beforeAll(async () => {
    acts = await StaffActs.begin(sql);
  });

  describe("what was received never contradicts the status", () => {
    test("received by hand starts the clock; waiting for the cards again ends it", async () => {
      const { id } = await addOrder(sql);
      await acts.change(id, { submission_status: "received" });
      expect(await acts.factsOf(id)).toMatchObject({
        received_at: expect.any(Date),
        arrived_at: expect.any(Date),
      });
      // Not counted yet: the desk counts it as the first time.
      expect(await acts.checkIn(id, 10)).toMatchObject({ outcome: "received" });
      await acts.change(id, { fulfillment_status: "not_received" }, "By mistake");
      expect(await acts.factsOf(id)).toMatchObject({
        submission_status: "pending",
        received_at: null,
        received_count: null,
        package_condition: null,
        received_by: null,
        shelf_location: null,
      });
      // The package itself is here.
      expect((await acts.factsOf(id)).arrived_at).not.toBeNull();
    });

    test("many at once, too", async () => {
      const order = await addOrder(sql);
      await acts.changeAll([order], { submission_status: "shipped" });
      expect(await acts.factsOf(order.id)).toMatchObject({ received_at: expect.any(Date) });
    });

    test("the story begins with the arrival", async () => {
      const { id } = await addOrder(sql);
      await acts.checkIn(id, 10);
      const types = (await eventsOf(sql, id)).map(({ type }) => type);
      expect(types.indexOf("arrived")).toBeLessThan(types.indexOf("submission_status"));
    });
  });

  test("the desk lists its last ten, the order all of its own, each without what was taken back", async () => {
    const order = await addOrder(sql, { num_cards: 12 });
    const first = await acts.checkIn(order.id, 9);
    await acts.change(order.id, { internal_notes: "x" });
    const desk = async () =>
      (
        await call<{ acts: { id: string }[] }>(
          personClient(acts.member.accessToken),
          "staff_receiving_desk",
          {},
        )
      ).acts;
    const page = async () =>
      (
        await call<{ acts: { id: string }[] }>(
          personClient(acts.member.accessToken),
          "staff_get_order_page",
          {
            p_order_id: order.id,
          },
        )
      ).acts;
    expect((await desk()).length).toBeLessThanOrEqual(10);
    expect(await desk()).toContainEqual({
      id: first.act_id,
      order_id: order.id,
      batch_id: order.batch_id,
      kind: "check_in",
      facts: expect.arrayContaining(["received_count", "shelf_location"]),
      count: 9,
      group_id: null,
      group_step: null,
      actor_email: acts.member.email,
      created_at: expect.any(String),
    });
    expect(await page()).toMatchObject([{ kind: "change", facts: ["internal_notes"] }, { id: first.act_id }]);
    await acts.undo(first.act_id);
    expect(JSON.stringify(await desk())).not.toContain(first.act_id);
    expect(await page()).toMatchObject([{ kind: "change" }]);
  });

  test("a next step sends what waits of the steps before it at once: nothing else, and nothing that was tried or is over", async () => {
    const { id } = await addOrder(sql, { submission_status: "processing", fulfillment_status: "grading" });
    const other = await addOrder(sql);
    const waiting = async (name: string, order_id: string, changes: Record<string, unknown> = {}) => {
      const mail = { dedupe_key: `${name}:${id}`, kind: "order_sent", ...changes };
      const payload = { order_id, act_id: randomUUID() };
      await sql`insert into outbox ${sql({ ...mail, payload, next_attempt_at: new Date(Date.now() + 600_000) })}`;
    };
    await waiting("its step", id);
    await waiting("another order's", other.id);
    await waiting("another kind", id, { kind: "late" });
    await waiting("tried", id, { attempts: 1 });
    await waiting("sent", id, { sent_at: new Date() });
    await waiting("given up", id, { failed_at: new Date() });
    await acts.change(id, { submission_status: "shipped" });
    const due = await sql<{ dedupe_key: string }[]>`
    select dedupe_key from outbox where dedupe_key like ${`%:${id}`} and next_attempt_at <= now()`;
    expect(due.map(({ dedupe_key }) => dedupe_key)).toEqual([`its step:${id}`]);
  });

  test("a delay is two facts of one act, and no others", async () => {
    const { id } = await addOrder(sql);
    await acts.checkIn(id, 10);
    const { act_id } = await acts.change(id, { delay_reason: "They are slow.", delayed_until: "2126-12-21" });
    const [act] = await sql`select before, after from staff_acts where id = ${act_id}`;
    expect(act).toEqual({
      before: { delay_reason: null, delayed_until: null },
      after: { delay_reason: "They are slow.", delayed_until: "2126-12-21" },
    });
  });

  test("acts are forgotten after 90 days", async () => {
    const { id } = await addOrder(sql);
    const old = await acts.change(id, { internal_notes: "a" });
    const young = await acts.change(id, { internal_notes: "b" });
    await sql`update staff_acts set created_at = now() - interval '91 days' where id = ${old.act_id}`;
    await sql`update staff_acts set created_at = now() - interval '89 days' where id = ${young.act_id}`;
    await call(serverClient(), "purge_staff_acts", {});
    expect(await sql`select id from staff_acts where order_id = ${id}`).toEqual([{ id: young.act_id }]);
  });
});

describe("staff save reasons", () => {
  let member: StaffMember;
  beforeAll(async () => {
    member = await signUpStaff(sql);
  });

  describe("without a reason nobody", () => {
    test.each<[string, Parameters<typeof addOrder>[1], Record<string, unknown>, string | null]>([
      [
        "takes a batch back a step",
        { submission_status: "shipped" },
        { submission_status: "received" },
        "goes_back",
      ],
      [
        "takes it back by the coarse status",
        { submission_status: "grading" },
        { fulfillment_status: "not_received" },
        "goes_back",
      ],
      [
        "sends one to the grader that is not paid",
        { payment_status: "unpaid", submission_status: "received" },
        { submission_status: "shipped" },
        "not_paid",
      ],
      [
        "sends one home that is not paid",
        { payment_status: "failed", submission_status: "graded" },
        { fulfillment_status: "complete" },
        "not_paid",
      ],
      [
        "sends one home that the grader has not had",
        { submission_status: "received", tracking_number: "1Z8" },
        { submission_status: "completed" },
        "not_sent",
      ],
      [
        "sends one to the grader whose payment is disputed",
        { submission_status: "received", dispute_status: "needs_response" },
        { submission_status: "shipped" },
        "disputed",
      ],
      [
        "sends one to the grader whose payment was lost to a dispute, which nobody has reviewed",
        { submission_status: "received", dispute_status: "lost", review_reason: "dispute_lost" },
        { submission_status: "shipped" },
        "disputed",
      ],
    ])("%s", async (_, columns, changes, oddity) => {
      const order = await addOrder(sql, {
        fulfillment_status: "grading",
        received_at: new Date(),
        ...columns,
      });
      const refused = await updateAsStaff(member, order, changes);
      expect(refused).toMatchObject({
        outcome: "reason_required",
        oddities: expect.arrayContaining([oddity]),
      });
      expect(await updateAsStaff(member, order, changes, " ")).toMatchObject({ outcome: "reason_required" });
      expect(await storedOrder(sql, order.id)).toMatchObject({ version: order.version });
      expect(await updateAsStaff(member, order, changes, "As agreed")).toMatchObject({ outcome: "updated" });
      expect(await eventsOf(sql, order.id)).toContainEqual(
        expect.objectContaining({ type: "reason", message: "As agreed", public: false }),
      );
    });

    test("but what is on its way may go on: to the next step, and while it is here unpaid", async () => {
      const order = await addOrder(sql, { payment_status: "unpaid", received_at: new Date() });
      const received = await updateAsStaff(member, order, { submission_status: "received" });
      expect(received).toMatchObject({ outcome: "updated" });
      expect(await updateAsStaff(member, received.order, { submission_status: "processing" })).toMatchObject({
        outcome: "updated",
      });
    });
  });
});
