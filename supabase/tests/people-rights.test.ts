import { randomUUID } from "node:crypto";
import { addOrder, addUser, type StaffMember, signUpStaff, storedOrder } from "../../sandbox/builders/rows";
import { expectSomebodyWaits } from "../../sandbox/builders/sql-functions";
import { call, connect, personClient, serverClient, signedUp } from "../../sandbox/builders/test-database";
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

/* What each of the staff may do: who gives it, who takes it, who is told, and that the functions ask for it. */

const sql = connect(6);

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
    const events = await sql`select action from staff_events where staff_user_id = ${member.id} order by id`;
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

  test.each([{ p_role: "god" }, { p_role: null }, { p_rights: ["owner"] }])("%j is refused", async (args) => {
    const [owner, member] = [await signUpStaff(sql, "owner"), await signUpStaff(sql)];
    await expect(set(owner, member, [], args)).rejects.toThrow("there is no such role or right");
  });
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
