import { aGuestKey } from "../../sandbox/builders/ids";
import { addOrder, type StaffMember, type StoredOrder, signUpStaff } from "../../sandbox/builders/rows";
import { call, connect, serverClient } from "../../sandbox/builders/test-database";

const sql = connect();
let member: StaffMember;
beforeAll(async () => {
  member = await signUpStaff(sql);
});

const count = (order: StoredOrder, p_count: number, p_is_recount = false) =>
  call<{ outcome: string; order: StoredOrder }>(serverClient(), "staff_check_in", {
    p_actor: member.id,
    p_order_id: order.id,
    p_version: order.version,
    p_count,
    p_condition: "ok",
    p_is_recount,
  });

const receiptsOf = (order: { id: string }) =>
  sql<
    { id: number; payload: unknown; dedupe_key: string; created_at: Date }[]
  >`select * from outbox where kind = 'check_in_receipt' and payload ->> 'order_id' = ${order.id} order by id`;

/** As if the mail server had taken every receipt of the order. */
const send = (order: { id: string }) =>
  sql`update outbox set sent_at = now() where kind = 'check_in_receipt' and payload ->> 'order_id' = ${order.id}`;

afterEach(
  () =>
    sql`delete from outbox where kind = 'check_in_receipt' and payload ->> 'order_id' in (
      select order_id::text from order_admin where received_by = ${member.id})`,
);

test("a count writes one receipt, however often the button is pressed", async () => {
  const order = await addOrder(sql);
  const outcomes = (await Promise.all([count(order, 9), count(order, 9), count(order, 9)])).map(
    ({ outcome }) => outcome,
  );
  expect(outcomes.filter((outcome) => outcome === "received")).toHaveLength(1);
  expect(await receiptsOf(order)).toMatchObject([
    { payload: { order_id: order.id, count: 9, told_before: null } },
  ]);
});

test("a recount is told only when the number is another one than the customer knows", async () => {
  const first = (await count(await addOrder(sql), 9)).order;
  await send(first);
  const same = (await count(first, 9, true)).order;
  expect(await receiptsOf(first)).toHaveLength(1);
  const other = (await count(same, 10, true)).order;
  const receipts = await receiptsOf(first);
  expect(receipts).toMatchObject([{ payload: { count: 9 } }, { payload: { count: 10, told_before: 9 } }]);
  expect(receipts[0]?.dedupe_key).not.toBe(receipts[1]?.dedupe_key);
  await count(other, 9, true);
  // Corrected back before the correction left: the customer knows that number.
  expect(await receiptsOf(first)).toMatchObject([{ payload: { count: 9, told_before: null } }]);
});

test("a receipt that has not left yet is replaced, one on its way is not taken back", async () => {
  const first = (await count(await addOrder(sql), 9)).order;
  const second = (await count(first, 10, true)).order;
  expect(await receiptsOf(first)).toMatchObject([{ payload: { count: 10, told_before: null } }]);
  await sql`update outbox set locked_until = now() + interval '1 minute'
    where kind = 'check_in_receipt' and payload ->> 'order_id' = ${first.id}`;
  await count(second, 11, true);
  expect(await receiptsOf(first)).toMatchObject([
    { payload: { count: 10 } },
    { payload: { count: 11, told_before: 10 } },
  ]);
});

test.each([
  ["is not paid", { payment_status: "unpaid" }],
  ["has nobody to write to", { guest_email: null, guest_key: aGuestKey() }],
])("an order that %s is counted without a mail", async (_, changes) => {
  const order = await addOrder(sql, changes);
  expect(await count(order, 10)).toMatchObject({ outcome: "received" });
  expect(await receiptsOf(order)).toEqual([]);
});

test("a count that is refused, or rolled back, writes none", async () => {
  const order = await addOrder(sql);
  expect(await count({ ...order, version: 99 }, 10)).toMatchObject({ outcome: "conflict" });
  await sql
    .begin(async (tx) => {
      await tx`select public.staff_check_in(${member.id}, ${order.id}, ${order.version}, 10, 'ok')`;
      throw new Error("the connection broke");
    })
    .catch(() => undefined);
  expect(await receiptsOf(order)).toEqual([]);
});
