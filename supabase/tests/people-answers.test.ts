import { randomUUID } from "node:crypto";
import { ACTIVITY_KINDS, readActivityQuery } from "@/lib/staff/activity/activity-query";
import { listActivity, listAllActivity } from "@/lib/staff/activity/data";
import { beginExport, finishExport } from "@/lib/staff/exports/mutations";
import { getUserProfile, listPeople } from "@/lib/staff/people/data";
import { addMember, handOver, removeMember, setRights } from "@/lib/staff/people/mutations";
import { requireRight } from "@/lib/staff/require-staff";
import { addOrder, addUser, type StaffMember, signUpStaff } from "../../sandbox/builders/rows";
import { updateAsStaff } from "../../sandbox/builders/sql-functions";
import { connect } from "../../sandbox/builders/test-database";
import { called, functionsCalledIn } from "./gate-functions";
import { aMainOwner } from "./people-calls";

jest.mock("@/lib/supabase/rpc", () => jest.requireActual("./gate-functions").notedGate());

const sql = connect();
let main: StaffMember;
beforeAll(async () => {
  main = await aMainOwner(sql);
});

const query = (asked: Record<string, string>) => readActivityQuery(asked);

test("every outcome of changing people and their rights", async () => {
  const [member, person] = [await signUpStaff(sql), await addUser(sql)];
  const set = async (user_id: string, version: number, role: "owner" | "staff" = "staff") =>
    (await setRights(main.id, { user_id, version, role, rights: ["people"] })).outcome;
  expect(await set(member.id, 1)).toBe("changed");
  expect(await set(member.id, 2)).toBe("unchanged");
  expect(await set(member.id, 1)).toBe("conflict");
  expect(await set(main.id, 1)).toBe("own_rights");
  expect(await set(person.id, 1)).toBe("not_staff");
  expect(await addMember(main.id, person.email)).toBe("added");
  expect(await removeMember(main.id, person.id)).toBe("removed");
  const page = await listPeople(member.accessToken);
  expect(page).toMatchObject({ me: member.id, staff_role: "manager" });
  expect(page.people.find(({ is_main: isMain }) => isMain)?.user_id).toBe(main.id);
  const own = page.events.filter(({ actor_email: actor }) => actor === main.email);
  expect(own.map(({ action }) => action)).toEqual(["removed", "added", "rights_changed"]);
  await getUserProfile(member.accessToken, person.id);
  const next = await signUpStaff(sql, "owner");
  expect(await handOver(next.id, member.id)).toBe("not_main");
  expect(await handOver(main.id, main.id)).toBe("own_rights");
  expect(await handOver(main.id, person.id)).toBe("not_staff");
  expect(await handOver(main.id, next.id)).toBe("handed_over");
  main = next;
});

test("who lacks a right is told whom to ask, also when only the database knows", async () => {
  const member = await signUpStaff(sql, "staff", []);
  const caller = { userId: member.id, accessToken: member.accessToken, role: "staff" } as const;
  await expect(requireRight(caller, "exports")).rejects.toMatchObject({
    status: 403,
    message: `You may not export files. ${main.email} can give you the right.`,
  });
  await expect(beginExport(member.id, { kind: "orders", filter: {} })).rejects.toMatchObject({
    status: 403,
    message: "You may not export files. An owner can give you the right.",
  });
});

test("what staff did is read whole, by each filter, and page by page", async () => {
  const today = new Date().toISOString().slice(0, 10);
  const member = await signUpStaff(sql);
  const order = await addOrder(sql);
  await updateAsStaff(member, order, { shelf_location: "A-1" });
  const id = await beginExport(member.id, {
    kind: "orders",
    filter: { payment: "paid", view: null, search: "" },
  });
  await finishExport(id, 3, true);
  const { rows, my_rights: rights } = await listActivity(member.accessToken, query({ person: member.id }));
  expect(rights.rights).toContain("exports");
  expect(rows).toMatchObject([
    { type: "exported", after: { filter: { payment: "paid" }, rows: 3, is_complete: true } },
    { type: "shelf_location", batch_id: order.batch_id },
  ]);
  const first = await listActivity(member.accessToken, query({ person: member.id }), 1);
  const more = await listActivity(
    member.accessToken,
    { ...query({ person: member.id }), cursor: first.next_cursor },
    1,
  );
  expect([...first.rows, ...more.rows]).toEqual(rows);
  for (const kind of ACTIVITY_KINDS) await listActivity(member.accessToken, query({ kind }));
  expect(
    (await listActivity(member.accessToken, query({ person: member.id, from: today }))).rows,
  ).toHaveLength(2);
  expect((await listActivity(member.accessToken, query({ batch: randomUUID() }))).rows).toEqual([]);
  const pages: number[] = [];
  for await (const page of listAllActivity(member.accessToken, query({ batch: order.batch_id })))
    pages.push(page.length);
  expect(pages).toEqual([1]);
});

test("no function of people, of exports and of what staff did was left out", () => {
  const rooms = ["people", "exports", "activity"].flatMap((room) => functionsCalledIn(`staff/${room}`));
  expect(rooms.length).toBeGreaterThan(7);
  expect(["staff_my_rights", ...rooms].filter((name) => !called.has(name))).toEqual([]);
});
