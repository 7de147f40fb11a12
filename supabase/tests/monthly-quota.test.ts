import { aSessionId } from "../../sandbox/builders/ids";
import { addUser } from "../../sandbox/builders/rows";
import {
  aPaidSession,
  aReservation,
  type Order,
  reserve,
  reserved,
} from "../../sandbox/builders/sql-functions";
import { call, connect, serverClient } from "../../sandbox/builders/test-database";

const sql = connect();
const server = serverClient();

const pay = (order: Order) =>
  call(server, "apply_checkout", aPaidSession(order, { p_session_id: aSessionId() }));

describe("the monthly quota", () => {
  const member = (userId: string, cards: number, p_now: string, changes: Record<string, unknown> = {}) =>
    aReservation(userId, {
      p_plan_type: "starter",
      p_num_cards: cards,
      p_monthly_limit: 100,
      p_now,
      ...changes,
    });

  test("counts paid cards of the UTC month, to the millisecond", async () => {
    const user = await addUser(sql);
    await pay(await reserved(member(user.id, 90, "2026-01-31T23:59:59.999Z")));
    expect(await reserve(member(user.id, 11, "2026-01-31T23:59:59.999Z"))).toEqual({
      outcome: "quota_exceeded",
      remaining: 10,
    });
    expect(await reserve(member(user.id, 11, "2026-02-01T00:00:00.000Z"))).toMatchObject({
      outcome: "reserved",
      remaining: 89,
    });
  });

  test("never says less than nothing", async () => {
    const user = await addUser(sql);
    await pay(await reserved(member(user.id, 100, "2026-01-10T00:00:00Z")));
    const lower = member(user.id, 1, "2026-01-11T00:00:00Z", { p_monthly_limit: 20 });
    expect(await reserve(lower)).toEqual({ outcome: "quota_exceeded", remaining: 0 });
  });

  test("counts pending payments, not canceled, not pay-as-you-go, not what staff placed", async () => {
    const user = await addUser(sql);
    const now = "2026-04-10T00:00:00Z";
    const pending = await reserved(member(user.id, 30, now));
    await sql`update grading_orders set payment_status = 'pending', reservation_expires_at = null where id = ${pending.id}`;
    const canceled = await reserved(member(user.id, 30, now));
    await call(server, "cancel_reservation", { p_order_id: canceled.id });
    await pay(await reserved(aReservation(user.id, { p_plan_type: "payg", p_num_cards: 30, p_now: now })));
    await pay(await reserved(member(user.id, 30, now, { p_placed_by_admin: true, p_monthly_limit: null })));
    expect(await reserve(member(user.id, 71, now))).toEqual({ outcome: "quota_exceeded", remaining: 70 });
    expect((await reserve(member(user.id, 70, now))).outcome).toBe("reserved");
  });

  test("an abandoned reservation gives its cards back after 40 minutes", async () => {
    const user = await addUser(sql);
    await reserved(member(user.id, 100, "2026-06-01T00:00:00Z"));
    expect((await reserve(member(user.id, 100, "2026-06-01T00:40:01Z"))).outcome).toBe("reserved");
  });
});
