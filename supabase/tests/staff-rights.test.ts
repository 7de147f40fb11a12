import { randomUUID } from "node:crypto";
import { addAuthenticator } from "../../sandbox/builders/person";
import {
  addOrder,
  addUser,
  eventsOf,
  type StaffMember,
  signUpStaff,
  storedOrder,
} from "../../sandbox/builders/rows";
import { expectSomebodyWaits, updateAsStaff } from "../../sandbox/builders/sql-functions";
import { StaffActions } from "../../sandbox/builders/staff-actions";
import {
  addSignedInPerson,
  call,
  connect,
  personClient,
  serverClient,
  visitorClient,
} from "../../sandbox/builders/test-database";
import { staffReads, staffWrites } from "./staff-functions";

const sql = connect();

describe("staff rights", () => {
  const isForOwners = (name: string) => /_(list_people|add_member|remove_member)$/.test(name);

  test("lists every staff function as a read or a write", async () => {
    const rows = await sql<{ name: string }[]>`
    select p.proname as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.proname like 'staff\\_%'
      and (p.proargnames @> array['p_actor'] or has_function_privilege('authenticated', p.oid, 'execute'))`;
    const listed = new Set([...staffReads, ...staffWrites].map(([name]) => name));
    expect(rows.map((row) => row.name).filter((name) => !listed.has(name))).toEqual([]);
  });

  describe("with a live token", () => {
    test("allows reads by staff, but not by customers, guests or removed staff", async () => {
      const [customer, former, owner] = [
        await addSignedInPerson(sql),
        await signUpStaff(sql),
        await signUpStaff(sql, "owner"),
      ];
      const staff = await signUpStaff(sql);
      for (const [name, args] of staffReads) {
        const isOwners = isForOwners(name);
        expect((await personClient(former.accessToken).rpc(name, args)).error?.code ?? null).toBe(
          isOwners ? "42501" : null,
        );
        expect((await personClient(staff.accessToken).rpc(name, args)).error?.code ?? null).toBe(
          isOwners ? "42501" : null,
        );
        expect((await personClient(owner.accessToken).rpc(name, args)).error).toBeNull();
      }
      await sql`delete from staff where user_id = ${former.id}`;
      for (const [name, args] of staffReads) {
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

    test("refuses every write made with a user token, even by staff", async () => {
      const owner = await signUpStaff(sql, "owner");
      for (const [name, args] of staffWrites) {
        for (const api of [personClient(owner.accessToken), visitorClient()]) {
          const { error } = await api.rpc(name, { p_actor: owner.id, ...args });
          expect([name, error?.code]).toEqual([name, "42501"]);
        }
      }
    });
  });

  test("allows writes only for staff, and staff management only for owners", async () => {
    const [customer, staff, former] = [
      await addSignedInPerson(sql),
      await signUpStaff(sql),
      await signUpStaff(sql),
    ];
    await sql`delete from staff where user_id = ${former.id}`;
    for (const [name, args] of staffWrites) {
      for (const actor of [customer.id, former.id, randomUUID(), null]) {
        const { error } = await serverClient().rpc(name, { ...args, p_actor: actor });
        expect([name, error?.code]).toEqual([name, "42501"]);
      }
      const { error } = await serverClient().rpc(name, { ...args, p_actor: staff.id });
      expect([name, error?.code ?? null]).toEqual([name, isForOwners(name) ? "42501" : null]);
    }
  });

  describe("people", () => {
    const add = (actor: { id: string }, email: string) =>
      call<{ outcome: string }>(serverClient(), "staff_add_member", { p_actor: actor.id, p_email: email });
    const remove = (actor: { id: string }, userId: string) =>
      call<{ outcome: string; reason?: string }>(serverClient(), "staff_remove_member", {
        p_actor: actor.id,
        p_user_id: userId,
      });

    test("adds and removes staff, and refuses a removed member's next call", async () => {
      const [owner, person] = [await signUpStaff(sql, "owner"), await addSignedInPerson(sql)];
      const colleague = await signUpStaff(sql, "staff");
      const order = await addOrder(sql);
      const look = () =>
        personClient(person.accessToken).rpc("staff_get_order_page", { p_order_id: order.id });
      expect((await look()).error?.code).toBe("42501");
      expect(await add(owner, ` ${person.email.toUpperCase()} `)).toMatchObject({ outcome: "added" });
      expect(await add(owner, person.email)).toMatchObject({
        outcome: "member_refused",
        reason: "already_bound",
      });
      expect((await look()).data).toMatchObject({ order: { id: order.id } });
      expect(await remove(owner, person.id)).toEqual({ outcome: "removed" });
      expect((await look()).error?.code).toBe("42501");
      expect(await remove(owner, person.id)).toEqual({ outcome: "member_refused", reason: "not_staff" });
      const events =
        await sql`select type, actor_id, about from staff_log where after ->> 'user_id' = ${person.id} order by id`;
      expect([...events]).toEqual([
        { type: "staff_added", actor_id: owner.id, about: person.email },
        { type: "staff_removed", actor_id: owner.id, about: person.email },
      ]);
      const mails = await sql`select payload from outbox
        where kind = 'rights_notice' and payload ->> 'email' = ${person.email} and payload ->> 'to' in ${sql([owner.email, person.email, colleague.email])}
        order by id, payload ->> 'to' = ${owner.email}`;
      const notice = { email: person.email, by: owner.email };
      const [added, removed] = [
        { ...notice, before: null, after: "staff" },
        { ...notice, before: "staff", after: null },
      ];
      expect(mails).toHaveLength(4);
      expect(mails.map(({ payload }) => payload)).toEqual(
        expect.arrayContaining(
          [added, removed].flatMap((change) => [
            { ...change, to: person.email, is_about_reader: true },
            { ...change, to: owner.email, is_about_reader: false },
          ]),
        ),
      );
    });

    test("keeps an owner's role when they are added again", async () => {
      const [owner, second] = [await signUpStaff(sql, "owner"), await signUpStaff(sql, "owner")];
      expect(await add(owner, second.email)).toMatchObject({
        outcome: "member_refused",
        reason: "already_bound",
      });
      const [row] = await sql`select role from staff where user_id = ${second.id}`;
      expect(row?.role).toBe("owner");
      // Current staff are recognized regardless of the state of their account.
      await sql`update auth.users set email_confirmed_at = null where id = ${second.id}`;
      expect(await add(owner, second.email)).toMatchObject({
        outcome: "member_refused",
        reason: "already_bound",
      });
    });

    test("lets owners remove each other and themselves, but not the last owner", async () => {
      await sql`update staff set role = 'staff'`;
      const [one, two] = [await signUpStaff(sql, "owner"), await signUpStaff(sql, "owner")];
      const outcomes = await Promise.all([remove(one, one.id), remove(two, two.id)]);
      expect(outcomes.map(({ reason, outcome }) => reason ?? outcome).sort()).toEqual([
        "last_owner",
        "removed",
      ]);
      const last = outcomes[0]?.reason === "last_owner" ? one : two;
      const three = await signUpStaff(sql, "owner");
      expect(await remove(last, three.id)).toEqual({ outcome: "removed" });
      expect(await sql`select user_id from staff where role = 'owner'`).toMatchObject([{ user_id: last.id }]);
    });

    test("sends no email to removed staff without an address", async () => {
      const [owner, person] = [await signUpStaff(sql, "owner"), await signUpStaff(sql)];
      await sql`update auth.users set email = null where id = ${person.id}`;
      expect(await remove(owner, person.id)).toEqual({ outcome: "removed" });
      const mails = await sql`select 1 from outbox where kind = 'rights_notice'
        and payload ->> 'by' = ${owner.email} and payload ->> 'is_about_reader' = 'true'`;
      expect(mails).toHaveLength(0);
    });

    test("avoids a deadlock when two owners remove each other", async () => {
      for (let round = 0; round < 5; round++) {
        const [one, two] = [await signUpStaff(sql, "owner"), await signUpStaff(sql, "owner")];
        const removed = await Promise.allSettled([remove(one, two.id), remove(two, one.id)]);
        expect(removed.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
        expect(removed.find(({ status }) => status === "rejected")).toMatchObject({
          reason: expect.objectContaining({ message: expect.stringContaining("only staff may do this") }),
        });
      }
    });

    test("finishes a running write before its author is removed", async () => {
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
      "keeps the %s role and log entry of a concurrent bind_staff call",
      async (role) => {
        const [owner, person] = [await signUpStaff(sql, "owner"), await addUser(sql)];
        let added: Promise<unknown> = Promise.resolve();
        await sql.begin(async (tx) => {
          await tx`select public.bind_staff(${person.email}, ${role})`;
          added = add(owner, person.email);
          await expectSomebodyWaits(tx);
        });
        expect(await added).toMatchObject({ outcome: "member_refused", reason: "already_bound" });
        const bound = await sql`select s.role, l.type, l.actor_id from staff s
        join staff_log l on l.after ->> 'user_id' = s.user_id::text where s.user_id = ${person.id}`;
        expect([...bound]).toEqual([{ role, type: "staff_added", actor_id: null }]);
      },
    );

    test("refuses an unknown or unconfirmed address as staff", async () => {
      const [owner, unconfirmed] = [await signUpStaff(sql, "owner"), await addSignedInPerson(sql)];
      await sql`update auth.users set email_confirmed_at = null where id = ${unconfirmed.id}`;
      expect(await add(owner, unconfirmed.email)).toMatchObject({
        outcome: "member_refused",
        reason: "not_confirmed",
      });
      expect(await add(owner, `${randomUUID()}@example.test`)).toMatchObject({
        outcome: "member_refused",
        reason: "no_account",
      });
    });

    test("refuses an account with an unproven password and no authenticator", async () => {
      const [owner, person] = [await signUpStaff(sql, "owner"), await addSignedInPerson(sql)];
      await sql`delete from password_choices where user_id = ${person.id}`;
      expect(await add(owner, person.email)).toMatchObject({
        outcome: "member_refused",
        reason: "password_not_proven",
      });
      await addAuthenticator(sql, person.id);
      expect(await add(owner, person.email)).toMatchObject({ outcome: "added" });
    });
  });
});

describe("staff actions", () => {
  let actions: StaffActions;
  beforeAll(async () => {
    actions = await StaffActions.begin(sql);
  });

  describe("received date", () => {
    test("sets the received date by hand and clears it when the status is reset", async () => {
      const { id } = await addOrder(sql);
      await actions.change(id, { submission_status: "received" });
      expect(await actions.readOrder(id)).toMatchObject({
        received_at: expect.any(Date),
        arrived_at: expect.any(Date),
      });
      // The order isn't counted yet, so the desk treats this as the first count.
      expect(await actions.checkIn(id, 10)).toMatchObject({ outcome: "received" });
      await actions.change(id, { fulfillment_status: "not_received" }, "By mistake");
      expect(await actions.readOrder(id)).toMatchObject({
        submission_status: "pending",
        received_at: null,
        received_count: null,
        package_condition: null,
        received_by: null,
        shelf_location: null,
      });
      // The package has still arrived.
      expect((await actions.readOrder(id)).arrived_at).not.toBeNull();
    });

    test("sets the received date in a bulk change", async () => {
      const order = await addOrder(sql);
      await actions.changeAll([order], { submission_status: "shipped" });
      expect(await actions.readOrder(order.id)).toMatchObject({ received_at: expect.any(Date) });
    });
  });

  test("lists the actions of the last ten minutes at the desk and on the order", async () => {
    const order = await addOrder(sql, { num_cards: 12 });
    const first = await actions.checkIn(order.id, 9);
    await actions.change(order.id, { internal_notes: "x" });
    const desk = async () =>
      (
        await call<{ actions: { id: string }[] }>(
          personClient(actions.member.accessToken),
          "staff_receiving_desk",
          {},
        )
      ).actions;
    const page = async () =>
      (
        await call<{ actions: { id: string }[] }>(
          personClient(actions.member.accessToken),
          "staff_get_order_page",
          {
            p_order_id: order.id,
          },
        )
      ).actions;
    expect((await desk()).length).toBeLessThanOrEqual(10);
    expect(await desk()).toContainEqual({
      id: first.action_id,
      orders: 1,
      order_id: order.id,
      batch_id: order.batch_id,
      kind: "check_in",
      facts: expect.arrayContaining(["received_count", "shelf_location"]),
      count: 9,
      shipment_id: null,
      group_step: null,
      actor_email: actions.member.email,
      created_at: expect.any(String),
    });
    expect(await page()).toMatchObject([
      { kind: "change", facts: ["internal_notes"] },
      { id: first.action_id },
    ]);
    await actions.age(first.action_id);
    expect(JSON.stringify(await desk())).not.toContain(first.action_id);
    expect(await page()).toMatchObject([{ kind: "change" }]);
  });

  test("sends only waiting emails of earlier steps immediately with the next step", async () => {
    const { id } = await addOrder(sql, { submission_status: "processing", fulfillment_status: "grading" });
    const other = await addOrder(sql);
    const waiting = async (name: string, order_id: string, changes: Record<string, unknown> = {}) => {
      const mail = { dedupe_key: `${name}:${id}`, kind: "order_sent", ...changes };
      const payload = { order_id };
      await sql`insert into outbox ${sql({ ...mail, payload, next_attempt_at: new Date(Date.now() + 600_000) })}`;
    };
    await waiting("its step", id);
    await waiting("another order's", other.id);
    await waiting("tried", id, { attempts: 1 });
    await waiting("sent", id, { sent_at: new Date() });
    await waiting("given up", id, { failed_at: new Date() });
    await actions.change(id, { submission_status: "shipped" });
    const due = await sql<{ dedupe_key: string }[]>`
    select dedupe_key from outbox where dedupe_key like ${`%:${id}`} and next_attempt_at <= now()`;
    expect(due.map(({ dedupe_key }) => dedupe_key)).toEqual([`its step:${id}`]);
  });

  test("purges actions after a day", async () => {
    const { id } = await addOrder(sql);
    const old = await actions.change(id, { internal_notes: "a" });
    const young = await actions.change(id, { internal_notes: "b" });
    await sql`update staff_actions set created_at = now() - interval '25 hours' where id = ${old.action_id}`;
    await sql`update staff_actions set created_at = now() - interval '23 hours' where id = ${young.action_id}`;
    await call(serverClient(), "purge_staff_actions", {});
    expect(await sql`select id from staff_actions where order_id = ${id}`).toEqual([{ id: young.action_id }]);
  });
});

describe("staff save reasons", () => {
  let member: StaffMember;
  beforeAll(async () => {
    member = await signUpStaff(sql);
  });

  // staff-set-aside.test.ts covers the individual warnings.
  test("saves an unusual change only with a reason, which stays internal", async () => {
    const here = { fulfillment_status: "grading", received_at: new Date() };
    const order = await addOrder(sql, { ...here, submission_status: "shipped" });
    const changes = { submission_status: "received" };
    expect(await updateAsStaff(member, order, changes)).toMatchObject({
      outcome: "reason_for_odd",
      warnings: ["goes_back"],
    });
    expect(await updateAsStaff(member, order, changes, " ")).toMatchObject({ outcome: "reason_for_odd" });
    expect(await storedOrder(sql, order.id)).toMatchObject({ version: order.version });
    expect(await updateAsStaff(member, order, changes, "As agreed")).toMatchObject({ outcome: "updated" });
    expect(await eventsOf(sql, order.id)).toContainEqual(
      expect.objectContaining({ type: "reason", message: "As agreed", public: false }),
    );
  });

  test("moves an unpaid, received order to the next step without a reason", async () => {
    const order = await addOrder(sql, { payment_status: "unpaid", received_at: new Date() });
    const received = await updateAsStaff(member, order, { submission_status: "received" });
    expect(received).toMatchObject({ outcome: "updated" });
    expect(await updateAsStaff(member, received.order, { submission_status: "processing" })).toMatchObject({
      outcome: "updated",
    });
  });
});
