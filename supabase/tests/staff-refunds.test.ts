import { randomUUID } from "node:crypto";
import { aPaymentIntentId } from "../../sandbox/builders/ids";
import {
  addOrder,
  addUser,
  eventsOf,
  type StaffMember,
  type StoredOrder,
  signUpStaff,
} from "../../sandbox/builders/rows";
import { call, connect, serverClient, tally } from "../../sandbox/builders/test-database";

const sql = connect(4);
let member: StaffMember;
beforeAll(async () => {
  member = await signUpStaff(sql);
});
afterAll(() => sql.end());

type Begun = {
  outcome: string;
  is_first?: boolean;
  left_cents?: number;
  refunded_cents?: number;
  request_id?: string;
  request?: { id: string; attempt: number; status: string; failure: string | null };
  payment_intent_id?: string;
};

/** An order of $250 paid by card, of which $50 have gone back already. */
const aRefundedOrder = () => addOrder(sql, { refunded_cents: 5_000 });

const begin = (order: { id: string }, id: string, changes: Record<string, unknown> = {}) =>
  call<Begun>(serverClient(), "staff_begin_refund", {
    p_actor: member.id,
    p_request_id: id,
    p_order_id: order.id,
    p_amount_cents: 2_500,
    p_refunded_cents: 5_000,
    p_reason: " Two cards were missing ",
    ...changes,
  });

const finish = (id: string, attempt: number, failure: string | null = null, refund = `re_${randomUUID()}`) =>
  call<{ outcome: string }>(serverClient(), "staff_finish_refund", {
    p_request_id: id,
    p_attempt: attempt,
    p_stripe_refund_id: failure ? null : refund,
    p_failure: failure,
  });

const refundEvents = async (order: { id: string }) =>
  (await eventsOf(sql, order.id)).map(({ type, to_value, actor_id }) => [type, to_value, actor_id]);

test("it is written down with who and why before anything is asked, and done once", async () => {
  const [order, id] = [await aRefundedOrder(), randomUUID()];
  expect(await begin(order, id)).toMatchObject({
    outcome: "started",
    is_first: true,
    payment_intent_id: order.stripe_payment_intent_id,
    request: { attempt: 1, status: "started" },
  });
  const [row] = await sql`select reason, requested_by, amount_cents from refund_requests where id = ${id}`;
  expect(row).toEqual({ reason: "Two cards were missing", requested_by: member.id, amount_cents: 2_500 });
  expect(await begin(order, id)).toMatchObject({ outcome: "started", is_first: false });
  expect(await finish(id, 1)).toEqual({ outcome: "done" });
  expect(await finish(id, 1)).toEqual({ outcome: "unchanged" });
  expect(await begin(order, id)).toMatchObject({ outcome: "done_before" });
  expect(await refundEvents(order)).toEqual([["refund_started", "$25.00", member.id]]);
});

test("the same form pressed twenty times at once is one request", async () => {
  const [order, id] = [await aRefundedOrder(), randomUUID()];
  const answers = await Promise.all(Array.from({ length: 20 }, () => begin(order, id)));
  expect(tally(answers.map(({ outcome }) => outcome))).toEqual({ started: 20 });
  expect(answers.filter(({ is_first }) => is_first)).toHaveLength(1);
  expect(await refundEvents(order)).toHaveLength(1);
});

test("of two forms at once one begins, and the other is told which", async () => {
  const [order, ids] = [await aRefundedOrder(), [randomUUID(), randomUUID()]];
  const answers = await Promise.all(ids.map((id) => begin(order, id)));
  expect(tally(answers.map(({ outcome }) => outcome))).toEqual({ started: 1, under_way: 1 });
  const winner = ids[answers.findIndex(({ outcome }) => outcome === "started")];
  expect(answers.find(({ outcome }) => outcome === "under_way")?.request_id).toBe(winner);
});

test("a failure is kept, told, and tried again as another attempt of the same request", async () => {
  const [order, id] = [await aRefundedOrder(), randomUUID()];
  await begin(order, id);
  expect(await finish(id, 1, "x".repeat(900))).toEqual({ outcome: "failed" });
  const [row] = await sql`select status, length(failure) as length from refund_requests where id = ${id}`;
  expect(row).toEqual({ status: "failed", length: 500 });
  expect(await begin(order, id)).toMatchObject({
    outcome: "started",
    is_first: false,
    request: { id, attempt: 2, status: "started", failure: null },
  });
  // The late word of the first attempt changes nothing of the second.
  expect(await finish(id, 1)).toEqual({ outcome: "unchanged" });
  expect(await finish(id, 2)).toEqual({ outcome: "done" });
  expect((await refundEvents(order)).map(([type]) => type)).toEqual(["refund_started", "refund_failed"]);
});

