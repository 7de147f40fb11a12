import {
  addException,
  addOrder,
  type StaffMember,
  signUpStaff,
  storedOrder,
} from "../../sandbox/builders/rows";
import { call, connect, serverClient } from "../../sandbox/builders/test-database";

/* What settling money that fits nothing does to the page of its order. */

const sql = connect();
let member: StaffMember;
beforeAll(async () => {
  member = await signUpStaff(sql);
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
  await call(serverClient(), "staff_resolve_exception", {
    ...{ p_actor: member.id, p_exception_id: exception, p_resolution: "A cheque" },
  });
  expect((await storedOrder(sql, order.id)).reservation_expires_at).toEqual(left);
});
