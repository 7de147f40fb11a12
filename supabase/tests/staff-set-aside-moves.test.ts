import { addReceived, GroupActs } from "../../sandbox/builders/grader-group";
import { addOrder, eventsOf, storedOrder } from "../../sandbox/builders/rows";
import { StaffActs } from "../../sandbox/builders/staff-acts";
import { call, connect, personClient } from "../../sandbox/builders/test-database";

/* What a package that is set aside may do, and who is told of it. */

const sql = connect();
let acts: StaffActs;
beforeAll(async () => {
  acts = await StaffActs.begin(sql);
});

type Answer = { outcome: string; act_id: string };
const aside = (id: string, more: Record<string, unknown> = {}) =>
  acts.write<Answer>("staff_set_aside", { p_order_id: id, ...more });
const ask = (id: string, note: string) =>
  acts.write<Answer>("staff_note_set_aside", { p_order_id: id, p_note: note });
const end = (id: string) => acts.write<Answer>("staff_end_set_aside", { p_order_id: id });
const entryOf = async (id: string) => (await sql`select * from set_asides where order_id = ${id}`)[0];

test("what is set aside goes to no grader by that reason, whatever else stands against it, until it is off the list", async () => {
  const desk = () =>
    call<{ ready: { id: string }[] }>(personClient(acts.member.accessToken), "staff_grader_desk", {});
  const received_at = new Date(Date.now() - 3_000 * 86_400_000);
  const order = await addReceived(sql, { received_at });
  const unpaid = await addReceived(sql, { received_at, payment_status: "unpaid" });
  for (const { id } of [order, unpaid]) expect((await aside(id)).outcome).toBe("set_aside");
  const isListed = async () => (await desk()).ready.some(({ id }) => id === order.id);
  const isInView = async () => {
    const args = { p_view: "ready_to_send", p_limit: 200 };
    const page = await call<{ orders: { id: string }[] }>(
      personClient(acts.member.accessToken),
      "staff_list_orders",
      args,
    );
    return page.orders.some(({ id }) => id === order.id);
  };
  expect([await isListed(), await isInView()]).toEqual([false, false]);
  const group = await GroupActs.begin(acts);
  expect((await group.add([order, unpaid])).outcomes).toEqual({
    [order.id]: "set_aside",
    [unpaid.id]: "set_aside",
  });
  await end(order.id);
  expect([await isListed(), await isInView()]).toEqual([true, true]);
  expect((await group.add([order])).outcomes).toEqual({ [order.id]: "added" });
  // Set aside once it is in the group: it is not closed, and not sent.
  await aside(order.id);
  expect(await group.close("SUB-1", 10)).toMatchObject({
    outcome: "refused",
    results: [{ id: order.id, outcome: "set_aside" }],
  });
  await end(order.id);
  await group.close("SUB-1", 10);
  await aside(order.id);
  expect(await group.step("shipped")).toMatchObject({ outcome: "refused" });
});

test("a package that goes home unopened is set aside no more; taken back, it is again, as it was", async () => {
  const columns = { payment_status: "canceled", refunded_cents: 100, total_paid: 250 };
  const { id } = await addOrder(sql, columns);
  await aside(id, { p_note: "wet", p_shelf: "X-2" });
  await ask(id, "asked on Monday");
  const entry = await entryOf(id);
  const { version } = await storedOrder(sql, id);
  const args = {
    p_order_id: id,
    p_version: version,
    p_carrier: "ups",
    p_tracking_number: `1ZASIDE${id.slice(0, 8)}`,
  };
  const sent = await acts.write<Answer>("staff_return_order", args);
  expect(sent.outcome).toBe("returned");
  expect(await storedOrder(sql, id)).toMatchObject({ submission_status: "completed", is_set_aside: false });
  expect((await eventsOf(sql, id)).map(({ type }) => type)).toContain("set_aside_ended");
  expect((await acts.undo(sent.act_id))[0]).toMatchObject({ outcome: "undone" });
  expect(await storedOrder(sql, id)).toMatchObject({ submission_status: "pending", is_set_aside: true });
  expect(await entryOf(id)).toEqual(entry);
});

test("the page of an order says that its package is set aside, and why", async () => {
  const { id } = await addOrder(sql, { payment_status: "unpaid" });
  const page = () =>
    call<{ set_aside: object | null }>(personClient(acts.member.accessToken), "staff_get_order_page", {
      p_order_id: id,
    });
  expect((await page()).set_aside).toBeNull();
  await aside(id, { p_note: "wet" });
  expect((await page()).set_aside).toMatchObject({
    reason: "unpaid",
    note: "wet",
    set_aside_by: acts.member.email,
  });
  await end(id);
  expect((await page()).set_aside).toBeNull();
});

test("a package that is set aside waits for no check-in, until it is off the list", async () => {
  const { id } = await addOrder(sql, { dispute_status: "needs_response" });
  const isIn = async (view: string) => (await acts.listed(id, view)) !== undefined;
  expect([await isIn("needs_check_in"), await isIn("set_aside")]).toEqual([true, false]);
  await aside(id);
  expect([await isIn("needs_check_in"), await isIn("set_aside")]).toEqual([false, true]);
  await end(id);
  expect([await isIn("needs_check_in"), await isIn("set_aside")]).toEqual([true, false]);
});
