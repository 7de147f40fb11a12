import { addReceived } from "../../sandbox/builders/grader-group";
import { aMark } from "../../sandbox/builders/ids";
import { storedOrder } from "../../sandbox/builders/rows";
import { StaffActs } from "../../sandbox/builders/staff-acts";
import { connect } from "../../sandbox/builders/test-database";

const sql = connect();
let acts: StaffActs;
beforeAll(async () => {
  acts = await StaffActs.begin(sql);
});

/** Adds an order whose package was set aside, unopened unless said otherwise. */
async function setAside(columns: Parameters<typeof addReceived>[1] = {}) {
  const unopened = { submission_status: "pending", fulfillment_status: "not_received" };
  const order = await addReceived(sql, {
    ...unopened,
    received_at: null,
    received_count: null,
    payment_status: "unpaid",
    ...columns,
  });
  await acts.write("staff_set_aside", { p_order_id: order.id });
  return order;
}

async function send(order: { id: string }) {
  const { version } = await storedOrder(sql, order.id);
  return acts.write<{ outcome: string; refusal?: string; act_id: string }>("staff_return_order", {
    p_order_id: order.id,
    p_version: version,
    p_tracking_number: `1Z${aMark().toUpperCase()}`,
    p_carrier: "ups",
  });
}

test.each(["unpaid", "failed"])(
  "a package of a batch that is %s goes back, and its customer is told",
  async (state) => {
    const order = await setAside({ payment_status: state });
    const { outcome, act_id } = await send(order);
    expect(outcome).toBe("returned");
    expect(await storedOrder(sql, order.id)).toMatchObject({
      fulfillment_status: "complete",
      is_set_aside: false,
    });
    expect((await acts.mailsOf(order.id)).map(({ kind }) => kind)).toContain("order_returned");
    await acts.undo(act_id);
    expect(await storedOrder(sql, order.id)).toMatchObject({ is_set_aside: true, tracking_number: null });
    expect(await acts.mailsOf(order.id)).toEqual([]);
  },
);

const PAYMENTS = ["unpaid", "canceled"];
/** A package of a batch that stands so, on its way back; its customer was told by mail. */
async function toldHome(payment_status: string) {
  const { id } = await setAside({ payment_status });
  const { act_id } = await send({ id });
  await sent(id);
  return { id, act_id };
}
const sent = (id: string) => sql`update outbox set sent_at = now() where payload ->> 'order_id' = ${id}`;
const told = async (id: string) =>
  (await acts.mailsOf(id)).map(({ kind, payload }) => (kind === "correction" ? payload.facts : kind));

test.each(PAYMENTS)(
  "the wrong number of a batch that is %s is corrected, each time it was told",
  async (state) => {
    const { id } = await toldHome(state);
    await acts.change(id, { tracking_number: aMark() });
    expect(await told(id)).toEqual(["order_returned", ["tracking_number"]]);
    await sent(id);
    await acts.change(id, { tracking_number: "" });
    expect(await told(id)).toEqual(["order_returned", ["tracking_number"], ["tracking_number"]]);
  },
);

test.each(PAYMENTS)("a parcel of a batch that is %s, taken back when its mail has left", async (state) => {
  const { id, act_id } = await toldHome(state);
  await acts.undo(act_id);
  expect(await told(id)).toEqual(["order_returned", expect.arrayContaining(["tracking_number"])]);
});

const inTenMinutes = new Date(Date.now() + 600_000);
const refused: [string, Parameters<typeof addReceived>[1], string][] = [
  ["a debit is under way", { payment_status: "pending" }, "not_paid"],
  ["its page can still be paid", { reservation_expires_at: inTenMinutes }, "not_paid"],
  ["the cards are at the grader", { submission_status: "grading" }, "at_grader"],
];
test.each(refused)("it stays while %s", async (_, columns, refusal) => {
  expect(await send(await setAside(columns))).toEqual({ outcome: "refused", refusal });
});
