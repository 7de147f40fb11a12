import { checkAddress } from "@/lib/staff/returns/address-check";
import { GroupActs } from "../../sandbox/builders/grader-group";
import { aMark } from "../../sandbox/builders/ids";
import { addProfile, storedOrder } from "../../sandbox/builders/rows";
import { StaffActs } from "../../sandbox/builders/staff-acts";
import { call, connect, personClient, signedUp } from "../../sandbox/builders/test-database";
import { addressActs, moved, old } from "./address-acts";

const sql = connect();
// The job's work is one queue.
let acts: StaffActs;
beforeAll(async () => {
  acts = await StaffActs.begin(sql);
});
const { aBatch, save, grade, questionsOf, lastOf, decide, settle, send, runJob, addressOf } = addressActs(
  sql,
  () => acts,
);
const refused = { outcome: "refused", refusal: "address_asked" };

test.each([
  ["the same", old, old],
  ["another way to write it", old, { ...old, address_line1: " 77  SUNSET strip. ", city: "austin," }],
  ["accents in capitals", { ...old, city: "Zürich" }, { ...old, city: "ZÜRICH" }],
  ["another street", old, moved],
  ["a second line more", old, { ...old, address_line2: "Unit 5" }],
  ["another name", old, { ...old, full_name: "Sam Collector" }],
  ["a telephone number alone", old, { ...old, phone: "555" }],
  ["a profile without a street", old, { country: "DE" }],
  ["an order without one", { country: "DE" }, old],
])("SQL and the desk compare alike: %s", async (_, ofOrder, ofProfile) => {
  const [row] = await sql<{ differ: boolean }[]>`
    select private.addresses_differ(${sql.json(ofOrder)}, ${sql.json(ofProfile)}) as differ`;
  expect(row?.differ).toBe(checkAddress(ofOrder, ofProfile).verdict === "differ");
});

describe("a batch becomes graded", () => {
  test("whose owner has moved: they are asked in the same moment, and the cards stay until the answer", async () => {
    const { id, order } = await aBatch();
    await save(id, moved);
    await grade(order);
    const payload = {
      of_order: { city: "Austin", postal_code: "78701" },
      of_profile: { city: "Reno", postal_code: "89501" },
      differing: expect.arrayContaining(["address_line1", "city", "postal_code"]),
    };
    expect(await acts.mailsOf(order.id)).toMatchObject([{ kind: "address_question", payload, due: false }]);
    expect(JSON.stringify(await acts.mailsOf(order.id))).not.toContain("Main Street");
    expect(await acts.shownTo(order.id)).toContainEqual(["return_address", "asked"]);
    expect(await send(order)).toMatchObject(refused);
    const answers = await Promise.all([0, 1, 2].map(() => decide(order, id, "profile")));
    expect(answers.sort()).toEqual(["decided", "decided_before", "decided_before"]);
    expect(await decide(order, id, "order")).toBe("decided_otherwise");
    expect(await addressOf(order)).toMatchObject(moved);
    expect(await acts.mailsOf(order.id)).toEqual([]);
    expect(await send(order)).toMatchObject({ outcome: "returned" });
  });

  test.each([
    ["nobody who did not move", old],
    ["nobody who has another telephone number", { ...old, phone: "555" }],
    ["nobody whose profile has half an address", { ...moved, city: "" }],
  ])("%s is asked", async (_, address) => {
    const { id, order } = await aBatch();
    await save(id, address);
    await grade(order);
    expect(await questionsOf(order)).toEqual([]);
    expect(await send(order)).toMatchObject({ outcome: "returned" });
  });

  test("a profile that was changed before the payment is no move", async () => {
    const { id, order } = await aBatch();
    await save(id, moved);
    await sql`update grading_orders set paid_at = now() + interval '1 hour' where id = ${order.id}`;
    await grade(order);
    expect(await questionsOf(order)).toEqual([]);
  });

  test("a group's step asks for each of its batches, and taking it back asks no more", async () => {
    const { id, order } = await aBatch({ submission_status: "received" });
    const group = await GroupActs.begin(acts);
    await group.add([order]);
    await group.close("SUB-1", 10);
    await save(id, moved);
    const { act_id: act } = await group.step("graded");
    expect((await lastOf(order)).withdrawn_at).toBeNull();
    expect(await acts.undo(act)).toMatchObject([{ outcome: "undone" }]);
    expect((await lastOf(order)).withdrawn_at).not.toBeNull();
    expect(await acts.mailsOf(order.id)).toEqual([]);
  });
});

