import { randomUUID } from "node:crypto";
import { aHash } from "../../sandbox/builders/ids";
import { addUser } from "../../sandbox/builders/rows";
import { payOrder } from "../../sandbox/builders/sql-functions";
import { call, connect, serverClient } from "../../sandbox/builders/test-database";

const sql = connect();
const DAY = 86_400_000;

type Tracked = { batch: string; events: { type: string; message: string | null }[] } & Record<
  string,
  unknown
>;

/** The hash of the link that a paid order has. */
async function hashOf(order: { id: string }): Promise<string> {
  const [link] = await sql<{ token_hash: string }[]>`
    select token_hash from tracking_links where order_id = ${order.id}`;
  if (!link) throw new Error("no link");
  return link.token_hash;
}
const track = (hash: string, now = new Date()) =>
  call<Tracked | null>(serverClient(), "get_tracked_order", { p_token_hash: hash, p_now: now });

test("no person, no address, no money", async () => {
  const order = await payOrder(null);
  await sql`update grading_orders set notes = 'call me on 555-0100', return_address = ${sql.json({
    full_name: "Jane Roe",
    address_line1: "77 Sunset Strip",
  })}, guest_email = 'jane@example.test', receipt_url = 'https://pay.example.test/r' where id = ${order.id}`;
  await sql.begin(async (tx) => {
    await tx`select private.set_actor('staff', ${randomUUID()}, 'Wrote to jane@example.test about card 3', ${tx.json({ shelf: "A1" })})`;
    await tx`update grading_orders set submission_status = 'received' where id = ${order.id}`;
  });
  const tracked = await track(await hashOf(order));
  expect(Object.keys(tracked ?? {}).sort()).toEqual([
    ...["adjustments", "arrived_at", "batch", "cancel_cents", "cancel_refund"],
    ...["cancel_requested_at", "cancel_way"],
    ...["delay_reason", "delayed_until", "events", "fulfillment_status"],
    ...["graders", "grading_submission_number", "homeward", "id"],
    ...["inbound_carrier", "inbound_delivered_at", "inbound_shipped_at", "inbound_tracking"],
    ...["is_counted_in_part", "is_lost", "is_received"],
    "look_from",
    ...[
      "num_cards",
      "open_by",
      "paid_at",
      "payment_status",
      "photos",
      "promised_from",
      "promised_to",
      "received_count",
    ],
    ...["return_carrier"],
    ...["submission_status", "submitted_at", "tracking_number"],
  ]);
  expect(tracked?.events.map(({ type }) => type)).toEqual(["payment_status", "submission_status"]);
  expect(tracked?.events[1]?.message).toBe("Wrote to … about card 3");
  expect(JSON.stringify(tracked)).not.toMatch(
    /jane|sunset|555-0100|pay\.example|shelf|\$|grading_fee|total|guest_|user_/i,
  );
});

test("an imported order by its own id, and nothing for an unknown hash", async () => {
  const order = await payOrder((await addUser(sql)).id);
  await sql`update grading_orders set batch_id = null where id = ${order.id}`;
  expect((await track(await hashOf(order)))?.batch).toBe(`ORDER-${order.id.slice(0, 8).toUpperCase()}`);
  expect(await track(aHash())).toBeNull();
});

test("ends 180 days after the cards were delivered", async () => {
  const order = await payOrder((await addUser(sql)).id);
  await sql`update grading_orders set submission_status = 'delivered' where id = ${order.id}`;
  const hash = await hashOf(order);
  expect(await track(hash, new Date(Date.now() + 179 * DAY))).not.toBeNull();
  expect(await track(hash, new Date(Date.now() + 181 * DAY))).toBeNull();
});
