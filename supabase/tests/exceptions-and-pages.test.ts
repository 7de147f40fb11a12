import { addException, addOrder, storedOrder } from "../../sandbox/builders/rows";
import { StaffActs } from "../../sandbox/builders/staff-acts";
import { connect, undone } from "../../sandbox/builders/test-database";

/* What settling money that fits nothing does to the page of its order. */

const sql = connect();
let acts: StaffActs;
beforeAll(async () => {
  acts = await StaffActs.begin(sql);
});

const HOUR = 3_600_000;
const soon = new Date(Date.now() + HOUR);
const over = new Date(Date.now() - HOUR);

test.each([
  ["its own page, which is open", soon, true, null],
  ["another page, while its own is open", soon, false, soon],
  ["another page, while its own has run out", over, false, null],
])("of %s", async (_, reservation_expires_at, isItsOwn, left) => {
  const order = await addOrder(sql, { payment_status: "unpaid", reservation_expires_at });
  const exception = await addException(sql, {
    order_id: order.id,
    reason: "second_payment",
    ...(isItsOwn ? { stripe_session_id: order.stripe_session_id } : {}),
  });
  await acts.write("staff_resolve_exception", { p_exception_id: exception, p_resolution: "A cheque" });
  expect((await storedOrder(sql, order.id)).reservation_expires_at).toEqual(left);
});

test("the page of an order that has just run out is asked about no more, whichever page is settled", () =>
  undone(sql, async (tx) => {
    const [{ id }, other] = [
      await addOrder(tx, { payment_status: "unpaid" }),
      await addOrder(tx, { payment_status: "unpaid" }),
    ];
    await tx`update grading_orders set reservation_expires_at = now() where id in (${id}, ${other.id})`;
    const exception = await addException(tx, { order_id: id });
    await tx`select staff_resolve_exception(${acts.member.id}, ${exception}, 'A test of ours')`;
    expect(await storedOrder(tx, id)).toMatchObject({ reservation_expires_at: null });
    expect((await storedOrder(tx, other.id)).reservation_expires_at).not.toBeNull();
  }));
