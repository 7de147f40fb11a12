import { requestConfirmation } from "@/lib/email/outbox/request-confirmation";
import type { Viewer } from "@/lib/orders/order";
import { aGuestKey } from "@/sandbox/builders/ids";
import { addUser, confirmationKey } from "@/sandbox/builders/rows";
import { purchaseAs } from "@/sandbox/builders/sql-functions";
import { connect } from "@/sandbox/builders/test-database";

const sql = connect();
const nobody: Viewer = { userId: null, guestKey: null };

const queued = async (order: { id: string }) =>
  (await sql`select 1 from outbox where dedupe_key = ${confirmationKey(order)}`).length;
const deleteConfirmation = (order: { id: string }) =>
  sql`delete from outbox where dedupe_key = ${confirmationKey(order)}`;

test.each(["account", "guest"] as const)(
  "reports a duplicate when the payment already queued the confirmation (%s)",
  async (owner) => {
    const order = await purchaseAs(sql, owner);
    expect(await requestConfirmation(order.batchId, order)).toEqual({ success: true, duplicate: true });
    expect(await queued(order)).toBe(1);
  },
);

const AT_ONCE = 5;

test(`queues one confirmation for ${AT_ONCE} concurrent requests`, async () => {
  const order = await purchaseAs(sql, "account");
  await deleteConfirmation(order);
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, () => requestConfirmation(order.batchId, order)),
  );
  expect(answers.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
  expect(await queued(order)).toBe(1);
});

test("returns not found and queues nothing for someone else's order", async () => {
  const account = await purchaseAs(sql, "account");
  const guest = await purchaseAs(sql, "guest");
  await deleteConfirmation(account);
  await deleteConfirmation(guest);
  const stranger: Viewer = { userId: (await addUser(sql)).id, guestKey: aGuestKey() };
  const tries: [string, Viewer][] = [
    [account.batchId, nobody],
    [account.batchId, stranger],
    [guest.batchId, nobody],
    [guest.batchId, stranger],
    // An account's order has no guest key, so no viewer's key may match it.
    [account.batchId, { userId: null, guestKey: guest.guestKey }],
    ["BATCH-NOSUCHORDER-2345", stranger],
    ["' or 1=1 --", stranger],
  ];
  for (const [batchId, viewer] of tries) {
    const refusal = expect.objectContaining({ status: 404, code: "not_found" });
    await expect(requestConfirmation(batchId, viewer)).rejects.toThrow(refusal);
  }
  expect((await queued(account)) + (await queued(guest))).toBe(0);
});

test.each(["unpaid", "canceled"])("rejects a confirmation for an order that is %s", async (status) => {
  const order = await purchaseAs(sql, "account");
  await deleteConfirmation(order);
  await sql`update grading_orders set payment_status = ${status}, reservation_expires_at = null where id = ${order.id}`;
  await expect(requestConfirmation(order.batchId, order)).rejects.toThrow(
    expect.objectContaining({ status: 409, message: expect.stringContaining("isn't paid for yet") }),
  );
  const [row] = await sql`select public.enqueue_order_confirmation(${order.id}) as answer`;
  expect(row?.answer).toEqual({ queued: false });
  expect(await queued(order)).toBe(0);
});
