import { randomUUID } from "node:crypto";
import { readTypedBatchId } from "@/lib/orders/batch-id";
import { aBatchId, aGuestKey, aHash, anEmail } from "../../sandbox/builders/ids";
import { addOrder, addUser, type StoredOrder, signUpStaff } from "../../sandbox/builders/rows";
import {
  aPaidSession,
  applyCheckout,
  attachCheckout,
  payOrder,
  sessions,
  updateAsStaff,
} from "../../sandbox/builders/sql-functions";
import { call, connect, serverClient, tally } from "../../sandbox/builders/test-database";

const sql = connect();
const server = serverClient();
const DAY = 86_400_000;

type Link = { order_id: string; generation: number; token_hash: string; is_active: boolean };
type Tracked = Record<string, unknown> & {
  batch: string;
  events: { type: string; message: string | null }[];
};

const linksOf = async ({ id }: { id: string }) => [
  ...(await sql<Omit<Link, "order_id">[]>`
    select generation, token_hash, revoked_at is null as is_active from tracking_links where order_id = ${id}`),
];
/** Returns the token hash of a paid order's only link. */
async function hashOf(order: { id: string }): Promise<string> {
  const [link, ...more] = await linksOf(order);
  if (!link || more.length > 0) throw new Error("not one link");
  return link.token_hash;
}
const track = (hash: string, now = new Date()) =>
  call<Tracked | null>(server, "get_tracked_order", { p_token_hash: hash, p_now: now });