describe("an answer", () => {
  test("is the account's alone, of the question that stands, and of no other order", async () => {
    const { id, order } = await aBatch();
    await save(id, moved);
    await grade(order);
    const other = await signedUp(sql);
    expect(await decide(order, other.id, "order")).toBe("not_found");
    expect(await decide(order, id, "order", "00000000-0000-4000-8000-000000000000")).toBe("asked_no_more");
    await sql`update address_questions set until_at = now() where order_id = ${order.id}`;
    expect(await decide(order, id, "profile")).toBe("too_late");
  });

  test("that does not come in 48 hours leaves the order's address", async () => {
    const { id, order } = await aBatch();
    await save(id, moved);
    await grade(order);
    await sql`update address_questions set until_at = now() where order_id = ${order.id}`;
    await runJob();
    expect(await questionsOf(order)).toHaveLength(1);
    expect(await send(order)).toMatchObject({ outcome: "returned" });
    expect(await addressOf(order)).toEqual(old);
  });

  test("stands when the batch goes back a step and is graded again", async () => {
    const { id, order } = await aBatch();
    await save(id, moved);
    await grade(order);
    await decide(order, id, "order");
    await acts.change(order.id, { submission_status: "grading" });
    await grade(order);
    expect(await questionsOf(order)).toHaveLength(1);
    expect(await send(order)).toMatchObject({ outcome: "returned" });
  });

  test("is asked again when nobody gave it before the batch went back a step", async () => {
    const { id, order } = await aBatch();
    await save(id, moved);
    await grade(order);
    await acts.change(order.id, { submission_status: "grading" }, "By mistake");
    expect(await decide(order, id, "order")).toBe("asked_no_more");
    await grade(order);
    expect(await questionsOf(order)).toMatchObject([
      { withdrawn_at: expect.any(Date) },
      { withdrawn_at: null },
    ]);
    expect(await acts.mailsOf(order.id)).toHaveLength(1);
  });

  test("is not passed over on the order's page, nor in the bulk: who sends the cards meanwhile says why", async () => {
    const { id, order } = await aBatch();
    await save(id, moved);
    await grade(order);
    const home = { submission_status: "completed", tracking_number: aMark() };
    const args = { p_order_ids: [order.id], p_changes: home };
    const odd = () => call<object>(personClient(acts.member.accessToken), "staff_preview_orders", args);
    expect(await odd()).toMatchObject({ orders: [{ oddities: ["address_asked"] }] });
    expect(await acts.listed(order.id)).toMatchObject({ address_asked_until: expect.any(String) });
    expect(await acts.listed(order.id, "ready_to_return")).toBeUndefined();
    expect(await acts.change(order.id, home)).toMatchObject({ oddities: ["address_asked"] });
    expect((await lastOf(order)).withdrawn_at).toBeNull();
    expect(await acts.change(order.id, { shelf_location: "B-1" })).toMatchObject({ outcome: "updated" });
    await sql`update address_questions set until_at = now() where order_id = ${order.id}`;
    expect(await odd()).toMatchObject({ orders: [{ oddities: [] }] });
    expect(await acts.listed(order.id)).toMatchObject({ address_asked_until: null });
    expect(await acts.listed(order.id, "ready_to_return")).toMatchObject({ id: order.id });
    expect(await acts.change(order.id, home)).toMatchObject({ outcome: "updated" });
  });

  test("and a parcel at the same moment: one of them is first, and none goes where nobody said", async () => {
    const { id, order } = await aBatch();
    await save(id, moved);
    await grade(order);
    const { version } = await storedOrder(sql, order.id);
    const [answer, parcel] = await Promise.all([decide(order, id, "profile"), send(order, version)]);
    expect(answer).toBe("decided");
    // The desk saw the order before the answer, so whoever sends it looks again.
    expect(["refused", "conflict"]).toContain(parcel.outcome);
    expect(await send(order)).toMatchObject({ outcome: "returned" });
  });
});

describe("a profile that is changed while the batch is graded", () => {
  test("is asked about by the job, once, also by two at once, and raises the version", async () => {
    const { id, order } = await aBatch();
    await grade(order);
    await save(id, moved);
    const { version } = await storedOrder(sql, order.id);
    await Promise.all([runJob(), runJob()]);
    expect(await questionsOf(order)).toHaveLength(1);
    expect((await storedOrder(sql, order.id)).version).toBe(Number(version) + 1);
    expect(await acts.mailsOf(order.id)).toMatchObject([{ kind: "address_question", due: true }]);
    expect(await send(order)).toMatchObject(refused);
    await runJob();
    expect(await questionsOf(order)).toHaveLength(1);
  });

  test("a second change after the answer is asked about again; back to the order's address ends it", async () => {
    const { id, order } = await aBatch();
    await save(id, moved);
    await grade(order);
    await decide(order, id, "profile");
    const third = { ...moved, address_line1: "3 Third Street" };
    await save(id, third);
    await runJob();
    expect(await lastOf(order)).toMatchObject({ choice: null, profile_address: third });
    expect(await send(order)).toMatchObject(refused);
    await save(id, moved);
    await runJob();
    expect((await lastOf(order)).withdrawn_at).not.toBeNull();
    expect(await send(order)).toMatchObject({ outcome: "returned" });
  });

  test("a profile that is gone is asked about no more", async () => {
    const { id, order } = await aBatch();
    await save(id, moved);
    await grade(order);
    await sql`delete from profiles where user_id = ${id}`;
    await addProfile(sql, id, old);
    await sql`update profiles set address_line2 = 'Unit 5' where user_id = ${id}`;
    await sql`update profiles set address_line2 = null where user_id = ${id}`;
    await runJob();
    expect((await lastOf(order)).withdrawn_at).not.toBeNull();
  });
});

describe("staff settle it for the owner", () => {
  test.each([
    ["order", old],
    ["profile", moved],
  ])("the %s's address, with a reason; taken back, it is open again", async (choice, address) => {
    const { id, order } = await aBatch();
    await save(id, moved);
    await grade(order);
    const { outcome, act_id: act } = await settle(order, choice);
    expect(outcome).toBe("settled");
    expect(await addressOf(order)).toMatchObject(address);
    expect(await acts.undo(act)).toMatchObject([{ outcome: "undone" }]);
    expect(await addressOf(order)).toEqual(old);
    expect(await send(order)).toMatchObject(refused);
    expect(await decide(order, id, "profile")).toBe("decided");
    expect(await settle(order, "order")).toEqual({ outcome: "not_open" });
  });

  test("beside the owner's own answer one of the two counts", async () => {
    const { id, order } = await aBatch();
    await save(id, moved);
    await grade(order);
    const [own, staff] = await Promise.all([decide(order, id, "profile"), settle(order, "order")]);
    const { choice } = await lastOf(order);
    if (staff.outcome === "settled") expect([own, choice]).toEqual(["decided_otherwise", "order"]);
    else expect([own, choice]).toEqual(["decided", "profile"]);
  });
});
