import { randomUUID } from "node:crypto";
import { listClaimableOrders } from "@/lib/orders/data";
import { claimOrder, enqueueClaimLink, unclaimOrder } from "@/lib/orders/mutations";
import type { Claim } from "@/lib/orders/signed-links";
import { anEmail } from "../../sandbox/builders/ids";
import { addOrder, addUser } from "../../sandbox/builders/rows";
import { call, connect, serverClient } from "../../sandbox/builders/test-database";
import { outcomeOrError } from "./gate-functions";

const sql = connect();
const server = serverClient();

const aKey = () => randomUUID().replaceAll("-", "").repeat(2);
const aGuestOrder = async (
  changed: { guest_key?: string; guest_email?: null; payment_status?: string } = {},
) => {
  const columns = { guest_email: anEmail(), guest_key: aKey(), ...changed };
  return { ...(await addOrder(sql, columns)), ...columns };
};
const claim = (orderId: string, userId: string, timesLinked = 0) =>
  claimOrder({ orderId, timesLinked }, userId);
/** Undoes the first claim, with the token after that of `generation`. */
const unclaim = (orderId: string, userId: string, generation: number | null = 1) =>
  unclaimOrder({ orderId, timesLinked: 1 }, userId, { generation, token_hash: aKey() });
const addTrackingLink = async (orderId: string) => {
  await sql`insert into tracking_links (order_id, token_hash) values (${orderId}, ${aKey()})`;
};
const list = (
  userId: string,
  { key = null, claim: opened = null }: { key?: string | null; claim?: Claim | null },
) => listClaimableOrders(userId, key, opened);
const ownerOf = async (id: string) =>
  (await sql`select user_id, user_email from grading_orders where id = ${id}`)[0];
const emailsOf = (id: string) =>
  sql<{ kind: string; payload: object }[]>`
  select kind, payload from outbox where payload ->> 'order_id' = ${id} order by id`;

test("claims an order once and notifies the address that paid", async () => {
  const order = await aGuestOrder();
  const [user, other] = [await addUser(sql), await addUser(sql)];
  expect(await claim(order.id, user.id)).toMatchObject({ outcome: "claimed" });
  expect(await claim(order.id, user.id)).toMatchObject({ outcome: "claimed" });
  expect(await outcomeOrError(claim(order.id, other.id))).toBe("claim_refused");
  expect(await ownerOf(order.id)).toEqual({ user_id: user.id, user_email: user.email });
  expect(await emailsOf(order.id)).toMatchObject([
    { kind: "batch_claimed", payload: { to: order.guest_email, account: user.email, user_id: user.id } },
  ]);
});

test.each([
  ["isn't paid", { payment_status: "unpaid" }],
  ["was refunded", { payment_status: "canceled" }],
  ["belongs to an erased person", { guest_email: null }],
])("refuses a claim of an order that %s", async (_, changed) => {
  const order = await aGuestOrder(changed);
  const user = await addUser(sql);
  expect(await outcomeOrError(claim(order.id, user.id))).toBe("claim_refused");
  expect(await ownerOf(order.id)).toMatchObject({ user_id: null });
});

test("refuses a claim of an order that doesn't exist", async () => {
  expect(await outcomeOrError(claim(randomUUID(), (await addUser(sql)).id))).toBe("claim_refused");
});

test("gives an order to one of twenty accounts that claim it at once", async () => {
  const order = await aGuestOrder();
  const users = await Promise.all(Array.from({ length: 20 }, () => addUser(sql)));
  const outcomes = await Promise.all(users.map(({ id }) => outcomeOrError(claim(order.id, id))));
  expect(outcomes.filter((outcome) => outcome === "claimed")).toHaveLength(1);
  expect(await emailsOf(order.id)).toHaveLength(1);
});

test("unclaims an order for the address that paid, without reviving the used link", async () => {
  const order = await aGuestOrder();
  await addTrackingLink(order.id);
  const [thief, owner] = [await addUser(sql), await addUser(sql)];
  await claim(order.id, thief.id);
  expect(await unclaim(order.id, thief.id, null)).toEqual({ outcome: "link_needed", generation: 1 });
  expect(await outcomeOrError(unclaim(order.id, owner.id))).toBe("claim_refused");
  expect(await unclaim(order.id, thief.id)).toEqual({ outcome: "removed" });
  expect(await outcomeOrError(unclaim(order.id, thief.id))).toBe("claim_refused");
  expect(await ownerOf(order.id)).toEqual({ user_id: null, user_email: null });
  expect(await outcomeOrError(claim(order.id, thief.id))).toBe("claim_refused");
  expect(await claim(order.id, owner.id, 2)).toMatchObject({ outcome: "claimed" });
  const [link] = await sql`select generation, revoked_at from tracking_links where order_id = ${order.id}`;
  expect(link).toEqual({ generation: 2, revoked_at: null });
  expect((await emailsOf(order.id)).map(({ kind }) => kind)).toEqual([
    "batch_claimed",
    "tracking_link",
    "batch_claimed",
  ]);
});