describe("tracking links", () => {
  type Replaced = { outcome: string; link?: Link };
  const replace = (order: { id: string }, changes: Record<string, unknown>) =>
    call<Replaced>(server, "replace_tracking_link", {
      p_order_id: order.id,
      p_user_id: null,
      p_guest_key: null,
      p_generation: 1,
      p_token_hash: null,
      ...changes,
    });

  test("creates no link without a payment", async () => {
    for (const said of [sessions.open, sessions.delayed, sessions.asyncFailed, sessions.expired]) {
      const order = await attachCheckout((await addUser(sql)).id);
      await applyCheckout(aPaidSession(order, said));
      expect(await linksOf(order)).toEqual([]);
    }
    const order = await attachCheckout((await addUser(sql)).id);
    await applyCheckout(aPaidSession(order, { p_amount_cents: 1 }));
    expect(await linksOf(order)).toEqual([]);
  });

  test("keeps replaced and ended links when a payment is reported again", async () => {
    const [renewer, ender] = [await addUser(sql), await addUser(sql)];
    const [renewed, ended] = [await attachCheckout(renewer.id), await attachCheckout(ender.id)];
    const deliveries = [aPaidSession(renewed), aPaidSession(ended)];
    for (const delivery of deliveries) await applyCheckout(delivery);
    const second = aHash();
    await replace(renewed, { p_user_id: renewer.id, p_token_hash: second });
    await replace(ended, { p_user_id: ender.id });

    for (const delivery of deliveries) expect((await applyCheckout(delivery)).outcome).toBe("duplicate");
    expect(await linksOf(renewed)).toEqual([{ generation: 2, token_hash: second, is_active: true }]);
    const first = deliveries[1]?.p_tracking_hash;
    expect(await linksOf(ended)).toEqual([{ generation: 1, token_hash: first, is_active: false }]);
    expect(await track(String(first))).toBeNull();
  });

  test("creates a link once for a payment marked by hand", async () => {
    const [member, user] = [await signUpStaff(sql), await addUser(sql)];
    const order = await addOrder(sql, {
      user_id: user.id,
      payment_status: "unpaid",
      stripe_session_id: null,
    });
    const paid = await updateAsStaff(member, order, { payment_status: "paid" }, "Cash");
    expect(await linksOf(order)).toMatchObject([{ generation: 1, is_active: true }]);
    const second = aHash();
    await replace(order, { p_user_id: user.id, p_token_hash: second });
    const unpaid = await updateAsStaff(member, paid.order, { payment_status: "unpaid" }, "Bounced");
    await updateAsStaff(member, unpaid.order, { payment_status: "paid" }, "Cash");
    expect(await linksOf(order)).toEqual([{ generation: 2, token_hash: second, is_active: true }]);
  });

  test("creates an imported order's link once, and only for its owner", async () => {
    const [user, stranger] = [await addUser(sql), await addUser(sql)];
    const order = await addOrder(sql, { user_id: user.id });
    const none = { p_generation: 0 };
    const hash = aHash();
    for (const args of [
      { ...none, p_user_id: stranger.id, p_token_hash: hash },
      { ...none, p_user_id: user.id },
      { p_user_id: user.id, p_token_hash: hash },
    ])
      expect(await replace(order, args)).toEqual({ outcome: "not_found" });
    expect(await linksOf(order)).toEqual([]);

    const asked = { ...none, p_user_id: user.id, p_token_hash: hash };
    const answers = await Promise.all(Array.from({ length: 10 }, () => replace(order, asked)));
    expect(tally(answers.map(({ outcome }) => outcome))).toEqual({ replaced: 1, stale: 9 });
    expect(new Set(answers.map(({ link }) => link?.token_hash))).toEqual(new Set([hash]));
    expect(await linksOf(order)).toEqual([{ generation: 1, token_hash: hash, is_active: true }]);
    expect(await track(hash)).toMatchObject({ batch: order.batch_id });
  });

  test("creates no link for an unpaid or unknown order", async () => {
    const user = await addUser(sql);
    const unpaid = await attachCheckout(user.id);
    for (const order of [unpaid, { id: randomUUID() }]) {
      const asked = { p_user_id: user.id, p_generation: 0, p_token_hash: aHash() };
      expect(await replace(order, asked)).toEqual({ outcome: "not_found" });
    }
    expect(await linksOf(unpaid)).toEqual([]);
  });

  test("lets the owner replace or end the link, and closes the old one", async () => {
    const user = await addUser(sql);
    const order = await payOrder(user.id);
    const [first, second] = [await hashOf(order), aHash()];
    expect(await track(first)).toMatchObject({ batch: order.batch_id });

    const own = { p_user_id: user.id };
    const answer = await replace(order, { ...own, p_token_hash: second });
    expect(answer).toMatchObject({ outcome: "replaced", link: { generation: 2, is_active: true } });
    expect(await track(first)).toBeNull();
    expect(await track(second)).not.toBeNull();

    expect((await replace(order, { ...own, p_token_hash: aHash() })).outcome).toBe("stale");
    expect((await replace(order, { ...own, p_generation: 2 })).outcome).toBe("replaced");
    expect(await track(second)).toBeNull();
    expect(await linksOf(order)).toMatchObject([{ generation: 2, is_active: false }]);
  });

  test("refuses changes to an account's link by other accounts, guests and visitors", async () => {
    const order = await payOrder((await addUser(sql)).id);
    const hash = await hashOf(order);
    for (const who of [{ p_user_id: (await addUser(sql)).id }, { p_guest_key: aGuestKey() }, {}])
      for (const p_token_hash of [null, aHash()])
        expect(await replace(order, { ...who, p_token_hash })).toEqual({ outcome: "not_found" });
    expect(await track(hash)).not.toBeNull();
  });

  test("allows the guest's cookie to change the link until an account has the order", async () => {
    const key = aGuestKey();
    const order = await payOrder(null, key);
    expect(await replace(order, { p_guest_key: aGuestKey() })).toEqual({ outcome: "not_found" });
    expect(await replace(order, { p_user_id: (await addUser(sql)).id })).toEqual({ outcome: "not_found" });
    expect(await replace(order, { p_guest_key: key })).toMatchObject({ outcome: "replaced" });
    const user = await addUser(sql);
    await sql`update grading_orders set user_id = ${user.id} where id = ${order.id}`;
    expect(await replace(order, { p_guest_key: key })).toEqual({ outcome: "not_found" });
    expect(await replace(order, { p_user_id: user.id })).toMatchObject({ outcome: "replaced" });
  });
});

