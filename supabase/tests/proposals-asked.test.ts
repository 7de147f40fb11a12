import type { StaffOrder } from "@/lib/staff/staff-order";
import { aMark } from "../../sandbox/builders/ids";
import { Proposals } from "../../sandbox/builders/proposals";
import { type StaffMember, signUpStaff } from "../../sandbox/builders/rows";
import { call, connect, personClient } from "../../sandbox/builders/test-database";

/* What the staff's list says of the questions that are open. */

const sql = connect();
// Nothing of it is left for the tests of the reconcile job.
let proposals: Proposals;
afterEach(() => proposals.leaveNothing());
let member: StaffMember;
beforeAll(async () => {
  proposals = await Proposals.begin(sql);
  member = await signUpStaff(sql);
});

/** The orders of the view "Waiting for the customer" that carry this number, as the list has them. */
const waiting = (mark: string) => listed("waiting", mark);
async function listed(p_view: string, mark: string) {
  const args = { p_view, p_search: mark };
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

describe("an upcharge waits for staff among the exceptions until it is settled", () => {
  test.each(["declined", "expired"])("%s", async (status) => {
    const mark = aMark();
    const { order } = await proposals.counted(10, { tracking_number: mark });
    const upcharge = await proposals.upcharge(order);
    const views = async () => [(await waiting(mark)).length, (await listed("exceptions", mark)).length];
    expect(await views()).toEqual([1, 0]);
    if (status === "expired") await proposals.expire(upcharge);
    else await proposals.decide(order, upcharge, "dispute", { p_words: "It is not worth that" });
    expect(await views()).toEqual([0, 1]);
    expect((await listed("exceptions", mark))[0]?.asked).toMatchObject({ kind: "upcharge", status, more: 0 });
    const [admin] = await sql`select attention_since from order_admin where order_id = ${order.id}`;
    expect(admin?.attention_since).toEqual(expect.any(Date));
    const close = { p_adjustment_id: upcharge.id, p_note: "Called them: not charged" };
    const { act_id } = await proposals.acts.write<{ act_id: string }>("staff_close_adjustment", close);
    expect(await views()).toEqual([0, 0]);
    await proposals.acts.undo(act_id);
    expect(await views()).toEqual([0, 1]);
  });

  test("also where its customer is asked something else, which stands behind it", async () => {
    const mark = aMark();
    const { order } = await proposals.counted(12, { tracking_number: mark });
    const upcharge = await proposals.upcharge(order);
    await proposals.decide(order, upcharge, "dispute", { p_words: "No" });
    for (const view of ["waiting", "exceptions"])
      expect((await listed(view, mark))[0]?.asked).toMatchObject({ kind: "upcharge", more: 1 });
  });
});
