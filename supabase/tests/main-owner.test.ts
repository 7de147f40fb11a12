import { addUser, type StaffMember, signUpStaff } from "../../sandbox/builders/rows";
import { call, connect, personClient, serverClient } from "../../sandbox/builders/test-database";
import {
  aMainOwner,
  EVERY_RIGHT,
  handOver,
  mailsAbout,
  refused,
  remove,
  set,
  standingOf,
} from "./people-calls";

/* The one owner who starts at the staff's pages, and what happens when people change each other at once. */

const sql = connect(6);

describe("the main owner", () => {
  test("hands that over to anybody of the staff, and stays an owner; three are told", async () => {
    const [main, next, other] = [
      await aMainOwner(sql),
      await signUpStaff(sql, "staff", []),
      await signUpStaff(sql),
    ];
    const before = await standingOf(sql, other);
    expect(await handOver(main, next)).toEqual({ outcome: "handed_over" });
    expect(await standingOf(sql, other)).toEqual(before);
    expect(await standingOf(sql, main)).toMatchObject({ role: "owner", is_main: false });
    expect(await standingOf(sql, next)).toMatchObject({ role: "owner", is_main: true });
    const context = (who: StaffMember) => call(personClient(who.accessToken), "get_session_context", {});
    expect(await context(next)).toMatchObject({ staff_role: "owner" });
    expect(await context(main)).toMatchObject({ staff_role: "co_owner" });
    expect((await mailsAbout(sql, next, "handed_over")).map(({ to }) => to).sort()).toEqual(
      [main.email, next.email].sort(),
    );
    expect(await handOver(main, next)).toEqual({ outcome: "not_main" });
  });

  test("hands it over neither to themselves nor to nobody", async () => {
    const main = await aMainOwner(sql);
    expect(await handOver(main, main)).toEqual({ outcome: "own_rights" });
    expect(await handOver(main, await addUser(sql))).toEqual({ outcome: "not_staff" });
    expect(await standingOf(sql, main)).toMatchObject({ is_main: true });
  });

  test("who hands it over twice at once does so once", async () => {
    const [main, one, two] = [await aMainOwner(sql), await signUpStaff(sql), await signUpStaff(sql)];
    const outcomes = await Promise.all([handOver(main, one), handOver(main, two), handOver(main, one)]);
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(["handed_over", "not_main", "not_main"]);
    expect(await sql`select from staff where is_main`).toHaveLength(1);
  });

  test("is exactly one, whatever the tables are told", async () => {
    const main = await aMainOwner(sql);
    const other = await signUpStaff(sql, "owner");
    await expect(sql`update staff set is_main = true where user_id = ${other.id}`).rejects.toMatchObject({
      code: "23505",
    });
    await expect(sql`update staff set role = 'staff' where user_id = ${main.id}`).rejects.toMatchObject({
      code: "23514",
    });
  });

  test("set-up makes the first owner the main one, and takes nothing away when it is run again", async () => {
    const main = await aMainOwner(sql);
    const second = await addUser(sql);
    const bind = (email: string, p_role: string) =>
      call<{ reason: string }>(serverClient(), "bind_staff", { p_email: email, p_role });
    expect(await bind(second.email, "owner")).toMatchObject({ reason: "added" });
    expect(await standingOf(sql, second)).toMatchObject({ role: "owner", is_main: false });
    expect(await bind(second.email, "staff")).toMatchObject({ reason: "already_bound" });
    expect(await bind(main.email, "staff")).toMatchObject({ reason: "already_bound" });
    // At once for everybody else: another file may set up an owner at this moment.
    const again = await sql.begin(async (tx) => {
      await tx`update staff set is_main = false where is_main`;
      return tx`select public.bind_staff(${second.email}, 'owner') as answer`;
    });
    expect(again[0]?.answer).toMatchObject({ reason: "role_changed" });
    expect(await standingOf(sql, second)).toMatchObject({ role: "owner", is_main: true });
  });
});

test("two who change, or remove, each other at once never wait for each other", async () => {
  for (let round = 0; round < 5; round++) {
    const [one, two] = [await signUpStaff(sql, "owner"), await signUpStaff(sql, "owner")];
    const answers = await Promise.allSettled([set(one, two, []), set(two, one, [])]);
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(answers.find(({ status }) => status === "rejected")).toMatchObject({ reason: refused("owner") });
    const managers = [
      await signUpStaff(sql, "staff", EVERY_RIGHT),
      await signUpStaff(sql, "staff", EVERY_RIGHT),
    ] as const;
    const removed = await Promise.allSettled([
      remove(managers[0], managers[1]),
      remove(managers[1], managers[0]),
    ]);
    expect(removed.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(removed.find(({ status }) => status === "rejected")).toMatchObject({
      reason: expect.objectContaining({ message: expect.stringContaining("only staff may do this") }),
    });
  }
});