describe("tracked order", () => {
  test("shows no personal data, address or amount", async () => {
    const order = await payOrder(null);
    await sql`update grading_orders set notes = 'call me on 555-0100', return_address = ${sql.json({
      full_name: "Jane Roe",
      address_line1: "77 Sunset Strip",
    })}, guest_email = 'jane@example.test', receipt_url = 'https://pay.example.test/r' where id = ${order.id}`;
    await sql`update grading_orders set submission_status = 'received', change_context = private.change_context(
      'staff', ${randomUUID()}, 'Wrote to jane@example.test about card 3', ${sql.json({ shelf: "A1" })}) where id = ${order.id}`;
    const tracked = await track(await hashOf(order));
    const shown = [
      ..."adjustments arrived_at batch cancel_cents cancel_mode cancel_refund cancel_requested_at".split(" "),
      ..."cards_sent delay_reason delayed_until events fulfillment_status graders".split(" "),
      ..."grading_submission_number id inbound_carrier inbound_delivered_at inbound_shipped_at".split(" "),
      ..."inbound_tracking is_counted_in_part is_lost is_received look_from num_cards open_by".split(" "),
      ..."paid_at payment_status photos promised_from promised_to received_count".split(" "),
      ..."return_carrier return_shipment submission_status submitted_at title tracking_number".split(" "),
    ];
    expect(Object.keys(tracked ?? {}).sort()).toEqual(shown);
    expect(tracked?.events.map(({ type }) => type)).toEqual(["payment_status", "submission_status"]);
    expect(tracked?.events[1]?.message).toBe("Wrote to … about card 3");
    expect(JSON.stringify(tracked)).not.toMatch(
      /jane|sunset|555-0100|pay\.example|shelf|\$|grading_fee|total|guest_|user_/i,
    );
  });

  test("identifies an imported order by its ID, and returns null for unknown hashes", async () => {
    const order = await payOrder((await addUser(sql)).id);
    await sql`update grading_orders set batch_id = null where id = ${order.id}`;
    expect((await track(await hashOf(order)))?.batch).toBe(`ORDER-${order.id.slice(0, 8).toUpperCase()}`);
    expect(await track(aHash())).toBeNull();
  });

  test("expires a link 180 days after delivery", async () => {
    const order = await payOrder((await addUser(sql)).id);
    await sql`update grading_orders set submission_status = 'delivered' where id = ${order.id}`;
    const hash = await hashOf(order);
    expect(await track(hash, new Date(Date.now() + 179 * DAY))).not.toBeNull();
    expect(await track(hash, new Date(Date.now() + 181 * DAY))).toBeNull();
  });
});

