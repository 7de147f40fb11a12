import { type OddityCode, oddityCodeSchema } from "@/lib/staff/order/schema";
import { aGuestKey, aMark, anEmail } from "../../sandbox/builders/ids";
import type { OrderColumns } from "../../sandbox/builders/order";
import {
  addOrder,
  eventsOf,
  type StaffMember,
  type StoredOrder,
  signUpStaff,
} from "../../sandbox/builders/rows";
import { updateAsStaff } from "../../sandbox/builders/sql-functions";
import { call, connect, personClient, serverClient, signedUp } from "../../sandbox/builders/test-database";

/* A change of several orders: what does not fit one of them is told before, and saved with a reason alone. */

const sql = connect();
let member: StaffMember;
beforeAll(async () => {
  member = await signUpStaff(sql);
});

type Preview = { orders: { id: string; version: number; owner: string; oddities: OddityCode[] }[] };
type Results = { results: { id: string; outcome: string; oddities?: OddityCode[]; act_id?: string }[] };

const preview = async (orders: StoredOrder[], changes: object) =>
  (
    await call<Preview>(personClient(member.accessToken), "staff_preview_orders", {
      p_order_ids: orders.map(({ id }) => id),
      p_changes: changes,
    })
  ).orders;
const save = async (orders: StoredOrder[], changes: object, reason?: string) =>
  (
    await call<Results>(serverClient(), "staff_update_orders", {
      p_actor: member.id,
      p_items: orders.map(({ id, version }) => ({ id, version })),
      p_changes: changes,
      p_reason: reason ?? null,
    })
  ).results;

const HERE = {
  fulfillment_status: "grading",
  submission_status: "received",
  received_at: new Date(),
  received_count: 10,
};
const at = (submission_status: string, more: OrderColumns = {}) => ({ ...HERE, submission_status, ...more });

const cases: [name: string, Parameters<typeof addOrder>[1], object, OddityCode[]][] = [
  ["goes to the grader", HERE, { submission_status: "shipped" }, []],
  ["was never received", {}, { submission_status: "shipped" }, ["never_received"]],
  ["was never received, by fulfillment", {}, { fulfillment_status: "grading" }, ["never_received"]],
  ["is not paid", { ...HERE, payment_status: "unpaid" }, { submission_status: "shipped" }, ["not_paid"]],
  ["failed to pay", { ...HERE, payment_status: "failed" }, { submission_status: "graded" }, ["not_paid"]],
  ["is canceled", { ...HERE, payment_status: "canceled" }, { submission_status: "grading" }, ["canceled"]],
  [
    "is canceled and goes back to its owner",
    { ...HERE, payment_status: "canceled", tracking_number: "1Z1" },
    { submission_status: "completed" },
    [],
  ],
  ["has another count", { ...HERE, received_count: 9 }, { submission_status: "shipped" }, ["count_differs"]],
  [
    "has another count, at its return",
    at("graded", { received_count: 9, tracking_number: "1Z1" }),
    { submission_status: "completed" },
    [],
  ],
  [
    "is disputed",
    { ...HERE, dispute_status: "needs_response" },
    { submission_status: "shipped" },
    ["disputed"],
  ],
  [
    "was disputed and lost, which nobody has reviewed",
    { ...HERE, dispute_status: "lost", review_reason: "dispute_lost" },
    { submission_status: "shipped" },
    ["disputed"],
  ],
  [
    "was disputed and lost, and is reviewed",
    { ...HERE, dispute_status: "lost" },
    { submission_status: "shipped" },
    [],
  ],
  ["was disputed and won", { ...HERE, dispute_status: "won" }, { submission_status: "shipped" }, []],
  ["goes back without a number", at("graded"), { fulfillment_status: "complete" }, ["no_tracking"]],
  ["goes back with one", at("graded"), { submission_status: "completed", tracking_number: "1Z2" }, []],
  ["takes a step back", at("graded"), { submission_status: "received" }, ["goes_back"]],
  [
    "has another number",
    at("completed", { tracking_number: "1Z1" }),
    { tracking_number: "1Z3" },
    ["replaces_tracking"],
  ],
  ["has the same number", at("completed", { tracking_number: "1Z1" }), { tracking_number: "1Z1" }, []],
  [
    "loses its number",
    at("completed", { tracking_number: "1Z1" }),
    { tracking_number: "" },
    ["replaces_tracking"],
  ],
  [
    "was never received, nor paid",
    { payment_status: "unpaid" },
    { submission_status: "delivered" },
    ["never_received", "not_paid", "no_tracking"],
  ],
  ["skips the grader", HERE, { submission_status: "completed", tracking_number: "1Z4" }, ["not_sent"]],
  [
    "skips the grader, by fulfillment",
    { ...HERE, tracking_number: "1Z5" },
    { fulfillment_status: "complete" },
    ["not_sent"],
  ],
  [
    "was never here and is said to be home",
    { tracking_number: "1Z6" },
    { submission_status: "delivered" },
    ["never_received", "not_sent"],
  ],
  [
    "comes from the grader without more words",
    at("shipped", { tracking_number: "1Z7" }),
    { submission_status: "completed" },
    [],
  ],
  ["gets a submission number alone", {}, { grading_submission_number: "SUB-1" }, []],
];