test("all that is left may go back, in several refunds one after the other", async () => {
  const [order, first, second] = [await aRefundedOrder(), randomUUID(), randomUUID()];
  expect(await begin(order, first)).toMatchObject({ outcome: "started" });
  await finish(first, 1);
  await sql`update grading_orders set refunded_cents = 7_500 where id = ${order.id}`;
  const rest = { p_amount_cents: 17_500, p_refunded_cents: 7_500 };
  expect(await begin(order, second, rest)).toMatchObject({ outcome: "started", is_first: true });
});

test("one that went through unheard is asked about again, though nothing is left", async () => {
  const [order, id] = [await aRefundedOrder(), randomUUID()];
  const all = { p_amount_cents: 20_000 };
  await begin(order, id, all);
  await sql`update grading_orders set refunded_cents = 25_000 where id = ${order.id}`;
  expect(await begin(order, id, all)).toMatchObject({ outcome: "started", is_first: false });
});

test("one that failed is not tried again once more than what is left would go back", async () => {
  const [order, id] = [await aRefundedOrder(), randomUUID()];
  await begin(order, id);
  await finish(id, 1, "no such key");
  await sql`update grading_orders set refunded_cents = 24_000 where id = ${order.id}`;
  expect(await begin(order, id)).toEqual({ outcome: "too_much", left_cents: 1_000 });
});

test("a second press holds the job off its own refund, and off no other", async () => {
  const [pressed, other] = [randomUUID(), randomUUID()];
  const order = await aRefundedOrder();
  await begin(order, pressed);
  await begin(await aRefundedOrder(), other);
  await sql`update refund_requests set updated_at = '2001-01-01' where id in (${pressed}, ${other})`;
  expect(await begin(order, pressed)).toMatchObject({ is_first: false, request: { id: pressed } });
  const stuck = await sql`select id from refund_requests
    where id in (${pressed}, ${other}) and updated_at < now() - interval '5 minutes'`;
  expect(stuck).toEqual([{ id: other }]);
});

describe("nothing begins", () => {
  type Case = [string, () => Promise<StoredOrder>, Record<string, unknown>, object];
  const paid = aRefundedOrder;
  test.each<Case>([
    ["above what is left", paid, { p_amount_cents: 20_001 }, { outcome: "too_much", left_cents: 20_000 }],
    [
      "when more has gone back than the form knew",
      paid,
      { p_refunded_cents: 0 },
      { outcome: "changed", refunded_cents: 5_000 },
    ],
    [
      "for an order that was not paid by card",
      () => addOrder(sql, { stripe_payment_intent_id: null }),
      { p_refunded_cents: 0 },
      { outcome: "not_paid_by_card" },
    ],
    [
      "for an unpaid order",
      () => addOrder(sql, { payment_status: "unpaid" }),
      { p_refunded_cents: 0 },
      { outcome: "not_paid_by_card" },
    ],
    [
      "for an order whose payment was named and has not come",
      () => addOrder(sql, { payment_status: "unpaid", stripe_payment_intent_id: aPaymentIntentId() }),
      { p_refunded_cents: 0 },
      { outcome: "not_paid_by_card" },
    ],
    ["for no order", paid, { p_order_id: randomUUID() }, { outcome: "not_found" }],
  ])("%s", async (_, order, changes, expected) => {
    const id = randomUUID();
    expect(await begin(await order(), id, changes)).toEqual(expected);
    expect(await sql`select 1 from refund_requests where id = ${id}`).toHaveLength(0);
  });

  test("with the id of a request for another order or amount", async () => {
    const [order, other, id] = [await paid(), await paid(), randomUUID()];
    await begin(order, id);
    expect(await begin(other, id)).toEqual({ outcome: "other_request" });
    expect(await begin(order, id, { p_amount_cents: 2_501 })).toEqual({ outcome: "other_request" });
  });

  test("by somebody who is no staff", async () => {
    const [order, person, id] = [await paid(), await addUser(sql), randomUUID()];
    await expect(begin(order, id, { p_actor: person.id })).rejects.toThrow(/staff|42501|permission/i);
    expect(await sql`select 1 from refund_requests where id = ${id}`).toHaveLength(0);
  });
});
