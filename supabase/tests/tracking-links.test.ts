import { randomUUID } from "node:crypto";
import { checkoutDesk } from "./checkout-fixtures";
import {
  aGuestKey,
  aPaidSession,
  aUser,
  call,
  connect,
  type Order,
  personClient,
  serverClient,
  signUp,
  visitorClient,
} from "./test-database";

const sql = connect();
const server = serverClient();
const desk = checkoutDesk(sql);
const aHash = aGuestKey;
const DAY = 86_400_000;

type Link = { order_id: string; generation: number; token_hash: string; is_active: boolean };
type Replaced = { outcome: string; link?: Link };
type Tracked = { batch: string; events: { type: string; message: string | null }[] } & Record<
  string,
  unknown
>;

async function aPaidOrder(userId: string | null, guestKey = aGuestKey()): Promise<Order> {
  const order = await desk.anOrder(userId, userId ? {} : { p_guest_key: guestKey });
  await desk.apply(aPaidSession(order));
  return order;
}

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

describe("an order by its batch", () => {
  const mine = (token: string, batch: string | null) =>
    call<{ order: Order; events: unknown[]; tracking_link: Link | null } | null>(
      personClient(token),
      "get_my_order",
      { p_batch: batch },
    );

  test("is shown to its owner alone, with its public events", async () => {
    const [person, other] = [await signUp(), await signUp()];
    await sql`insert into staff (user_id, role) values (${other.id}, 'staff')`;
    const order = await aPaidOrder(person.id);
    await ensure(order);
    await sql`update grading_orders set fulfillment_status = 'grading' where id = ${order.id}`;
    const found = await mine(person.accessToken, order.batch_id);
    expect(found).toMatchObject({ order: { id: order.id }, tracking_link: { generation: 1 } });
    expect(found?.events).toMatchObject([{ type: "payment_status", to: "paid", actor: "stripe" }]);
    expect(found?.order).not.toHaveProperty("guest_key");
    // Staff may read it, but it is not on their own dashboard.
    expect(await mine(other.accessToken, order.batch_id)).toBeNull();
    expect(await mine((await signUp()).accessToken, order.batch_id)).toBeNull();
    await expect(call(visitorClient(), "get_my_order", { p_batch: order.batch_id })).rejects.toThrow();
  });

  test("an imported one is found by its own id; odd text finds nothing", async () => {
    const person = await signUp();
    const order = await aPaidOrder(person.id);
    await sql`update grading_orders set batch_id = null where id = ${order.id}`;
    const shown = `ORDER-${order.id.slice(0, 8).toUpperCase()}`;
    expect((await mine(person.accessToken, shown))?.order.id).toBe(order.id);
    for (const odd of ["", "%", "ORDER-", "ORDER-________", shown.toLowerCase(), "x".repeat(5000)]) {
      expect(await mine(person.accessToken, odd)).toBeNull();
    }
  });
});

describe("an order to print", () => {
  type Printed = { order: Order } | null;

  test("owner and staff with their own token, nobody else", async () => {
    const [owner, stranger, staff] = [await signUp(), await signUp(), await signUp()];
    await sql`insert into staff (user_id, role) values (${staff.id}, 'staff')`;
    const order = await aPaidOrder(owner.id);
    const asked = { p_order_id: order.id };
    for (const { accessToken } of [owner, staff]) {
      const answer = await call<Printed>(personClient(accessToken), "get_order_to_print", asked);
      expect(answer?.order.id).toBe(order.id);
    }
    expect(await call<Printed>(personClient(stranger.accessToken), "get_order_to_print", asked)).toBeNull();
    await expect(call(visitorClient(), "get_order_to_print", asked)).rejects.toThrow();
    await expect(
      call(personClient(owner.accessToken), "get_guest_order_to_print", {
        ...asked,
        p_guest_key: aGuestKey(),
      }),
    ).rejects.toThrow();
  });

  test("a guest by the cookie's key, until the order is in an account", async () => {
    const key = aGuestKey();
    const order = await aPaidOrder(null, key);
    const ask = (p_guest_key: string | null, id = order.id) =>
      call<Printed>(server, "get_guest_order_to_print", { p_order_id: id, p_guest_key });
    expect((await ask(key))?.order.id).toBe(order.id);
    expect(await ask(aGuestKey())).toBeNull();
    expect(await ask(null)).toBeNull();
    expect(await ask(key, (await aPaidOrder(null)).id)).toBeNull();
    await sql`update grading_orders set user_id = ${(await aUser(sql)).id} where id = ${order.id}`;
    expect(await ask(key)).toBeNull();
  });
});

test("the return address: what was typed on the payment page, else the profile as it was at payment", async () => {
  const typed = { full_name: "Ann", address_line1: "1 Main Street", city: "Springfield", country: "US" };
  const guest = await desk.anOrder(null);
  await desk.apply(aPaidSession(guest, { p_shipping: typed }));
  expect((await desk.stored(guest.id)).return_address).toEqual(typed);

  const user = await aUser(sql);
  await sql`update profiles set full_name = 'Jane', address_line1 = '5 Elm', city = 'Austin', state = 'TX',
            postal_code = '78701' where user_id = ${user.id}`;
  const order = await aPaidOrder(user.id);
  await sql`update profiles set address_line1 = '9 Oak' where user_id = ${user.id}`;
  expect((await desk.stored(order.id)).return_address).toMatchObject({
    full_name: "Jane",
    address_line1: "5 Elm",
  });
});
