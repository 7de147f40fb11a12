import type { StaffOrder } from "@/lib/staff/staff-order";
import { aMark } from "../../sandbox/builders/ids";
import { Proposals } from "../../sandbox/builders/proposals";
import { type StaffMember, signUpStaff } from "../../sandbox/builders/rows";
import { call, connect, lockReconcile, personClient } from "../../sandbox/builders/test-database";

/* What the staff's list says of the questions that are open. */

const sql = connect();
// Nothing of it is left for the tests of the reconcile job.
lockReconcile();
let proposals: Proposals;
afterEach(() => proposals.leaveNothing());
let member: StaffMember;
beforeAll(async () => {
  proposals = await Proposals.begin(sql);
  member = await signUpStaff(sql);
});

/** The orders of the view "Waiting for the customer" that carry this number, as the list has them. */
async function waiting(mark: string) {
  const args = { p_view: "waiting", p_search: mark };
  const page = await call<{ orders: StaffOrder[] }>(
    personClient(member.accessToken),
    "staff_list_orders",
    args,
  );
  return page.orders.map(({ id, asked }) => ({ id, asked }));
}
const timeOf = (value: unknown) => new Date(value as string | Date).getTime();

test("a row says what is asked, since when and until when, and how much more is", async () => {
  const mark = aMark();
  const { order, proposal } = await proposals.counted(8, { tracking_number: mark });
  const [row] = await waiting(mark);
  expect(row).toMatchObject({
    id: order.id,
    asked: { kind: "short", qty: 2, status: "proposed", chosen_option: null, more: 0 },
  });
  expect(timeOf(row?.asked?.at)).toBe(timeOf(proposal.created_at));
  expect(timeOf(row?.asked?.until)).toBe(timeOf(proposal.deadline_at));
  await proposals.upcharge(order);
  expect((await waiting(mark))[0]?.asked).toMatchObject({ kind: "short", more: 1 });
});

test("what was promised counts from then on, and what was done is not there", async () => {
  const mark = aMark();
  const { order, proposal } = await proposals.counted(8, { tracking_number: mark });
  await sql`update order_adjustments set created_at = now() - interval '3 days' where id = ${proposal.id}`;
  await proposals.decide(order, proposal, "send_rest");
  const { decided_at: at, deadline_at: until } = await proposals.one(proposal.id);
  const [row] = await waiting(mark);
  expect(row?.asked).toMatchObject({ status: "accepted", chosen_option: "send_rest" });
  expect([timeOf(row?.asked?.at), timeOf(row?.asked?.until)]).toEqual([timeOf(at), timeOf(until)]);
  await sql`update order_adjustments set status = 'refunded' where id = ${proposal.id}`;
  expect(await waiting(mark)).toEqual([]);
});
