import { getOrderForEmail } from "@/lib/email/outbox/data";
import { briefTimeline } from "@/lib/orders/brief-timeline";
import { getCustodyReceipt } from "@/lib/orders/photos/data";
import { addOrder } from "@/sandbox/builders/rows";
import { addSecretEvents } from "@/sandbox/builders/secret-events";
import { StaffActs } from "@/sandbox/builders/staff-acts";
import { connect } from "@/sandbox/builders/test-database";

const sql = connect();
let acts: StaffActs;
beforeAll(async () => {
  acts = await StaffActs.begin(sql);
});

/** A batch that staff have checked in and talked about among themselves, beside another one of which much is told. */
async function checkedIn() {
  const [order, other] = [await addOrder(sql), await addOrder(sql)];
  await acts.checkIn(other.id, 10);
  const { act_id: act } = await acts.checkIn(order.id, 9);
  await addSecretEvents(sql, order.id);
  return { id: order.id, act };
}
const tellPublicly = (id: string, type: string, to: string, message: string | null = null) => sql`
  insert into order_events (order_id, type, to_value, message, public) values (${id}, ${type}, ${to}, ${message}, true)`;

test("a mail tells the last three events that the customer reads, never one of staff's alone or of another order", async () => {
  const { id } = await checkedIn();
  for (const to of ["shipped", "grading", "graded"]) await tellPublicly(id, "submission_status", to);
  const found = await getOrderForEmail(id);
  expect(found?.events.map(({ to }) => to)).toEqual(["shipped", "grading", "graded"]);
});

test("of what was taken back it tells that it was, and nothing of it", async () => {
  const { id, act } = await checkedIn();
  await acts.age(act);
  expect(await acts.undo(act, { p_reason: "Another batch" })).toMatchObject([{ outcome: "undone" }]);
  const found = await getOrderForEmail(id);
  if (!found) throw new Error("no order");
  const { entries, next } = briefTimeline(found.order, found.events, Date.now());
  expect(entries.map(({ title }) => title)).toEqual(["Corrected: a count was entered here by mistake"]);
  expect(next?.what).toContain("You send us your package");
});

test("an order of which nothing was told has no events; one that is gone is none", async () => {
  const order = await addOrder(sql, { payment_status: "unpaid", total_paid: null, paid_at: null });
  expect((await getOrderForEmail(order.id))?.events).toEqual([]);
  expect(await getOrderForEmail("00000000-0000-4000-8000-00000000dead")).toBeNull();
});

test("the custody receipt tells them without money and without what was written beside them", async () => {
  const { id } = await checkedIn();
  await tellPublicly(id, "arrived", "", "left with jane@example.com");
  await tellPublicly(id, "refunded", "$20.00", "Refunded $20.00 of $250.00");
  const receipt = await getCustodyReceipt(id);
  expect(receipt).toMatchObject({
    payment_status: "paid",
    submission_status: "received",
    delayed_until: null,
  });
  expect(receipt?.events).toHaveLength(3);
  expect(receipt?.events.at(-1)?.type).toBe("arrived");
  expect(JSON.stringify(receipt?.events)).not.toMatch(/secret|refunded|jane|\$/);
});
