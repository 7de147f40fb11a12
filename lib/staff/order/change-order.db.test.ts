import { changeOrder } from "@/lib/staff/order/change-order";
import { createOrderSession } from "@/lib/stripe/sessions";
import { catchLog } from "@/sandbox/builders/caught-log";
import { ownPayments } from "@/sandbox/builders/own-payments";
import { addOrder, type StaffMember, signUpStaff, storedOrder } from "@/sandbox/builders/rows";
import { reserveOrder } from "@/sandbox/builders/sql-functions";
import { connect } from "@/sandbox/builders/test-database";

const sql = connect();
const payments = ownPayments();
const logged = catchLog();
const SESSIONS = "/v1/checkout/sessions";

let member: StaffMember;
beforeAll(async () => {
  member = await signUpStaff(sql);
});

/** Creates a $100 order with an open checkout session. */
async function anOpenCheckout() {
  const order = await reserveOrder(null);
  const { id } = order;
  const { id: session } = await createOrderSession(order, false);
  await sql`update grading_orders set stripe_session_id = ${session} where id = ${id}`;
  return { id, session };
}

/** Marks the order as paid by hand at its current version. */
async function setPaid(id: string) {
  const { version } = await storedOrder(sql, id);
  return changeOrder(member.id, id, { version, changes: { payment_status: "paid" }, reason: "Paid in cash" });
}
const changedTo = (payment_status: string) => ({
  code: "order_changed",
  reply: { order: { payment_status } },
});
const statusOf = async (session: string) =>
  (await payments.stripe.checkout.sessions.retrieve(session)).status;

test("closes the checkout session of an order that is marked paid by hand", async () => {
  const { id, session } = await anOpenCheckout();
  expect(await setPaid(id)).toMatchObject({ outcome: "updated", order: { payment_status: "paid" } });
  expect(await statusOf(session)).toBe("expired");
  expect(await storedOrder(sql, id)).toMatchObject({ payment_status: "paid", total_paid: "100.00" });
});

test("records an unrecorded payment and reports a conflict instead of saving", async () => {
  const { id, session } = await anOpenCheckout();
  await payments.pay(session);
  await expect(setPaid(id)).rejects.toMatchObject(changedTo("paid"));
  expect((await storedOrder(sql, id)).stripe_payment_intent_id).toMatch(/^pi_/);
});

test("records a pending bank payment when it arrives later", async () => {
  const { id, session } = await anOpenCheckout();
  await payments.payByBank(session);
  await expect(setPaid(id)).rejects.toMatchObject(changedTo("pending"));
  expect(await setPaid(id)).toMatchObject({ outcome: "updated" });
  await payments.settle(session, "succeeded");
  expect(await setPaid(id)).toMatchObject({ outcome: "unchanged" });
  await sql`update grading_orders set payment_status = 'unpaid' where id = ${id}`;
  await expect(setPaid(id)).rejects.toMatchObject({ code: "order_changed" });
  expect(await storedOrder(sql, id)).toMatchObject({
    payment_status: "paid",
    stripe_payment_intent_id: expect.stringMatching(/^pi_/),
  });
});

test("saves nothing while Stripe is unavailable", async () => {
  const { id } = await anOpenCheckout();
  await payments.fault({ method: "GET", path: `${SESSIONS}/*`, status: 500, times: null });
  await expect(setPaid(id)).rejects.toMatchObject({ status: 503, code: "payments_unavailable" });
  expect(await storedOrder(sql, id)).toMatchObject({ payment_status: "unpaid" });
});

test("saves the order and logs the error when the session can't be closed", async () => {
  const { id, session } = await anOpenCheckout();
  await payments.fault({ method: "POST", path: `${SESSIONS}/*`, status: 500, times: null });
  expect(await setPaid(id)).toMatchObject({ outcome: "updated" });
  expect(logged("checkout.left_open")).toMatchObject([{ order: id }]);
  await payments.mend();
  await payments.pay(session);
});

test("doesn't check Stripe for other changes or without a session", async () => {
  const order = await addOrder(sql, { payment_status: "unpaid", stripe_session_id: null });
  expect(await setPaid(order.id)).toMatchObject({ outcome: "updated" });
  const { id, session } = await anOpenCheckout();
  const { version } = await storedOrder(sql, id);
  const noted = await changeOrder(member.id, id, { version, changes: { internal_notes: "Called" } });
  expect(noted).toMatchObject({ outcome: "updated" });
  expect(await statusOf(session)).toBe("open");
});
