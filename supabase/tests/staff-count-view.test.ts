import { GroupActs } from "../../sandbox/builders/grader-group";
import { Proposals } from "../../sandbox/builders/proposals";
import { applyRefund } from "../../sandbox/builders/sql-functions";
import { call, connect, personClient } from "../../sandbox/builders/test-database";

/*
 * Which counts that differ from what was paid for are still to be settled: those alone are listed. No page is opened and no refund
 * owed but by a column: the tests of the reconcile job run beside these.
 */

const sql = connect();
let proposals: Proposals;
beforeAll(async () => {
  proposals = await Proposals.begin(sql);
});
afterEach(() => proposals.leaveNothing());

type Counted = Awaited<ReturnType<Proposals["counted"]>>;

const isListed = async ({ order }: Counted) => {
  const client = personClient(proposals.acts.member.accessToken);
  const args = { p_view: "count_differs", p_search: order.batch_id };
  const page = await call<{ orders: { id: string }[] }>(client, "staff_list_orders", args);
  return page.orders.some(({ id }) => id === order.id);
};

test("is listed as long as its customer is asked, and whoever was asked no more without an end of it", async () => {
  const [short, extra, rest] = [
    await proposals.counted(8),
    await proposals.counted(12),
    await proposals.counted(8),
  ];
  const withdrawn = await proposals.counted(8);
  await proposals.decide(rest.order, rest.proposal, "send_rest");
  const args = { p_adjustment_id: withdrawn.proposal.id, p_reason: "They told us by phone" };
  await proposals.acts.write("staff_withdraw_adjustment", args);
  const unpaid = await proposals.counted(8, { payment_status: "unpaid", stripe_session_id: null });
  for (const counted of [short, extra, rest, withdrawn, unpaid]) expect(await isListed(counted)).toBe(true);
  expect(await isListed(await proposals.counted(10))).toBe(false);
});

describe("is settled, and listed no more", () => {
  test.each<[string, number, (counted: Counted) => Promise<unknown>]>([
    ["the missing cards are refunded", 8, ({ order }) => applyRefund(order.stripe_payment_intent_id, 5000)],
    ["the cards on top go back", 12, ({ order, proposal }) => proposals.decide(order, proposal, "return")],
    [
      "the cards on top are paid for",
      12,
      ({ proposal }) =>
        sql`update order_adjustments set status = 'paid', chosen_option = 'pay', paid_at = now(), paid_cents = amount_cents
          where id = ${proposal.id}`,
    ],
    ["nobody answered about cards on top", 12, ({ proposal }) => proposals.expire(proposal)],
    ["all of it is refunded", 12, ({ order }) => applyRefund(order.stripe_payment_intent_id, 25_000)],
  ])("once %s", async (_, count, settle) => {
    const counted = await proposals.counted(count);
    await settle(counted);
    expect(await isListed(counted)).toBe(false);
  });

  test("while its refund is owed it is not; by staff's own word it is, until another count", async () => {
    const counted = await proposals.counted(8);
    await sql`update order_adjustments set status = 'accepted', chosen_option = 'refund', decided_at = now()
      where id = ${counted.proposal.id}`;
    expect(await isListed(counted)).toBe(true);
    const other = await proposals.counted(8);
    const args = { p_adjustment_id: other.proposal.id, p_reason: "A miscount" };
    await proposals.acts.write("staff_withdraw_adjustment", args);
    const group = await GroupActs.begin(proposals.acts);
    await group.add([other.order], "They told us so");
    expect(await isListed(other)).toBe(false);
    await proposals.acts.checkIn(other.order.id, 9, { p_is_recount: true });
    expect(await isListed(other)).toBe(true);
  });
});
