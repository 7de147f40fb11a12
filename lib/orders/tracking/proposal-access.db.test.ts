import { getTrackedOrder } from "@/lib/orders/data";
import { TRACKED } from "@/lib/orders/schema";
import { enqueueTrackingLink } from "@/lib/orders/tracking/mutations";
import { proveOrder } from "@/lib/orders/tracking/proposal-access";
import { trackingHashOf, trackingToken } from "@/lib/orders/tracking/tracking-link";
import { aBatchId, aHash, anEmail } from "@/sandbox/builders/ids";
import { addOrder } from "@/sandbox/builders/rows";
import { connect } from "@/sandbox/builders/test-database";

const sql = connect();

describe("prove order", () => {
  const NOBODY = { userId: null, guestKey: null };

  async function aTracked(columns: object = {}) {
    const { id } = await addOrder(sql, { guest_email: "jane@example.test" });
    const hash = trackingHashOf(id, 1);
    await sql`insert into tracking_links ${sql({ order_id: id, token_hash: hash, ...columns })}`;
    return { id, hash, token: trackingToken(id, 1) };
  }

  test("returns the named order regardless of the link sent with it", async () => {
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

  test("returns the link's order when no order is named", async () => {
    const order = await aTracked();
    expect(await proveOrder(TRACKED, NOBODY, order.token)).toEqual({
      orderId: order.id,
      decider: { ...NOBODY, tokenHash: order.hash },
    });
  });

  test("refuses a missing, unknown or revoked link", async () => {
    const ended = await aTracked({ revoked_at: new Date() });
    for (const token of [undefined, "x".repeat(43), ended.token]) {
      await expect(proveOrder(TRACKED, NOBODY, token)).rejects.toMatchObject({
        code: "not_found",
        status: 404,
      });
    }
  });
});

describe("request tracking link", () => {
  const asStored = (batchId: string) => batchId.replaceAll("-", "").replaceAll("O", "0").replaceAll("I", "1");

  /** A guest's paid batch without a tracking link, like an imported one. */
  async function aBatch() {
    const email = anEmail();
    const order = await addOrder(sql, { guest_email: email, batch_id: aBatchId() });
    return { id: order.id, batch: asStored(order.batch_id), email };
  }
  const hashOf = async ({ id }: { id: string }) =>
    (await sql<{ token_hash: string }[]>`select token_hash from tracking_links where order_id = ${id}`)[0]
      ?.token_hash;

  test("creates a missing tracking link and queues its email once", async () => {
    const order = await aBatch();
    expect(await enqueueTrackingLink(order)).toBe(true);
    const hash = trackingHashOf(order.id, 1);
    expect(await hashOf(order)).toBe(hash);
    expect(await getTrackedOrder(hash)).not.toBeNull();
    expect(await enqueueTrackingLink(order)).toBe(false);
  });

  test("keeps an existing link and creates none for a different email", async () => {
    const [order, other] = [await aBatch(), await aBatch()];
    const token_hash = aHash();
    await sql`insert into tracking_links ${sql({ order_id: order.id, token_hash })}`;
    expect(await enqueueTrackingLink(order)).toBe(true);
    expect(await hashOf(order)).toBe(token_hash);
    expect(await enqueueTrackingLink({ batch: other.batch, email: order.email })).toBe(false);
    expect(await hashOf(other)).toBeUndefined();
  });
});
