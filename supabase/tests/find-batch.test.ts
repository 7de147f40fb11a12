import { readTypedBatchId } from "@/lib/orders/batch-id";
import { aBatchId, aHash, anEmail } from "../../sandbox/builders/ids";
import { addOrder, addUser, type StoredOrder } from "../../sandbox/builders/rows";
import { call, connect, serverClient } from "../../sandbox/builders/test-database";

const sql = connect();
const server = serverClient();
const MINUTE = 60_000;
const DAY = 86_400_000;

type Found = { outcome: string; order_id?: string };

/** Looks for a batch as the server does that has already been asked for a first token. */
const find = (batch: string, email: string, changes: Record<string, unknown> = {}) =>
  call<Found>(server, "enqueue_tracking_link", {
    p_batch: readTypedBatchId(batch),
    p_email: email,
    ...changes,
  });
const mailsAbout = ({ id }: { id: string }) => sql<{ payload: unknown }[]>`
  select payload from outbox where kind = 'tracking_link' and payload ->> 'order_id' = ${id} order by id`;
const linkOf = async ({ id }: { id: string }) =>
  (await sql`select token_hash, generation, revoked_at from tracking_links where order_id = ${id}`)[0];
const addLink = ({ id }: { id: string }, columns: object = {}) =>
  sql`insert into tracking_links ${sql({ order_id: id, token_hash: aHash(), ...columns })}`;

/** A guest's paid batch with its link, and the address that paid. */
async function aBatch(
  columns: Parameters<typeof addOrder>[1] = {},
): Promise<StoredOrder & { email: string }> {
  const email = anEmail();
  const order = await addOrder(sql, { guest_email: email, batch_id: aBatchId(), ...columns });
  await addLink(order);
  return { ...order, email };
}

/** Neither a mail, nor anything that a later look-up could tell by. */
async function expectNothing(order: { id: string }, batch: string, email: string): Promise<void> {
  expect(await find(batch, email)).toEqual({ outcome: "not_found" });
  expect(await mailsAbout(order)).toEqual([]);
}

describe("a batch is found", () => {
  test("by its ID and the address that paid, however they are typed", async () => {
    for (const [batch, email] of [
      [(id: string) => id, (to: string) => to],
      [(id: string) => id.slice(6).toLowerCase(), (to: string) => ` ${to.toUpperCase()} `],
      [(id: string) => id.replaceAll("0", "O").replaceAll("1", "I"), (to: string) => to],
    ] as const) {
      const order = await aBatch({ batch_id: `BATCH-M0O1I${aBatchId().slice(6, 11)}-I0O1` });
      expect(await find(batch(order.batch_id), email(order.email))).toEqual({ outcome: "queued" });
      expect(await mailsAbout(order)).toEqual([{ payload: { order_id: order.id, is_over: false } }]);
    }
  });

  test("where the stored address has other capitals, or spaces around it", async () => {
    const email = anEmail();
    const order = await aBatch({ guest_email: ` ${email.toUpperCase()} ` });
    expect(await find(order.batch_id, email)).toEqual({ outcome: "queued" });
  });

  test("by the account's address of today, not by a former one", async () => {
    const user = await addUser(sql);
    const former = user.email;
    const order = await aBatch({ user_id: user.id, user_email: former, guest_email: former });
    const email = anEmail();
    await sql`update auth.users set email = ${email} where id = ${user.id}`;
    await expectNothing(order, order.batch_id, former);
    expect(await find(order.batch_id, email)).toEqual({ outcome: "queued" });
  });

  test("after it was canceled and refunded, too", async () => {
    const order = await aBatch({ payment_status: "canceled", paid_at: new Date(), total_paid: 250 });
    expect(await find(order.batch_id, order.email)).toEqual({ outcome: "queued" });
  });

  test("an imported one by the beginning of its own id", async () => {
    const order = await aBatch({ batch_id: null });
    const name = `order ${order.id.slice(0, 8)}`;
    expect(await find(name, order.email)).toEqual({ outcome: "queued" });
    const named = await aBatch();
    await expectNothing(named, `ORDER-${named.id.slice(0, 8)}`, named.email);
  });
});

