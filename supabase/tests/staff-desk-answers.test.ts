import { randomUUID } from "node:crypto";
import { getReceivingDesk, listCandidates } from "@/lib/staff/desk/data";
import * as desk from "@/lib/staff/desk/mutations";
import { aMark } from "@/sandbox/builders/ids";
import {
  addOrder,
  addOrders,
  addStuckRefund,
  type StaffMember,
  signUpStaff,
  storedOrder,
} from "@/sandbox/builders/rows";
import { connect, undone } from "@/sandbox/builders/test-database";
import { called, functionsCalledIn } from "./gate-functions";

jest.mock("@/lib/supabase/rpc", () => jest.requireActual("./gate-functions").notedGate());

const sql = connect();
const nobody = randomUUID();
let owner: StaffMember;
beforeAll(async () => {
  owner = await signUpStaff(sql, "owner");
});

test("the desk counts what it waits for, and what of it is here", () =>
  undone(sql, async (tx) => {
    // Without what other files add meanwhile.
    await tx`set transaction isolation level repeatable read`;
    await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: owner.id })}, true)`;
    const counts = async () => {
      const [row] = await tx`select public.staff_receiving_desk() as desk`;
      return [row?.desk.awaited.count, row?.desk.here.count];
    };
    const [awaited, here] = await counts();
    await addOrders(tx, null, 2);
    await addOrders(tx, null, 3, { arrived_at: new Date() });
    await addOrders(tx, null, 4, { payment_status: "unpaid" });
    expect(await counts()).toEqual([Math.min(awaited + 5, 1000), Math.min(here + 3, 1000)]);
  }));

test("every outcome at the desk", async () => {
  const order = await addOrder(sql, { batch_id: null });
  const outcomes: string[] = [];
  const note = async (result: Promise<{ outcome: string }>) => outcomes.push((await result).outcome);
  await note(desk.recordArrival(owner.id, order.id));
  await note(desk.recordArrival(owner.id, order.id));
  await note(desk.recordArrival(owner.id, nobody));
  const count = { version: 2, count: 10, condition: "ok" as const };
  await note(desk.checkIn(owner.id, order.id, { ...count, version: 1 }));
  await note(desk.checkIn(owner.id, order.id, count));
  await note(desk.checkIn(owner.id, order.id, count));
  await note(
    desk.checkIn(owner.id, order.id, { ...count, version: 3, condition: "tampered", is_recount: true }),
  );
  await note(desk.checkIn(owner.id, nobody, count));
  const bare = await desk.addPackage(owner.id, {});
  await desk.addPackage(owner.id, {
    carrier: "ups",
    sender: "Jane",
    notes: "n",
    shelf: "A",
    tracking_number: "1Z",
  });
  expect((await getReceivingDesk(owner.accessToken, null)).orders).toEqual([]);
  const code = `ORDER-${order.id.slice(0, 8)}`;
  const found = await getReceivingDesk(owner.accessToken, code);
  expect([found.awaited, found.here]).toEqual([null, null]);
  expect(found.orders[0]).toMatchObject({
    received_by: owner.email,
  });
  await note(desk.matchPackage(owner.id, bare.id, nobody));
  await note(desk.matchPackage(owner.id, nobody, order.id));
  await note(desk.matchPackage(owner.id, bare.id, order.id));
  await note(desk.matchPackage(owner.id, bare.id, order.id));
  expect(outcomes).toEqual(
    [
      "arrived",
      "already_arrived",
      "not_found",
      "conflict",
      "received",
      "already_received",
      "recounted",
    ].concat(["not_found", "order_not_found", "not_found", "matched", "already_matched"]),
  );
});

test("every outcome of boxes", async () => {
  const order = await addOrder(sql);
  const box = async (version: number, count = 4) =>
    (await desk.countBox(owner.id, order.id, { version, count, condition: "ok" })).outcome;
  expect(await box(order.version)).toBe("box_counted");
  expect(await box(order.version)).toBe("conflict");
  const { version } = await storedOrder(sql, order.id);
  expect(await box(version, 9999)).toBe("too_many");
  const last = { version, count: 9999, condition: "ok" as const };
  expect(await desk.checkIn(owner.id, order.id, last)).toEqual({ outcome: "too_many" });
  expect(await desk.checkIn(owner.id, order.id, { ...last, count: 6 })).toMatchObject({
    outcome: "received",
    is_mismatch: false,
    order: { received_count: 10, box_counts: [] },
  });
  expect(await box(version)).toBe("already_received");
  expect(await desk.countBox(owner.id, nobody, last)).toEqual({ outcome: "not_found" });
});

test("every outcome of setting aside", async () => {
  const order = await addOrder(sql, { payment_status: "unpaid", batch_id: null });
  const aside = () => desk.setAside(owner.id, order.id, { action: "set_aside", note: "wet", shelf: "X-1" });
  expect(await desk.noteSetAside(owner.id, order.id, "asked")).toBeNull();
  expect(await desk.endSetAside(owner.id, order.id, null)).toBeNull();
  expect(await aside()).toMatchObject({ outcome: "set_aside", order: { set_aside: { reason: "unpaid" } } });
  expect(await aside()).toMatchObject({
    outcome: "already_set_aside",
    order: { set_aside: { set_aside_by: owner.email, note: "wet" } },
  });
  expect(await desk.setAside(owner.id, nobody, { action: "set_aside" })).toMatchObject({
    outcome: "not_found",
  });
  expect(await desk.noteSetAside(owner.id, order.id, "asked on Monday")).toEqual(expect.any(String));
  const { set_asides: rows } = await getReceivingDesk(owner.accessToken, null);
  const row = rows.find(({ order_id: id }) => id === order.id);
  if (row)
    expect(row).toMatchObject({
      asked_note: "asked on Monday",
      asked_by: owner.email,
      payment_status: "unpaid",
    });
  expect(await desk.endSetAside(owner.id, order.id, "paid")).toEqual(expect.any(String));
  expect(await desk.endSetAside(owner.id, order.id, null)).toBeNull();
});

test("every outcome of correcting a package", async () => {
  const kept = await desk.addPackage(owner.id, { sender: "Jnae", carrier: "ups" });
  const change = (version: number, id = kept.id) =>
    desk.changePackage(owner.id, id, { version, sender: "Jane", carrier: "ups" });
  const changed = await change(1);
  expect(changed.outcome).toBe("changed");
  expect(await change(1)).toMatchObject({
    outcome: "conflict",
    package: { sender: "Jane", version: 2, changed_by_email: owner.email, changed_at: expect.any(String) },
  });
  expect((await change(2)).outcome).toBe("unchanged");
  expect((await change(1, nobody)).outcome).toBe("not_found");
  const { packages, package_changes: changes } = await getReceivingDesk(owner.accessToken, null);
  expect(packages.length).toBeGreaterThan(0);
  expect(changes.length).toBeGreaterThan(0);

  expect((await desk.deletePackage(owner.id, kept.id, 1)).outcome).toBe("conflict");
  const deleted = await desk.deletePackage(owner.id, kept.id, 2);
  expect(deleted.outcome).toBe("deleted");
  expect((await desk.deletePackage(owner.id, kept.id, 3)).outcome).toBe("not_found");
  const undo = (act: object) => desk.undoPackage(owner.id, (act as { change_id: string }).change_id);
  expect(await undo(changed)).toBe("undone");
  expect([await undo(deleted), await undo(deleted)]).toEqual(["undone", "already_undone"]);
  expect(await desk.undoPackage(owner.id, nobody)).toBe("not_found");

  const again = await desk.deletePackage(owner.id, kept.id, 5);
  expect([again.outcome, await undo(again)]).toEqual(["deleted", "undone"]);
  const order = await addOrder(sql);
  const edited = await change(7);
  expect((await desk.matchPackage(owner.id, kept.id, order.id)).outcome).toBe("matched");
  expect((await change(9)).outcome).toBe("already_matched");
  expect((await desk.deletePackage(owner.id, kept.id, 9)).outcome).toBe("already_matched");
  expect(await undo(edited)).toBe("changed_since");
});

test("every outcome of a request to cancel", async () => {
  const order = await addOrder(sql, { cancel_requested_at: new Date() });
  const decline = (version: number, id = order.id) =>
    desk.declineCancellation(owner.id, id, { version, words: "It is with the grader already." });
  const count = { version: 1, count: 10, condition: "ok" as const };
  expect(await desk.checkIn(owner.id, order.id, count)).toMatchObject({ outcome: "cancel_asked" });
  expect(await desk.countBox(owner.id, order.id, count)).toMatchObject({ outcome: "cancel_asked" });
  expect((await decline(9)).outcome).toBe("conflict");
  const refund = await addStuckRefund(sql, order.id);
  expect((await decline(1)).outcome).toBe("under_way");
  await sql`delete from refund_requests where id = ${refund}`;
  expect(await decline(1)).toMatchObject({ outcome: "declined", order: { cancel_requested_at: null } });
  expect((await decline(2)).outcome).toBe("not_asked");
  expect((await decline(1, nobody)).outcome).toBe("not_found");
});

test("candidates are read as the desk shows them", async () => {
  const name = aMark();
  const order = await addOrder(sql, {
    return_address: { full_name: `Quirina ${name}`, postal_code: "97314" },
  });
  const search = `${name.toLowerCase()} 97314`;
  expect((await listCandidates(owner.accessToken, search)).map(({ id }) => id)).toEqual([order.id]);
  expect(await listCandidates(owner.accessToken, "nobody-has-this")).toEqual([]);
});

test("no function of the desk was left out", () => {
  const expected = functionsCalledIn("staff/desk");
  expect(expected.length).toBeGreaterThan(10);
  expect(expected.filter((name) => !called.has(name))).toEqual([]);
});
