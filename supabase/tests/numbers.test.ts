import { getNumbers, numbersSchema } from "@/lib/staff/numbers/data";
import { addOrder, addStaff, addUser, signUpStaff } from "../../sandbox/builders/rows";
import { connect, type Transaction, withRollback } from "../../sandbox/builders/test-database";
import { calledFunctions, functionsCalledIn } from "./gate-functions";

jest.mock("@/lib/supabase/rpc", () => jest.requireActual("./gate-functions").recordingGate());

const sql = connect();

/** The last of the 13 weeks is May 25 to 31. Other tests have no data in them. */
const NOW = new Date("1990-05-31T20:00:00Z");
const home = { fulfillment_status: "complete", submission_status: "delivered" };

async function pageOf(tx: Transaction, now = NOW) {
  const { id } = await addUser(tx);
  await addStaff(tx, id);
  await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: id, role: "authenticated" })}, true)`;
  const [row] = await tx`select public.staff_numbers(p_now => ${now}) as answer`;
  return numbersSchema.parse(row?.answer);
}

test("groups days by the business time zone, with zeros for empty weeks", () =>
  withRollback(sql, async (tx) => {
    // 11 p.m. on May 24 and midnight on May 25, in New York.
    await addOrder(tx, { paid_at: "1990-05-25T03:00:00Z" });
    await addOrder(tx, { paid_at: "1990-05-25T04:00:00Z" });
    const { weeks } = await pageOf(tx);
    expect(weeks).toHaveLength(13);
    expect(weeks[0]).toMatchObject({ first_day: "1990-05-25", last_day: "1990-05-31", paid_batches: 1 });
    expect(weeks[1]).toMatchObject({ first_day: "1990-05-18", last_day: "1990-05-24", paid_batches: 1 });
    expect(weeks[12]).toMatchObject({ first_day: "1990-03-02", paid_batches: 0 });
  }));

test("counts revenue minus refunds, without unpaid or staff-placed batches", () =>
  withRollback(sql, async (tx) => {
    const paid = { num_cards: 10, total_paid: 250, paid_at: "1990-05-29T12:00:00Z" };
    const { id } = await addOrder(tx, { ...paid, refunded_cents: 2_550 });
    await addOrder(tx, { ...paid, payment_status: "canceled", refunded_cents: 25_000 });
    await addOrder(tx, { ...paid, payment_status: "unpaid" });
    const ours = await addOrder(tx, { ...paid, plan_type: "elite" });
    await tx`insert into order_admin (order_id, placed_by_admin) values (${ours.id}, true)`;
    const charge = { kind: "extra", qty: 3, unit_cents: 2_500, amount_cents: 7_500, status: "paid" };
    await tx`set local session_replication_role = replica`;
    await tx`insert into order_adjustments ${tx({
      ...charge,
      order_id: id,
      deadline_at: NOW,
      paid_cents: 7_500,
      refunded_cents: 2_500,
      paid_at: "1990-05-20T12:00:00Z",
    })}`;
    await tx`set local session_replication_role = origin`;
    const { weeks } = await pageOf(tx);
    expect(weeks[0]).toMatchObject({ paid_batches: 2, paid_cards: 20, revenue_cents: 25_000 - 2_550 });
    expect(weeks[1]).toMatchObject({ paid_batches: 0, revenue_cents: 5_000 });
  }));

test("shows turnaround in business days once there are ten batches", () =>
  withRollback(sql, async (tx) => {
    const back = (received_at: string, columns = {}) =>
      addOrder(tx, {
        ...home,
        received_at,
        received_count: 10,
        sent_back_at: "1990-05-31T12:00:00Z",
        ...columns,
      });
    // Eight batches take from Friday to Thursday. Two take longer.
    for (let n = 0; n < 8; n++) await back("1990-05-25T15:00:00Z");
    await back("1990-05-10T15:00:00Z");
    await back("1990-05-31T12:00:00Z", { payment_status: "canceled" });
    expect((await pageOf(tx)).turnaround).toEqual([]);
    await back("1990-05-01T15:00:00Z");
    const taken = { median_days: 4, most_days: 15, kept_percent: 90 };
    expect((await pageOf(tx)).turnaround).toEqual([
      { week: null, ...taken },
      { week: 0, ...taken },
    ]);
  }));

test("returns the numbers to staff only", async () => {
  const member = await signUpStaff(sql);
  expect(await getNumbers(member.accessToken)).toMatchObject({ staff_role: "staff" });
});

test("calls every database function for the numbers", () => {
  expect(functionsCalledIn("staff/numbers").filter((name) => !calledFunctions.has(name))).toEqual([]);
});
