import { withdrawCancellation } from "@/lib/orders/cancellation/mutations";
import { changeInbound } from "@/lib/orders/inbound/change-inbound";
import { queueShipReminders } from "@/lib/orders/inbound/mutations";
import { aGuestKey } from "../../sandbox/builders/ids";
import { addOrder } from "../../sandbox/builders/rows";
import { connect } from "../../sandbox/builders/test-database";
import { called, functionsCalledIn } from "./gate-functions";

jest.mock("@/lib/supabase/rpc", () =>
  jest
    .requireActual("./gate-functions")
    .notedGate({ queue_ship_reminders: { p_now: "1850-01-01T00:00:00Z" } }),
);

const sql = connect();
const today = () => new Date().toISOString().slice(0, 10);
const shipped = { action: "shipped", carrier: "ups", number: " 1z 999 aa1 01 2345 6784 " } as const;

/** A paid order of a guest's browser, and who that is. */
async function aGuests(columns: Record<string, unknown> = {}) {
  const guestKey = aGuestKey();
  const order = await addOrder(sql, { guest_key: guestKey, paid_at: new Date(), ...columns });
  return { id: order.id, guest: { userId: null, guestKey, tokenHash: null } };
}

test("what a customer says is kept, the number as it is stored", async () => {
  const { id, guest } = await aGuests();
  const say = (shipped_on: string) => changeInbound(id, guest, { ...shipped, shipped_on });
  expect([await say(today()), await say(today())]).toEqual([{ outcome: "noted" }, { outcome: "unchanged" }]);
  const [row] = await sql`select inbound_tracking as number from grading_orders where id = ${id}`;
  expect(row?.number).toBe("1Z999AA10123456784");
  expect(await changeInbound(id, guest, { action: "delivered", delivered_on: today() })).toEqual({
    outcome: "noted",
  });
  expect(await changeInbound(id, guest, { action: "not_delivered" })).toEqual({ outcome: "noted" });
  expect(await changeInbound(id, guest, { action: "not_shipped" })).toEqual({ outcome: "noted" });
});

test("what is refused says why, and at which field", async () => {
  const refusals: [Record<string, unknown>, string][] = [
    [{ arrived_at: new Date() }, "inbound_arrived"],
    [{ payment_status: "unpaid" }, "inbound_not_paid"],
    [{ payment_status: "canceled" }, "inbound_canceled"],
    [{ cancel_requested_at: new Date() }, "inbound_canceling"],
  ];
  for (const [columns, code] of refusals) {
    const { id, guest } = await aGuests(columns);
    await expect(changeInbound(id, guest, { action: "not_shipped" })).rejects.toMatchObject({
      code,
      status: 409,
    });
  }
  const { id, guest } = await aGuests();
  const early = { ...shipped, shipped_on: "2001-01-01" };
  await expect(changeInbound(id, guest, early)).rejects.toMatchObject({
    code: "inbound_bad_date",
    fields: { shipped_on: expect.stringContaining("not before the payment") },
  });
  const delivered = { action: "delivered", delivered_on: today() } as const;
  await expect(changeInbound(id, guest, delivered)).rejects.toMatchObject({ code: "inbound_not_shipped" });
  await changeInbound(id, guest, { ...shipped, shipped_on: today() });
  await expect(changeInbound(id, guest, { ...delivered, delivered_on: "2001-01-01" })).rejects.toMatchObject({
    fields: { delivered_on: expect.stringContaining("not before it left") },
  });
  const nobody = { userId: null, guestKey: aGuestKey(), tokenHash: null };
  await expect(changeInbound(id, nobody, early)).rejects.toMatchObject({ code: "not_found" });
});

test("a request to cancel is withdrawn, and reminders are queued", async () => {
  const { id, guest } = await aGuests({ cancel_requested_at: new Date() });
  expect([await withdrawCancellation(id, guest), await withdrawCancellation(id, guest)]).toEqual([
    "withdrawn",
    "not_asked",
  ]);
  expect(await queueShipReminders(10)).toBe(0);
});

test("no function of these rooms was left out", () => {
  const expected = ["orders/inbound", "orders/cancellation"].flatMap((room) => functionsCalledIn(room));
  expect(expected.length).toBeGreaterThan(4);
  expect(expected.filter((name) => !called.has(name))).toEqual([]);
});
