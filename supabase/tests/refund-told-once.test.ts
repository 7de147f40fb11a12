import { randomUUID } from "node:crypto";
import { Proposals } from "../../sandbox/builders/proposals";
import type { StoredOrder } from "../../sandbox/builders/rows";
import { applyRefund } from "../../sandbox/builders/sql-functions";
import { connect } from "../../sandbox/builders/test-database";

/* What a customer is mailed when money of cards that did not come goes back: once, by what decided it. */

const sql = connect();
// Nothing of it is left for the tests of the reconcile job.
let proposals: Proposals;
beforeAll(async () => {
  proposals = await Proposals.begin(sql);
});
afterEach(() => proposals.leaveNothing());

/** The kinds of mail about money of an order, in their order. */
const mails = async ({ id }: { id: string }) =>
  (
    await sql`select kind from outbox where payload ->> 'order_id' = ${id}
      and kind in ('adjustment_decided', 'adjustment_expired', 'order_refunded') order by id`
  ).map(({ kind }) => kind);
const refund = (order: StoredOrder, cents: number) =>
  applyRefund(String(order.stripe_payment_intent_id), cents);

test("what its customer chose is told by the receipt of that", async () => {
  const { order, proposal } = await proposals.counted(8);
  await proposals.decide(order, proposal, "refund");
  await refund(order, 5_000);
  expect((await proposals.one(proposal.id)).status).toBe("refunded");
  expect(await mails(order)).toEqual(["adjustment_decided"]);
});

test("what followed without an answer is told by the mail that says so", async () => {
  const { order, proposal } = await proposals.counted(8);
  await proposals.expire(proposal);
  await refund(order, 5_000);
  expect(await mails(order)).toEqual(["adjustment_expired"]);
});

test("nothing is told twice because money went back before that, or of another order since", async () => {
  const { order, proposal } = await proposals.counted(8);
  const other = await proposals.counted(8);
  const moved = ({ id }: StoredOrder) =>
    sql`select private.add_order_event(${id}, 'refunded', '$0.00', '$1.00', true)`;
  await moved(order);
  await proposals.decide(order, proposal, "refund");
  await moved(other.order);
  await refund(order, 5_000);
  expect(await mails(order)).toEqual(["adjustment_decided"]);
});

describe("a mail of its own has", () => {
  test("what staff gave back although its customer sends the rest", async () => {
    const { order, proposal } = await proposals.counted(8);
    await proposals.decide(order, proposal, "send_rest");
    await refund(order, 5_000);
    expect(await mails(order)).toEqual(["adjustment_decided", "order_refunded"]);
  });

  test("what was chosen and is withdrawn", async () => {
    const { order, proposal } = await proposals.counted(8);
    await proposals.decide(order, proposal, "refund");
    await sql`update order_adjustments set status = 'withdrawn' where id = ${proposal.id}`;
    await refund(order, 5_000);
    expect(await mails(order)).toEqual(["adjustment_decided", "order_refunded"]);
  });

  test("what staff gave back while the question was open", async () => {
    const { order } = await proposals.counted(8);
    await refund(order, 5_000);
    expect(await mails(order)).toEqual(["order_refunded"]);
  });

  test("another sum than was decided", async () => {
    const { order, proposal } = await proposals.counted(8);
    await proposals.decide(order, proposal, "refund");
    await refund(order, 7_500);
    expect(await mails(order)).toEqual(["adjustment_decided", "order_refunded"]);
  });

  test("the same sum once more", async () => {
    const { order, proposal } = await proposals.counted(8);
    await proposals.decide(order, proposal, "refund");
    await refund(order, 5_000);
    await refund(order, 10_000);
    expect(await mails(order)).toEqual(["adjustment_decided", "order_refunded"]);
  });

  test("one that had failed and was made after all", async () => {
    const { order, proposal } = await proposals.counted(8);
    await proposals.decide(order, proposal, "refund");
    for (const cents of [5_000, 0, 5_000]) await refund(order, cents);
    expect(await mails(order)).toEqual(["adjustment_decided", "order_refunded"]);
  });

  test("one that was made days after", async () => {
    const { order, proposal } = await proposals.counted(8);
    await proposals.decide(order, proposal, "refund");
    await sql`update outbox set created_at = now() - interval '25 hours'
      where payload ->> 'adjustment_id' = ${proposal.id}`;
    await refund(order, 5_000);
    expect(await mails(order)).toEqual(["adjustment_decided", "order_refunded"]);
  });

  test("one whose receipt was given up, whatever else is asked of its order", async () => {
    const { order, proposal } = await proposals.counted(8);
    await proposals.decide(order, proposal, "refund");
    await sql`update outbox set failed_at = now() where payload ->> 'adjustment_id' = ${proposal.id}
      and kind = 'adjustment_decided'`;
    for (const [kind, adjustment_id] of [
      ["adjustment_decided", randomUUID()],
      ["adjustment_proposed", proposal.id],
    ] as const)
      await sql`insert into outbox ${sql({ dedupe_key: `${kind}:${adjustment_id}:once`, kind, payload: { order_id: order.id, adjustment_id } })}`;
    await refund(order, 5_000);
    expect(await mails(order)).toEqual(["adjustment_decided", "adjustment_decided", "order_refunded"]);
  });

  test("all of the money: the batch is canceled by it", async () => {
    const { order, proposal } = await proposals.counted(0);
    await proposals.decide(order, proposal, "refund");
    await refund(order, 25_000);
    expect(await mails(order)).toEqual(["adjustment_decided", "order_refunded"]);
  });
});
