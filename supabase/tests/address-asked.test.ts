import { GroupActs } from "../../sandbox/builders/grader-group";
import { StaffActs } from "../../sandbox/builders/staff-acts";
import { call, connect, personClient } from "../../sandbox/builders/test-database";
import { addressActs, moved, old } from "./address-acts";

const sql = connect();
// The job's work is one queue.
let acts: StaffActs;
beforeAll(async () => {
  acts = await StaffActs.begin(sql);
});
const { aBatch, save, grade, decide, settle, runJob, addressOf } = addressActs(sql, () => acts);

async function named(order: { id: string }) {
  type Desk = { asked: { id: string; address_asked_until: string }[] };
  const { asked } = await call<Desk>(personClient(acts.member.accessToken), "staff_return_desk", {});
  return asked.find(({ id }) => id === order.id);
}

test("a batch that waits for an address is named at the desk of returns until the answer, or until its time is over", async () => {
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

test("cards that are graded and still at the grader are not named before they are back", async () => {
  const { id, order } = await aBatch({ submission_status: "received" });
  const group = await GroupActs.begin(acts);
  await group.add([order]);
  await group.close("SUB-ASKED", 10);
  await save(id, moved);
  for (const step of ["shipped", "grading", "graded"]) await group.step(step, { p_is_quiet: true });
  const [admin] =
    await sql`select address_asked_until > now() as is_asked from order_admin where order_id = ${order.id}`;
  expect(admin).toEqual({ is_asked: true });
  expect(await named(order)).toBeUndefined();
  await group.step("back", { p_cards: 10, p_is_quiet: true });
  expect(await named(order)).toBeTruthy();
});

test.each([
  ["is disputed", "dispute_status = 'needs_response'"],
  ["is to be reviewed", "review_reason = 'paid_after_canceled'"],
  ["waits for an answer about a charge", "open_charges = 1"],
])("a batch that %s waits for that first", async (_, change) => {
  const { id, order } = await aBatch();
  await save(id, moved);
  await grade(order);
  expect(await named(order)).toBeTruthy();
  await sql.unsafe(`update order_admin set ${change} where order_id = $1`, [order.id]);
  expect(await named(order)).toBeUndefined();
});

describe("a question that is withdrawn reads as corrected in the owner's story", () => {
  const told = async ({ id }: { id: string }) =>
    (
      await sql<{ to_value: string }[]>`select to_value from order_events
        where order_id = ${id} and type = 'return_address' and public order by id`
    ).map(({ to_value: step }) => step);

  test("once, when the batch goes back a step, or has the profile's address again", async () => {
    const back = await aBatch();
    await save(back.id, moved);
    await grade(back.order);
    await acts.change(back.order.id, { submission_status: "grading" }, "By mistake");
    expect(await told(back.order)).toEqual(["asked", "withdrawn"]);
    const same = await aBatch();
    await save(same.id, moved);
    await grade(same.order);
    await save(same.id, old);
    await runJob();
    await acts.change(same.order.id, { submission_status: "grading" }, "By mistake");
    expect(await told(same.order)).toEqual(["asked", "withdrawn"]);
  });

  test("not when its time was over, nor when another address is asked about in its place", async () => {
    const late = await aBatch();
    await save(late.id, moved);
    await grade(late.order);
    await sql`update address_questions set until_at = now() where order_id = ${late.order.id}`;
    await acts.change(late.order.id, { submission_status: "grading" }, "By mistake");
    expect(await told(late.order)).toEqual(["asked"]);
    const third = await aBatch();
    await save(third.id, moved);
    await grade(third.order);
    await save(third.id, { ...moved, address_line1: "3 Third Street" });
    await runJob();
    expect(await told(third.order)).toEqual(["asked", "asked"]);
  });
});

test("an answer that does not come is told once, when its time is over, and staff may still settle it", async () => {
  const { id, order } = await aBatch();
  await save(id, moved);
  await grade(order);
  const told = async () =>
    ((await acts.shownTo(order.id)) ?? []).filter(([type]) => type === "return_address").map(([, to]) => to);
  await runJob();
  expect(await told()).toEqual(["asked"]);
  await sql`update address_questions set until_at = now() where order_id = ${order.id}`;
  await Promise.all([runJob(), runJob()]);
  await runJob();
  expect(await told()).toEqual(["asked", "unanswered"]);
  await settle(order, "profile");
  expect(await told()).toEqual(["asked", "unanswered", "profile"]);
  expect(await addressOf(order)).toMatchObject(moved);
});
