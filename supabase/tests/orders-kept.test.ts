import { addOrder, storedOrder } from "../../sandbox/builders/rows";
import { StaffActs } from "../../sandbox/builders/staff-acts";
import { connect } from "../../sandbox/builders/test-database";

/* What an order's own trigger keeps of it, whoever changes it. */

const sql = connect();
let acts: StaffActs;
beforeAll(async () => {
  acts = await StaffActs.begin(sql);
});

test("a batch that was received by hand has its promise from that day on, once it is counted", async () => {
  const { id } = await addOrder(sql);
  await acts.change(id, { submission_status: "received" });
  const { received_at, promised_to } = await storedOrder(sql, id);
  expect([received_at, promised_to]).toEqual([expect.any(Date), null]);
  await acts.checkIn(id, 10);
  expect((await storedOrder(sql, id)).received_at).toEqual(received_at);
  const [row] = await sql`select promised_to =
    private.business_date_after(private.business_date(received_at), 15) as is_so from grading_orders where id = ${id}`;
  expect(row?.is_so).toBe(true);
});

test.each([
  ["at the moment", 0, true],
  ["after", 1, true],
  ["before", -1, false],
])(
  "money that went back %s its cards left for home says that they were lost on the way",
  async (_, later, is_lost) => {
    const sent = new Date("2026-11-05T15:00:00Z");
    const order = {
      submission_status: "completed",
      fulfillment_status: "complete",
      sent_back_at: sent,
    } as const;
    const canceled = { payment_status: "canceled", canceled_at: new Date(Number(sent) + later) } as const;
    const { id } = await addOrder(sql, { ...order, ...canceled });
    const [row] = await sql`select is_lost from grading_orders where id = ${id}`;
    expect(row).toEqual({ is_lost });
  },
);

test("the payment of what has not come sets no day by which it is opened; of what is here it does", async () => {
  const away = await addOrder(sql, { payment_status: "unpaid" });
  const here = await addOrder(sql, { payment_status: "unpaid", arrived_at: "2026-11-05T15:00:00Z" });
  await sql`update grading_orders set open_by = null where id = ${here.id}`;
  await sql`update grading_orders set payment_status = 'paid', paid_at = now(), total_paid = grading_fee,
    reservation_expires_at = null where id in (${away.id}, ${here.id})`;
  const rows = await sql`select open_by is not null as has_day from grading_orders
    where id in (${away.id}, ${here.id}) order by arrived_at nulls first`;
  expect(rows.map(({ has_day }) => has_day)).toEqual([false, true]);
});

test("by what way a package comes is no change of its order before it is here, and one after", async () => {
  const order = await addOrder(sql);
  const track = async (inbound_tracking: string) => {
    await sql`update grading_orders set inbound_tracking = ${inbound_tracking} where id = ${order.id}`;
    return (await storedOrder(sql, order.id)).version - order.version;
  };
  expect(await track("1Z1")).toBe(0);
  await sql`update grading_orders set arrived_at = now() where id = ${order.id}`;
  expect(await track("1Z2")).toBe(2);
});