describe("find batch", () => {
  const MINUTE = 60_000;

  type Found = { outcome: string; order_id?: string };

  const find = (batch: string, email: string, changes: Record<string, unknown> = {}) =>
    call<Found>(server, "enqueue_tracking_link", {
      p_batch: readTypedBatchId(batch),
      p_email: email,
      ...changes,
    });
  const emailsAbout = ({ id }: { id: string }) => sql<{ payload: unknown }[]>`
  select payload from outbox where kind = 'tracking_link' and payload ->> 'order_id' = ${id} order by id`;

  async function aBatch(
    columns: Parameters<typeof addOrder>[1] = {},
  ): Promise<StoredOrder & { email: string }> {
    const email = anEmail();
    const order = await addOrder(sql, { guest_email: email, batch_id: aBatchId(), ...columns });
    await sql`insert into tracking_links ${sql({ order_id: order.id, token_hash: aHash() })}`;
    return { ...order, email };
  }

  async function expectNothing(order: { id: string }, batch: string, email: string): Promise<void> {
    expect(await find(batch, email)).toEqual({ outcome: "not_found" });
    expect(await emailsAbout(order)).toEqual([]);
  }

  test("finds a batch by ID and paying email regardless of how they are typed", async () => {
    for (const [batch, email] of [
      [(id: string) => id, (to: string) => to],
      [(id: string) => id.slice(6).toLowerCase(), (to: string) => ` ${to.toUpperCase()} `],
      [(id: string) => id.replaceAll("0", "O").replaceAll("1", "I"), (to: string) => to],
    ] as const) {
      const order = await aBatch({ batch_id: `BATCH-M0O1I${aBatchId().slice(6, 11)}-I0O1` });
      expect(await find(batch(order.batch_id), email(order.email))).toEqual({ outcome: "queued" });
      expect(await emailsAbout(order)).toEqual([{ payload: { order_id: order.id, is_over: false } }]);
    }
  });

  test("finds an imported batch by the start of its ID", async () => {
    const order = await aBatch({ batch_id: null });
    const name = `order ${order.id.slice(0, 8)}`;
    expect(await find(name, order.email)).toEqual({ outcome: "queued" });
    const named = await aBatch();
    await expectNothing(named, `ORDER-${named.id.slice(0, 8)}`, named.email);
  });

  test("queues no email for another person's address", async () => {
    const [order, other] = [await aBatch(), await aBatch()];
    await expectNothing(order, order.batch_id, other.email);
    await expectNothing(other, order.batch_id, other.email);
    await expectNothing(order, order.batch_id, "%");
    await expectNothing(order, order.batch_id, "");
  });

  test.each(["unpaid", "canceled"] as const)(
    "queues no email for an order that is %s",
    async (payment_status) => {
      const order = await aBatch({ payment_status });
      await expectNothing(order, order.batch_id, order.email);
    },
  );

  test("queues no email for an order without an address", async () => {
    const order = await aBatch({ guest_email: null, guest_key: aHash() });
    await expectNothing(order, order.batch_id, "");
  });

  test("creates a missing link only if the server passes a token for that order", async () => {
    const email = anEmail();
    const order = await addOrder(sql, { guest_email: email, batch_id: aBatchId() });
    const needed = { outcome: "link_needed", order_id: order.id };
    const other = await aBatch();
    expect(await find(order.batch_id, email)).toEqual(needed);
    const wrong = { p_order_id: other.id, p_token_hash: aHash() };
    expect(await find(order.batch_id, email, wrong)).toEqual(needed);
    expect(await linksOf(order)).toEqual([]);
    expect(await emailsAbout(order)).toEqual([]);

    const hash = aHash();
    const first = { p_order_id: order.id, p_token_hash: hash };
    expect(await find(order.batch_id, email, first)).toEqual({ outcome: "queued" });
    expect(await linksOf(order)).toMatchObject([{ token_hash: hash, generation: 1 }]);
  });

  test.each([true, false])("leaves an existing link unchanged (active: %s)", async (isActive) => {
    const order = await aBatch();
    if (!isActive) await sql`update tracking_links set revoked_at = now() where order_id = ${order.id}`;
    const before = await linksOf(order);
    const other = { p_order_id: order.id, p_token_hash: aHash() };
    expect(await find(order.batch_id, order.email, other)).toEqual({ outcome: "queued" });
    expect(await linksOf(order)).toEqual(before);
    expect(await emailsAbout(order)).toEqual([{ payload: { order_id: order.id, is_over: false } }]);
  });

  test.each([
    [179, false],
    [181, true],
  ])("queues an email %i days after delivery with is_over %s", async (days, isOver) => {
    const order = await aBatch();
    await sql`update grading_orders set submission_status = 'delivered' where id = ${order.id}`;
    const p_now = new Date(Date.now() + days * DAY);
    expect(await find(order.batch_id, order.email, { p_now })).toEqual({ outcome: "queued" });
    expect(await emailsAbout(order)).toEqual([{ payload: { order_id: order.id, is_over: isOver } }]);
  });

  test("queues at most one email per ten minutes", async () => {
    const order = await aBatch();
    const start = Date.now();
    const outcomeAfter = async (milliseconds: number) =>
      (await find(order.batch_id, order.email, { p_now: new Date(start + milliseconds) })).outcome;
    expect(await outcomeAfter(0)).toBe("queued");
    expect(await outcomeAfter(10 * MINUTE - 1)).toBe("mailed_before");
    expect(await outcomeAfter(10 * MINUTE)).toBe("queued");
    expect(await emailsAbout(order)).toHaveLength(2);
  });
});
