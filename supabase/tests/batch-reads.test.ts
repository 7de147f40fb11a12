import { aGuestKey } from "../../sandbox/builders/ids";
import { addStaff, addUser, storedOrder } from "../../sandbox/builders/rows";
import {
  aPaidSession,
  applyCheckout,
  attachCheckout,
  type Order,
  payOrder,
} from "../../sandbox/builders/sql-functions";
import {
  call,
  connect,
  personClient,
  serverClient,
  signedUp,
  visitorClient,
} from "../../sandbox/builders/test-database";

const sql = connect();
const server = serverClient();

describe("an order by its batch", () => {
  type Mine = { order: Order; events: unknown[]; tracking_link: { generation: number } | null } | null;
  const mine = async (token: string, batch: string | null) =>
    (await call<{ batch: Mine }>(personClient(token), "get_dashboard", { p_batch: batch })).batch;

  test("is shown to its owner alone, with its public events", async () => {
    const [person, other] = [await signedUp(sql), await signedUp(sql)];
    await addStaff(sql, other.id);
    const order = await payOrder(person.id);
    await sql`update grading_orders set fulfillment_status = 'grading' where id = ${order.id}`;
    const found = await mine(person.accessToken, order.batch_id);
    expect(found).toMatchObject({ order: { id: order.id }, tracking_link: { generation: 1 } });
    expect(found?.events).toMatchObject([{ type: "payment_status", to: "paid", actor: "stripe" }]);
    for (const name of ["guest_key", "search_text"]) expect(found?.order).not.toHaveProperty(name);
    // Staff may read it, but it is not on their own dashboard.
    expect(await mine(other.accessToken, order.batch_id)).toBeNull();
    expect(await mine((await signedUp(sql)).accessToken, order.batch_id)).toBeNull();
    await expect(call(visitorClient(), "get_dashboard", { p_batch: order.batch_id })).rejects.toThrow();
  });

  test("an imported one is found by its own id; odd text finds nothing", async () => {
    const person = await signedUp(sql);
    const order = await payOrder(person.id);
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
    const [owner, stranger, staff] = [await signedUp(sql), await signedUp(sql), await signedUp(sql)];
    await addStaff(sql, staff.id);
    const order = await payOrder(owner.id);
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
    const order = await payOrder(null, key);
    const ask = (p_guest_key: string | null, id = order.id) =>
      call<Printed>(server, "get_guest_order_to_print", { p_order_id: id, p_guest_key });
    expect((await ask(key))?.order.id).toBe(order.id);
    expect(await ask(aGuestKey())).toBeNull();
    expect(await ask(null)).toBeNull();
    expect(await ask(key, (await payOrder(null)).id)).toBeNull();
    await sql`update grading_orders set user_id = ${(await addUser(sql)).id} where id = ${order.id}`;
    expect(await ask(key)).toBeNull();
  });
});

test("the return address: what was typed on the payment page, else the profile as it was at payment", async () => {
  const typed = { full_name: "Ann", address_line1: "1 Main Street", city: "Springfield", country: "US" };
  const guest = await attachCheckout(null);
  await applyCheckout(aPaidSession(guest, { p_shipping: typed }));
  expect((await storedOrder(sql, guest.id)).return_address).toEqual(typed);

  const user = await addUser(sql);
  await sql`update profiles set full_name = 'Jane', address_line1 = '5 Elm', city = 'Austin', state = 'TX',
            postal_code = '78701' where user_id = ${user.id}`;
  const order = await payOrder(user.id);
  await sql`update profiles set address_line1 = '9 Oak' where user_id = ${user.id}`;
  expect((await storedOrder(sql, order.id)).return_address).toMatchObject({
    full_name: "Jane",
    address_line1: "5 Elm",
  });
});
