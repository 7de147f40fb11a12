import { StaffActs } from "../../sandbox/builders/staff-acts";
import { call, connect, lockReconcile, personClient } from "../../sandbox/builders/test-database";
import { addressActs, moved } from "./address-acts";

const sql = connect();
// The job's work is one queue.
lockReconcile();
let acts: StaffActs;
beforeAll(async () => {
  acts = await StaffActs.begin(sql);
});
const { aBatch, save, grade, decide } = addressActs(sql, () => acts);

test("a batch that waits for an address is named at the desk of returns until the answer, or until its time is over", async () => {
  type Desk = { ready: { id: string }[]; asked: { id: string; address_asked_until: string }[] };
  const desk = () => call<Desk>(personClient(acts.member.accessToken), "staff_return_desk", { p_code: null });
  const named = async (order: { id: string }) => (await desk()).asked.find(({ id }) => id === order.id);
  const first = await aBatch();
  expect(await named(first.order)).toBeUndefined();
  await save(first.id, moved);
  await grade(first.order);
  expect(await named(first.order)).toMatchObject({ address_asked_until: expect.any(String) });
  await decide(first.order, first.id, "order");
  expect(await named(first.order)).toBeUndefined();
  const second = await aBatch();
  await save(second.id, moved);
  await grade(second.order);
  expect(await named(second.order)).toBeTruthy();
  await sql`update address_questions set until_at = now() where order_id = ${second.order.id}`;
  expect(await named(second.order)).toBeUndefined();
});
