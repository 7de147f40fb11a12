import {
  addException,
  addOrder,
  eventsOf,
  type StaffMember,
  signUpStaff,
  storedOrder,
} from "../../sandbox/builders/rows";
import { call, connect, serverClient, tally } from "../../sandbox/builders/test-database";

const sql = connect();
let member: StaffMember;
beforeAll(async () => {
  member = await signUpStaff(sql);
});

test.each([
  ["amount_mismatch", true, { accepted_cents: 5_000 }],
  ["amount_mismatch", false, { accepted_cents: null }],
  ["second_payment", true, { accepted_cents: null }],
])("an exception (%s) that is settled with accepting %j", async (reason, accepts, stored) => {
  const order = await addOrder(sql, { payment_status: "unpaid", reservation_expires_at: "2001-01-01" });
  const exception = await addException(sql, {
    order_id: order.id,
    reason,
    detail: { amount_cents: 5_000 },
    stripe_session_id: order.stripe_session_id,
  });
  const answer = await call<Record<string, unknown>>(serverClient(), "staff_resolve_exception", {
    p_actor: member.id,
    p_exception_id: exception,
    p_resolution: "He agreed",
    p_accepts_amount: accepts,
  });
  const accepted_session = stored.accepted_cents ? order.stripe_session_id : null;
  expect(answer).toEqual({ outcome: "resolved", accepted_session });
  const [row] = await sql`select accepted_cents from payment_exceptions where id = ${exception}`;
  expect(row).toEqual(stored);
  // The reconcile job books an accepted amount whose payment could not be read at once: the order stays on its list.
  const reservation = stored.accepted_cents ? expect.any(Date) : null;
  expect(await storedOrder(sql, order.id)).toMatchObject({ reservation_expires_at: reservation });
});

test("a note on an exception closes it once and takes the order off the list", async () => {
  const order = await addOrder(sql);
  const exception = await addException(sql, { order_id: order.id, reason: "second_payment" });
  const open = async () => (await storedOrder(sql, order.id)).open_exceptions;
  expect(await open()).toBe(1);
  const resolve = () =>
    call<{ outcome: string }>(serverClient(), "staff_resolve_exception", {
      p_actor: member.id,
      p_exception_id: exception,
      p_resolution: "refunded the second one",
    });
  const outcomes = (await Promise.all([resolve(), resolve()])).map(({ outcome }) => outcome);
  expect(tally(outcomes)).toEqual({ resolved: 1, already_resolved: 1 });
  expect(await open()).toBe(0);
  expect(await eventsOf(sql, order.id)).toMatchObject([
    {
      type: "exception_resolved",
      from_value: "second_payment",
      message: "refunded the second one",
      public: false,
    },
  ]);
});