test("restores the return address that the account changed", async () => {
  const order = await aGuestOrder();
  const user = await addUser(sql);
  await claim(order.id, user.id);
  const [paid, second, third] = [{ city: "Austin" }, { city: "Elsewhere" }, { city: "Farther" }];
  await sql`update grading_orders set return_address = ${sql.json(paid)} where id = ${order.id}`;
  for (const p_address of [second, third]) {
    const args = { p_order_id: order.id, p_user_id: user.id, p_address, p_is_proven: true };
    expect(await call(server, "change_return_address", args)).toEqual({ outcome: "changed" });
  }
  expect(await unclaim(order.id, user.id, null)).toEqual({ outcome: "removed" });
  const [row] = await sql`select return_address from grading_orders where id = ${order.id}`;
  expect(row?.return_address).toEqual(paid);
});

test("doesn't unclaim an order that was linked by its own address", async () => {
  const order = await aGuestOrder();
  const user = await addUser(sql, { email: order.guest_email ?? "" });
  expect(await call(server, "link_guest_orders", { p_user_id: user.id })).toBe(1);
  expect(await outcomeOrError(unclaimOrder({ orderId: order.id, timesLinked: 0 }, user.id))).toBe(
    "claim_refused",
  );
});

test("emails the link once an hour, and only for the browser that paid", async () => {
  const order = await aGuestOrder();
  const user = await addUser(sql);
  expect(await outcomeOrError(enqueueClaimLink(order.id, user.id, aKey()))).toBe("not_found");
  expect(await enqueueClaimLink(order.id, user.id, order.guest_key)).toEqual({
    outcome: "queued",
    email: order.guest_email,
  });
  await enqueueClaimLink(order.id, user.id, order.guest_key);
  expect(await emailsOf(order.id)).toMatchObject([
    { kind: "claim_link", payload: { account: user.email, times_linked: 0 } },
  ]);
});

test("lists only the orders of this browser and of the link", async () => {
  const [mine, linked, strangers] = [await aGuestOrder(), await aGuestOrder(), await aGuestOrder()];
  const unpaid = await aGuestOrder({ guest_key: mine.guest_key, payment_status: "unpaid" });
  const user = await addUser(sql);
  const opened = { key: mine.guest_key, claim: { orderId: linked.id, timesLinked: 0 } };
  const { orders } = await list(user.id, opened);
  expect(orders).toMatchObject([
    { id: linked.id, has_link: true },
    { id: mine.id, has_link: false },
  ]);
  expect(orders.map(({ id }) => id)).not.toContain(unpaid.id);
  expect(orders.map(({ id }) => id)).not.toContain(strangers.id);
  await claim(linked.id, user.id);
  expect(await list(user.id, opened)).toMatchObject({
    own_batch: linked.batch_id,
    orders: [{ id: mine.id }],
  });
  expect((await list(user.id, { claim: { orderId: strangers.id, timesLinked: 1 } })).orders).toEqual([]);
});

test("recognizes an order that was paid for with the account's own address", async () => {
  const order = await aGuestOrder();
  const [own, other] = [await addUser(sql, { email: order.guest_email ?? "" }), await addUser(sql)];
  const here = { key: order.guest_key };
  expect((await list(own.id, here)).orders).toMatchObject([{ is_own: true }]);
  expect((await list(other.id, here)).orders).toMatchObject([{ is_own: false }]);
});

test("links an order of the browser that logs in before a password is chosen by email", async () => {
  const order = await aGuestOrder();
  const user = await addUser(sql, { email: order.guest_email ?? "", chosePassword: false });
  const link = (args: object) => call<number>(server, "link_guest_orders", { p_user_id: user.id, ...args });
  expect(await link({})).toBe(0);
  expect(await link({ p_guest_key: aKey() })).toBe(0);
  // Someone else may know the password of an account that moved to this address.
  await sql`insert into password_choices (user_id, is_unproven) values (${user.id}, true)`;
  expect(await link({ p_guest_key: order.guest_key })).toBe(0);
  await sql`delete from password_choices where user_id = ${user.id}`;
  expect(await link({ p_guest_key: order.guest_key })).toBe(1);
});