test.each(cases)("an order that %s", async (_, columns, changes, oddities) => {
  const order = await addOrder(sql, columns);
  expect(await preview([order], changes)).toMatchObject([{ id: order.id, version: order.version, oddities }]);
  const [result] = await save([order], changes);
  if (oddities.length > 0) {
    expect(result).toMatchObject({ outcome: "reason_required", oddities });
    const [now] = await sql`select version from grading_orders where id = ${order.id}`;
    expect(now?.version).toBe(order.version);
    expect(await save([order], changes, " told by phone ")).toMatchObject([{ outcome: "updated" }]);
    expect(await eventsOf(sql, order.id)).toContainEqual(
      expect.objectContaining({
        type: "reason",
        message: "told by phone",
        public: false,
        actor_id: member.id,
      }),
    );
  } else {
    expect(["updated", "unchanged"]).toContain(result?.outcome);
  }
});

test("orders that it fits are saved beside those that wait for a reason, and all of it is one act", async () => {
  const [fits, odd] = [await addOrder(sql, HERE), await addOrder(sql)];
  const results = await save([fits, odd], { submission_status: "shipped" });
  const outcome = (id: string) => results.find((result) => result.id === id);
  expect(outcome(fits.id)).toMatchObject({ outcome: "updated", act_id: expect.any(String) });
  expect(outcome(odd.id)).toMatchObject({ outcome: "reason_required" });
});

test("one number for two people's orders is refused, for one person's not, also one by one", async () => {
  const number = `1Z${aMark().toUpperCase()}`;
  const [one, two] = [await signedUp(sql), await signedUp(sql)];
  const of = ({ id, email }: { id: string; email: string }) => ({
    ...at("graded"),
    user_id: id,
    user_email: email,
  });
  const orders = [await addOrder(sql, of(one)), await addOrder(sql, of(one)), await addOrder(sql, of(two))];
  const looked = await preview(orders, { tracking_number: number });
  expect(new Set(looked.map(({ owner }) => owner)).size).toBe(2);
  expect(looked.flatMap(({ oddities }) => oddities)).toEqual([]);
  await save(orders.slice(0, 2), { tracking_number: number });
  const [, , last] = orders;
  if (!last) throw new Error("no order");
  expect((await preview([last], { tracking_number: number }))[0]?.oddities).toEqual(["shared_tracking"]);
  expect(await save([last], { tracking_number: number })).toMatchObject([{ oddities: ["shared_tracking"] }]);
  expect(await updateAsStaff(member, last, { tracking_number: number })).toMatchObject({
    outcome: "reason_required",
    oddities: ["shared_tracking"],
  });
  expect(await updateAsStaff(member, last, { tracking_number: number }, "one household")).toMatchObject({
    outcome: "updated",
  });
});

test.each(["the address of their account", "the browser"])(
  "what a person sent in as a guest is theirs, by %s",
  async (by) => {
    const number = `1Z${aMark().toUpperCase()}`;
    const person = await signedUp(sql);
    const guest_key = aGuestKey();
    const [other, own] =
      by === "the browser"
        ? [{ guest_key }, { guest_key, guest_email: anEmail() }]
        : [{ user_id: person.id, user_email: person.email }, { guest_email: person.email.toUpperCase() }];
    await addOrder(sql, { ...at("graded"), ...other, tracking_number: number });
    const order = await addOrder(sql, { ...at("graded"), ...own });
    expect((await preview([order], { tracking_number: number }))[0]?.oddities).toEqual([]);
  },
);

test("what the database finds odd is what there are words for", async () => {
  const [row] = await sql<
    { source: string }[]
  >`select prosrc as source from pg_proc where proname = 'change_oddities'`;
  const found = [...(row?.source ?? "").matchAll(/then '(\w+)' end/g)].map(([, code]) => code);
  expect(found.toSorted()).toEqual([...oddityCodeSchema.options].toSorted());
});

test("a look changes nothing, names what is there, and is for staff", async () => {
  const order = await addOrder(sql);
  const gone = { ...order, id: "0b9c1d7e-3f64-4b3c-9d50-8a4a7d1f2e3b" };
  expect(await preview([order, gone], { submission_status: "graded" })).toHaveLength(1);
  const [now] = await sql`select version from grading_orders where id = ${order.id}`;
  expect(now?.version).toBe(order.version);
  const person = await signedUp(sql);
  await expect(
    call(personClient(person.accessToken), "staff_preview_orders", {
      p_order_ids: [order.id],
      p_changes: {},
    }),
  ).rejects.toThrow();
});
