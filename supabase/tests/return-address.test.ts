import { addReceived } from "@/sandbox/builders/grader-shipment";
import { addOrder, addUser, type StoredOrder, storedOrder } from "@/sandbox/builders/rows";
import { StaffActions } from "@/sandbox/builders/staff-actions";
import { call, connect, serverClient } from "@/sandbox/builders/test-database";

const sql = connect();
let actions: StaffActions;
beforeAll(async () => {
  actions = await StaffActions.begin(sql);
});

const OLD = {
  full_name: "Casey",
  phone: "+1 775 555 0100",
  address_line1: "5 Elm",
  city: "Reno",
  country: "US",
};
const NEW = { full_name: "Casey", address_line1: "9 Oak", city: "Austin", country: "US" };

async function anOrder(columns: Parameters<typeof addOrder>[1] = {}, add = addReceived) {
  const { id: user_id, email } = await addUser(sql);
  const address = { user_id, return_address: sql.json(OLD), guest_email: "paid@example.com" };
  return { ...(await add(sql, { submission_status: "graded", ...address, ...columns })), email };
}
const change = async (order: StoredOrder, isProven = true, address: object = NEW, user = order.user_id) => {
  const args = { p_order_id: order.id, p_user_id: user, p_address: address, p_is_proven: isProven };
  return (await call<{ outcome: string }>(serverClient(), "change_return_address", args)).outcome;
};
const dispute = ({ id }: StoredOrder) => call(serverClient(), "dispute_address_change", { p_order_id: id });
const release = async ({ id }: StoredOrder, p_version?: unknown) =>
  actions.write<{ outcome: string }>("staff_settle_order", {
    p_order_id: id,
    p_what: "address",
    p_version: p_version ?? (await storedOrder(sql, id)).version,
    p_reason: "They called",
  });
const sendBack = async ({ id }: StoredOrder) => {
  const { version } = await storedOrder(sql, id);
  const number = { p_tracking_number: `1Z${id.slice(0, 8)}`, p_carrier: "ups" };
  const args = { p_order_id: id, p_version: version, ...number };
  const answer = await actions.write<{ outcome: string; refusal?: string }>("staff_return_order", args);
  return answer.refusal ?? answer.outcome;
};
const addressOf = async ({ id }: StoredOrder) => (await storedOrder(sql, id)).return_address;
const emailsOf = ({ id }: StoredOrder) =>
  sql`select payload ->> 'to' as "to", payload -> 'before' as before, payload -> 'after' as after from outbox
    where kind = 'return_address_changed' and payload ->> 'order_id' = ${id} order by id`;

test("changes the address without proof until the package arrives", async () => {
  const order = await anOrder({ submission_status: "pending" }, addOrder);
  expect(await change(order, false)).toBe("changed");
  expect(await addressOf(order)).toEqual({ ...NEW, phone: OLD.phone });
  expect(
    await sql`select from order_admin where order_id = ${order.id} and address_held_until is not null`,
  ).toEqual([]);
});

test("requires proof after arrival, and the order's own account", async () => {
  const order = await anOrder();
  expect(await change(order, false)).toBe("proof_needed");
  expect(await change(order, true, NEW, (await addUser(sql)).id)).toBe("not_found");
  expect(await addressOf(order)).toEqual(OLD);
});

test("emails the order's and the account's address once per change", async () => {
  const order = await anOrder();
  expect([await change(order), await change(order)]).toEqual(["changed", "changed"]);
  const both = { before: OLD, after: { ...NEW, phone: OLD.phone } };
  const mails = await emailsOf(order);
  expect(mails).toHaveLength(2);
  for (const to of [order.email.toLowerCase(), "paid@example.com"])
    expect(mails).toContainEqual({ to, ...both });
});

test("holds the return for 24 hours after a change, or until staff release it", async () => {
  const order = await anOrder();
  await change(order);
  expect(await sendBack(order)).toBe("address_held");
  expect(await actions.listed(order.id)).toMatchObject({ address_held_until: expect.any(String) });
  expect(await release(order, 1)).toMatchObject({ outcome: "order_changed" });
  expect(await release(order)).toMatchObject({ outcome: "settled" });
  expect(await release(order)).toEqual({ outcome: "address_not_held" });
  expect(await sendBack(order)).toBe("returned");
  const events = await sql`select message, public from order_events
    where order_id = ${order.id} and type = 'return_address' and to_value = 'released'`;
  expect([...events]).toEqual([{ message: "They called", public: false }]);
  const other = await anOrder();
  await change(other);
  await sql`update order_admin set address_held_until = now() - interval '1 second' where order_id = ${other.id}`;
  expect(await sendBack(other)).toBe("returned");
});

test("holds the return until staff release it if a change is disputed", async () => {
  const order = await anOrder();
  await change(order);
  expect(await dispute(order)).toEqual({ outcome: "disputed" });
  expect(await change(order, true, OLD)).toBe("changed");
  const [row] =
    await sql`select address_held_until = 'infinity' as held from order_admin where order_id = ${order.id}`;
  expect(row).toEqual({ held: true });
  expect(await sendBack(order)).toBe("address_held");
  await release(order);
  expect(await sendBack(order)).toBe("returned");
});

test("refuses a change after packing or without payment", async () => {
  const packed = await anOrder({ submission_status: "completed", fulfillment_status: "complete" });
  expect([await change(packed), await dispute(packed)]).toEqual([
    "address_fixed",
    { outcome: "address_fixed" },
  ]);
  expect(
    await change(await anOrder({ payment_status: "unpaid", submission_status: "pending" }, addOrder)),
  ).toBe("address_fixed");
});
