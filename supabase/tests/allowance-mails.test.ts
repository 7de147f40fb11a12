import { addOrder, addStaff, addSubscription, addUser } from "../../sandbox/builders/rows";
import { connect, undone } from "../../sandbox/builders/test-database";

const sql = connect();
const NOW = "2026-11-20T10:00:00Z";

/** A pro member (500 cards a month) and what happens when so many cards more are paid. */
async function aMember(columns: Record<string, unknown> = {}) {
  const { id } = await addUser(sql);
  await addSubscription(sql, id, {
    current_period_start: "2026-11-01T00:00:00Z",
    current_period_end: "2026-12-01T00:00:00Z",
    ...columns,
  });
  return {
    id,
    pay: async (num_cards: number, now = NOW) => {
      const quota_month = `${now.slice(0, 7)}-01`;
      const order = { user_id: id, guest_key: null, guest_email: null, plan_type: "pro", rate_cents: 2200 };
      await addOrder(sql, { ...order, num_cards, quota_month, grading_fee: num_cards * 22 });
      await sql`select private.tell_allowance(${id}, ${now})`;
    },
    told: async () =>
      (
        await sql<{ told: string }[]>`
          select split_part(dedupe_key, ':', 4) || ' ' || (payload ->> 'used') as told from outbox
          where kind = 'allowance' and payload ->> 'user_id' = ${id} order by id`
      ).map(({ told }) => told),
  };
}

test("at three quarters and at nine tenths, once each", async () => {
  const member = await aMember();
  await member.pay(374);
  expect(await member.told()).toEqual([]);
  await member.pay(1);
  await member.pay(74);
  expect(await member.told()).toEqual(["75 375"]);
  await member.pay(1);
  await member.pay(50);
  expect(await member.told()).toEqual(["75 375", "90 450"]);
});

test("both at once are one, and fewer afterwards are none", async () => {
  const member = await aMember();
  await member.pay(480);
  await sql`update grading_orders set num_cards = 400, grading_fee = 8800 where user_id = ${member.id}`;
  await sql`select private.tell_allowance(${member.id}, ${NOW})`;
  expect(await member.told()).toEqual(["90 480"]);
});

test("several payments at once write none twice", async () => {
  const member = await aMember();
  await member.pay(400);
  await Promise.all([1, 2, 3].map(() => sql`select private.tell_allowance(${member.id}, ${NOW})`));
  expect(await member.told()).toEqual(["75 400"]);
});

test("each month begins anew", async () => {
  const member = await aMember({ current_period_end: "2027-01-01T00:00:00Z" });
  await member.pay(400);
  await member.pay(400, "2026-12-02T10:00:00Z");
  expect(await member.told()).toEqual(["75 400", "75 400"]);
});

test("without a membership that runs, and to staff, nothing is said", async () => {
  const ended = await aMember({ status: "canceled" });
  await ended.pay(400);
  expect(await ended.told()).toEqual([]);
  const staff = await aMember();
  await addStaff(sql, staff.id);
  await staff.pay(480);
  expect(await staff.told()).toEqual([]);
});

test("a payment that is not booked after all has told nobody", () =>
  undone(sql, async (tx) => {
    const { id } = await addUser(tx);
    const period = {
      current_period_start: "2026-11-01T00:00:00Z",
      current_period_end: "2026-12-01T00:00:00Z",
    };
    await addSubscription(tx, id, period);
    await tx`select private.tell_allowance(${id}, ${NOW})`;
    expect(await tx`select 1 from outbox where kind = 'allowance' and payload ->> 'user_id' = ${id}`).toEqual(
      [],
    );
  }));
