import { getTrackedOrder } from "@/lib/orders/data";
import { requestTrackingLink } from "@/lib/orders/tracking/request-tracking-link";
import { trackingHashOf } from "@/lib/orders/tracking/tracking-link";
import { aBatchId, aHash, anEmail } from "@/sandbox/builders/ids";
import { addOrder } from "@/sandbox/builders/rows";
import { connect } from "@/sandbox/builders/test-database";

const sql = connect();
const asStored = (batchId: string) => batchId.replaceAll("-", "").replaceAll("O", "0").replaceAll("I", "1");

/** A guest's paid batch without a link, as an imported one has none. */
async function aBatch() {
  const email = anEmail();
  const order = await addOrder(sql, { guest_email: email, batch_id: aBatchId() });
  return { id: order.id, batch: asStored(order.batch_id), email };
}
const hashOf = async ({ id }: { id: string }) =>
  (await sql<{ token_hash: string }[]>`select token_hash from tracking_links where order_id = ${id}`)[0]
    ?.token_hash;

test("who looks for a batch without a link gets its first one, which opens it", async () => {
  const order = await aBatch();
  expect(await requestTrackingLink(order)).toBe(true);
  const hash = trackingHashOf(order.id, 1);
  expect(await hashOf(order)).toBe(hash);
  expect(await getTrackedOrder(hash)).not.toBeNull();
  expect(await requestTrackingLink(order)).toBe(false);
});

test("a link that is there stays, and somebody else's address makes none", async () => {
  const [order, other] = [await aBatch(), await aBatch()];
  const token_hash = aHash();
  await sql`insert into tracking_links ${sql({ order_id: order.id, token_hash })}`;
  expect(await requestTrackingLink(order)).toBe(true);
  expect(await hashOf(order)).toBe(token_hash);
  expect(await requestTrackingLink({ batch: other.batch, email: order.email })).toBe(false);
  expect(await hashOf(other)).toBeUndefined();
});