describe("nothing is found, and nobody written to,", () => {
  test("for a batch that is not there", async () => {
    const order = await aBatch();
    await expectNothing(order, aBatchId(), order.email);
  });

  test("for somebody else's address, though it has a batch of its own", async () => {
    const [order, other] = [await aBatch(), await aBatch()];
    await expectNothing(order, order.batch_id, other.email);
    await expectNothing(other, order.batch_id, other.email);
    await expectNothing(order, order.batch_id, "%");
    await expectNothing(order, order.batch_id, "");
  });

  test.each(["unpaid", "pending", "failed", "canceled"] as const)(
    "before it was paid (%s)",
    async (payment_status) => {
      const order = await aBatch({ payment_status });
      await expectNothing(order, order.batch_id, order.email);
    },
  );

  test("for an order that nobody has an address of", async () => {
    const order = await aBatch({ guest_email: null, guest_key: aHash() });
    await expectNothing(order, order.batch_id, "");
  });
});

describe("the link", () => {
  test("is made where there is none yet, for that order alone, and only when the server brings it", async () => {
    const email = anEmail();
    const order = await addOrder(sql, { guest_email: email, batch_id: aBatchId() });
    const needed = { outcome: "link_needed", order_id: order.id };
    const other = await aBatch();
    expect(await find(order.batch_id, email)).toEqual(needed);
    const wrong = { p_order_id: other.id, p_token_hash: aHash() };
    expect(await find(order.batch_id, email, wrong)).toEqual(needed);
    expect(await linkOf(order)).toBeUndefined();
    expect(await mailsAbout(order)).toEqual([]);

    const hash = aHash();
    const first = { p_order_id: order.id, p_token_hash: hash };
    expect(await find(order.batch_id, email, first)).toEqual({ outcome: "queued" });
    expect(await linkOf(order)).toMatchObject({ token_hash: hash, generation: 1 });
  });

  test("that there is stays as it is, whatever comes with the look-up", async () => {
    const order = await aBatch();
    const before = await linkOf(order);
    await find(order.batch_id, order.email, { p_order_id: order.id, p_token_hash: aHash() });
    expect(await linkOf(order)).toEqual(before);
  });

  test("that its owner has ended stays ended", async () => {
    const order = await aBatch();
    await sql`update tracking_links set revoked_at = now() where order_id = ${order.id}`;
    const before = await linkOf(order);
    expect(await find(order.batch_id, order.email)).toEqual({ outcome: "queued" });
    expect(await linkOf(order)).toEqual(before);
    expect(await mailsAbout(order)).toEqual([{ payload: { order_id: order.id, is_over: false } }]);
  });

  test.each([
    [179, false],
    [181, true],
  ])("%i days after delivery: over is %s", async (days, isOver) => {
    const order = await aBatch();
    await sql`update grading_orders set submission_status = 'delivered' where id = ${order.id}`;
    const p_now = new Date(Date.now() + days * DAY);
    expect(await find(order.batch_id, order.email, { p_now })).toEqual({ outcome: "queued" });
    expect(await mailsAbout(order)).toEqual([{ payload: { order_id: order.id, is_over: isOver } }]);
  });
});

describe("mails", () => {
  test("one in ten minutes, however often it is asked for", async () => {
    const order = await aBatch();
    const start = Date.now();
    const outcomeAfter = async (milliseconds: number) =>
      (await find(order.batch_id, order.email, { p_now: new Date(start + milliseconds) })).outcome;
    expect(await outcomeAfter(0)).toBe("queued");
    expect(await outcomeAfter(1)).toBe("mailed_before");
    expect(await outcomeAfter(10 * MINUTE - 1)).toBe("mailed_before");
    expect(await outcomeAfter(10 * MINUTE)).toBe("queued");
    expect(await outcomeAfter(10 * MINUTE + 1)).toBe("mailed_before");
    expect(await mailsAbout(order)).toHaveLength(2);
  });
});
