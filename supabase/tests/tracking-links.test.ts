import { randomUUID } from "node:crypto";
import { checkoutDesk } from "../../sandbox/builders/checkout-fixtures";
import {
  aGuestKey,
  aUser,
  call,
  connect,
  type Order,
  serverClient,
} from "../../sandbox/builders/test-database";

const sql = connect();
const server = serverClient();
const desk = checkoutDesk(sql);
const { aPaidOrder } = desk;
const aHash = aGuestKey;
const DAY = 86_400_000;

type Link = { order_id: string; generation: number; token_hash: string; is_active: boolean };
type Replaced = { outcome: string; link?: Link };
type Tracked = { batch: string; events: { type: string; message: string | null }[] } & Record<
  string,
  unknown
>;

const ensure = (order: Order, hash = aHash()) =>
  call<Link | null>(server, "ensure_tracking_link", { p_order_id: order.id, p_token_hash: hash });
const track = (hash: string, now = new Date()) =>
  call<Tracked | null>(server, "get_tracked_order", { p_token_hash: hash, p_now: now });
const replace = (order: Order, changes: Record<string, unknown>) =>
  call<Replaced>(server, "replace_tracking_link", {
    p_order_id: order.id,
    p_user_id: null,
    p_guest_key: null,
    p_generation: 1,
    p_token_hash: null,
    ...changes,
  });

describe("the link", () => {
  test("is made once, however many ask at the same moment", async () => {
    const order = await aPaidOrder((await aUser(sql)).id);
    const links = await Promise.all(Array.from({ length: 10 }, () => ensure(order)));
    expect(new Set(links.map((link) => link?.token_hash)).size).toBe(1);
    expect(links[0]).toMatchObject({ order_id: order.id, generation: 1, is_active: true });
  });

  test("is made from one secret, so callers at the same moment bring the same hash: nobody is refused", async () => {
    const user = await aUser(sql);
    for (let round = 0; round < 40; round++) {
      const order = await aPaidOrder(user.id);
      const hash = aHash();
      const links = await Promise.all(Array.from({ length: 10 }, () => ensure(order, hash)));
      expect(new Set(links.map((link) => link?.token_hash))).toEqual(new Set([hash]));
    }
  });

  test("is not made for an order that was never paid, nor for none", async () => {
    const unpaid = await desk.anOrder((await aUser(sql)).id);
    expect(await ensure(unpaid)).toBeNull();
    expect(await ensure({ ...unpaid, id: randomUUID() })).toBeNull();
  });

  test("its owner replaces and ends it; the old one opens nothing", async () => {
    const user = await aUser(sql);
    const order = await aPaidOrder(user.id);
    const [first, second] = [aHash(), aHash()];
    await ensure(order, first);
    expect(await track(first)).toMatchObject({ batch: order.batch_id });

    const own = { p_user_id: user.id };
    const answer = await replace(order, { ...own, p_token_hash: second });
    expect(answer).toMatchObject({ outcome: "replaced", link: { generation: 2, is_active: true } });
    expect(await track(first)).toBeNull();
    expect(await track(second)).not.toBeNull();

    expect(await replace(order, { ...own, p_token_hash: aHash() })).toMatchObject({
      outcome: "stale",
      link: { generation: 2 },
    });
    expect(await replace(order, { ...own, p_generation: 2 })).toMatchObject({
      outcome: "replaced",
      link: { generation: 2, is_active: false },
    });
    expect(await track(second)).toBeNull();
    expect(await ensure(order)).toMatchObject({ generation: 2, is_active: false });

    const third = aHash();
    await replace(order, { ...own, p_generation: 2, p_token_hash: third });
    expect(await track(third)).not.toBeNull();
    expect(await track(second)).toBeNull();
  });

  test.each([
    ["another account", async () => ({ p_user_id: (await aUser(sql)).id })],
    ["a guest's cookie", async () => ({ p_guest_key: aGuestKey() })],
    ["nobody", async () => ({})],
  ])("of an account's order is out of reach for %s", async (_, who) => {
    const order = await aPaidOrder((await aUser(sql)).id);
    const hash = aHash();
    await ensure(order, hash);
    for (const p_token_hash of [null, aHash()]) {
      expect(await replace(order, { ...(await who()), p_token_hash })).toEqual({ outcome: "not_found" });
    }
    expect(await track(hash)).not.toBeNull();
  });

  test("of a guest's order belongs to the cookie, until an account has the order", async () => {
    const key = aGuestKey();
    const order = await aPaidOrder(null, key);
    await ensure(order);
    expect(await replace(order, { p_guest_key: aGuestKey() })).toEqual({ outcome: "not_found" });
    expect(await replace(order, { p_user_id: (await aUser(sql)).id })).toEqual({ outcome: "not_found" });
    expect(await replace(order, { p_guest_key: key })).toMatchObject({ outcome: "replaced" });
    const user = await aUser(sql);
    await sql`update grading_orders set user_id = ${user.id} where id = ${order.id}`;
    expect(await replace(order, { p_guest_key: key })).toEqual({ outcome: "not_found" });
    expect(await replace(order, { p_user_id: user.id })).toMatchObject({ outcome: "replaced" });
  });
});

describe("what a link shows", () => {
  test("no person, no address, no money", async () => {
    const order = await aPaidOrder(null);
    await sql`update grading_orders set notes = 'call me on 555-0100', return_address = ${sql.json({
      full_name: "Jane Roe",
      address_line1: "77 Sunset Strip",
    })}, guest_email = 'jane@example.test', receipt_url = 'https://pay.example.test/r' where id = ${order.id}`;
    await sql.begin(async (tx) => {
      await tx`select private.set_actor('staff', ${randomUUID()}, 'Wrote to jane@example.test about card 3', ${tx.json({ shelf: "A1" })})`;
      await tx`update grading_orders set submission_status = 'received' where id = ${order.id}`;
    });
    const hash = aHash();
    await ensure(order, hash);
    const tracked = await track(hash);
    expect(Object.keys(tracked ?? {}).sort()).toEqual([
      "batch",
      "events",
      "num_cards",
      "payment_status",
      "submission_status",
      "submitted_at",
      "tracking_number",
    ]);
    expect(tracked?.events.map(({ type }) => type)).toEqual(["payment_status", "submission_status"]);
    expect(tracked?.events[1]?.message).toBe("Wrote to … about card 3");
    expect(JSON.stringify(tracked)).not.toMatch(
      /jane|sunset|555-0100|pay\.example|shelf|\$|grading_fee|total|guest_|user_/i,
    );
  });

  test("an imported order by its own id, and nothing for an unknown hash", async () => {
    const order = await aPaidOrder((await aUser(sql)).id);
    await sql`update grading_orders set batch_id = null where id = ${order.id}`;
    const hash = aHash();
    await ensure(order, hash);
    expect((await track(hash))?.batch).toBe(`ORDER-${order.id.slice(0, 8).toUpperCase()}`);
    expect(await track(aHash())).toBeNull();
  });

  test("ends 180 days after the cards were delivered", async () => {
    const order = await aPaidOrder((await aUser(sql)).id);
    await sql`update grading_orders set submission_status = 'delivered' where id = ${order.id}`;
    const hash = aHash();
    await ensure(order, hash);
    expect(await track(hash, new Date(Date.now() + 179 * DAY))).not.toBeNull();
    expect(await track(hash, new Date(Date.now() + 181 * DAY))).toBeNull();
  });
});
