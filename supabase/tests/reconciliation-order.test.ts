import { aPaymentIntentId } from "../../sandbox/builders/ids";
import { addOrder } from "../../sandbox/builders/rows";
import { StaffActs } from "../../sandbox/builders/staff-acts";
import { connect, type Transaction, undone } from "../../sandbox/builders/test-database";

const sql = connect();
let acts: StaffActs;
beforeAll(async () => {
  acts = await StaffActs.begin(sql);
});

type Listed = { items: { order_id: string; at: string }[]; is_more: boolean };

async function listed(tx: Transaction, name: string, limit: number): Promise<Listed> {
  const claims = JSON.stringify({ sub: acts.member.id, role: "authenticated" });
  await tx`select set_config('request.jwt.claims', ${claims}, true)`;
  const [row] = await tx<{ list: Listed }[]>`select public.staff_reconciliation(${limit}) -> ${name} as list`;
  return row?.list ?? { items: [], is_more: false };
}
const idsOf = ({ items }: Listed) => items.map(({ order_id }) => order_id);

// Years in which nothing else was ever placed.
const year = (n: number) => new Date(`0${200 + n}-03-02T12:00:00Z`);

test("what came and is not paid stands by when it came, whenever it was opened", () =>
  undone(sql, async (tx) => {
    const here = { payment_status: "failed", fulfillment_status: "grading", submission_status: "received" };
    const second = await addOrder(tx, { ...here, arrived_at: year(2), received_at: year(3) });
    const first = await addOrder(tx, { ...here, arrived_at: year(1), received_at: year(4) });
    const list = await listed(tx, "not_paid", 2);
    expect(idsOf(list)).toEqual([first.id, second.id]);
    expect(list.items.map(({ at }) => new Date(at))).toEqual([year(1), year(2)]);
  }));

test("of payments that are open too long those that are open the longest are shown, and the first of them leads", () =>
  undone(sql, async (tx) => {
    const held = { payment_status: "unpaid", submitted_at: year(2), reservation_expires_at: year(2) };
    const third = await addOrder(tx, { payment_status: "pending", submitted_at: year(3) });
    const second = await addOrder(tx, held);
    const first = await addOrder(tx, { payment_status: "pending", submitted_at: year(1) });
    expect(idsOf(await listed(tx, "open_too_long", 3))).toEqual([first.id, second.id, third.id]);
    const short = await listed(tx, "open_too_long", 2);
    expect([idsOf(short), short.is_more]).toEqual([[first.id, second.id], true]);
  }));

test("what was paid by card and set back stands among what is missing here, until all of it went back", () =>
  undone(sql, async (tx) => {
    const back = {
      payment_status: "unpaid",
      total_paid: 250,
      submitted_at: new Date("2200-01-01T12:00:00Z"),
    };
    const card = () => ({ ...back, stripe_payment_intent_id: aPaymentIntentId() });
    const part = await addOrder(tx, { ...card(), refunded_cents: 24_999 });
    const all = await addOrder(tx, { ...card(), refunded_cents: 25_000 });
    const whole = await addOrder(tx, card());
    const ids = idsOf(await listed(tx, "paid_there", 200));
    expect(ids).toEqual(expect.arrayContaining([part.id, whole.id]));
    expect(ids).not.toContain(all.id);
  }));
