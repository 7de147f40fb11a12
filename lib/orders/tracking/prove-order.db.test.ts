import { TRACKED } from "@/lib/orders/schema";
import { proveOrder } from "@/lib/orders/tracking/prove-order";
import { trackingHashOf, trackingToken } from "@/lib/orders/tracking/tracking-link";
import { addOrder } from "@/sandbox/builders/rows";
import { connect } from "@/sandbox/builders/test-database";

const sql = connect();
const NOBODY = { userId: null, guestKey: null };

/** A guest's paid batch with its link, and the link's token. */
async function aTracked(columns: object = {}) {
  const { id } = await addOrder(sql, { guest_email: "jane@example.test" });
  const hash = trackingHashOf(id, 1);
  await sql`insert into tracking_links ${sql({ order_id: id, token_hash: hash, ...columns })}`;
  return { id, hash, token: trackingToken(id, 1) };
}

test("an order that is named is that one, whatever link comes with it", async () => {
  const [order, other] = [await aTracked(), await aTracked()];
  const who = { userId: null, guestKey: "guest" };
  expect(await proveOrder(order.id, who, undefined)).toEqual({
    orderId: order.id,
    decider: { ...who, tokenHash: null },
  });
  expect(await proveOrder(order.id, who, other.token)).toEqual({
    orderId: order.id,
    decider: { ...who, tokenHash: other.hash },
  });
});

test("an order that is not named is the one that the link opens", async () => {
  const order = await aTracked();
  expect(await proveOrder(TRACKED, NOBODY, order.token)).toEqual({
    orderId: order.id,
    decider: { ...NOBODY, tokenHash: order.hash },
  });
});

test("no link, an unknown one and one that was ended mean no order", async () => {
  const ended = await aTracked({ revoked_at: new Date() });
  for (const token of [undefined, "x".repeat(43), ended.token]) {
    await expect(proveOrder(TRACKED, NOBODY, token)).rejects.toMatchObject({
      code: "not_found",
      status: 404,
    });
  }
});
