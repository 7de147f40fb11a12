import { randomUUID } from "node:crypto";
import { aGuestKey, aHash } from "../../sandbox/builders/ids";
import { addOrder, addUser, signUpStaff } from "../../sandbox/builders/rows";
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

type Link = { order_id: string; generation: number; token_hash: string; is_active: boolean };
type Replaced = { outcome: string; link?: Link };
type Tracked = { batch: string; events: { type: string; message: string | null }[] } & Record<
  string,
  unknown
>;

const linksOf = async ({ id }: { id: string }) => [
  ...(await sql<Omit<Link, "order_id">[]>`
    select generation, token_hash, revoked_at is null as is_active from tracking_links where order_id = ${id}`),
];
/** The hash of the one link that a paid order has. */
async function hashOf(order: { id: string }): Promise<string> {
  const [link, ...more] = await linksOf(order);
  if (!link || more.length > 0) throw new Error("not one link");
  return link.token_hash;
}
const track = (hash: string, now = new Date()) =>
  call<Tracked | null>(server, "get_tracked_order", { p_token_hash: hash, p_now: now });
const replace = (order: { id: string }, changes: Record<string, unknown>) =>
  call<Replaced>(server, "replace_tracking_link", {
    p_order_id: order.id,
    p_user_id: null,
    p_guest_key: null,
    p_generation: 1,
    p_token_hash: null,
    ...changes,
  });

describe("a payment", () => {
  test("that is not there makes none", async () => {
    for (const said of [sessions.open, sessions.delayed, sessions.asyncFailed, sessions.expired]) {
      const order = await attachCheckout((await addUser(sql)).id);
      await applyCheckout(aPaidSession(order, said));
      expect(await linksOf(order)).toEqual([]);
    }
    const order = await attachCheckout((await addUser(sql)).id);
    await applyCheckout(aPaidSession(order, { p_amount_cents: 1 }));
    expect(await linksOf(order)).toEqual([]);
  });

  test("that is told again leaves a renewed link, and an ended one, as its owner left it", async () => {
    const [renewer, ender] = [await addUser(sql), await addUser(sql)];
    const [renewed, ended] = [await attachCheckout(renewer.id), await attachCheckout(ender.id)];
    const deliveries = [aPaidSession(renewed), aPaidSession(ended)];
    for (const delivery of deliveries) await applyCheckout(delivery);
    const second = aHash();
    await replace(renewed, { p_user_id: renewer.id, p_token_hash: second });
    await replace(ended, { p_user_id: ender.id });

    for (const said of Object.values(sessions)) {
      for (const delivery of deliveries) {
        expect((await applyCheckout({ ...delivery, ...said })).outcome).toBe("duplicate");
      }
    }
    expect(await linksOf(renewed)).toEqual([{ generation: 2, token_hash: second, is_active: true }]);
    const first = deliveries[1]?.p_tracking_hash;
    expect(await linksOf(ended)).toEqual([{ generation: 1, token_hash: first, is_active: false }]);
    expect(await track(String(first))).toBeNull();
  });

  test("by hand makes it as well, and a second time leaves it alone", async () => {
    const [member, user] = [await signUpStaff(sql), await addUser(sql)];
    const order = await addOrder(sql, {
      user_id: user.id,
      payment_status: "unpaid",
      stripe_session_id: null,
    });
    const noted = await updateAsStaff(member, order, { internal_notes: "called" });
    expect(await linksOf(order)).toEqual([]);
    const paid = await updateAsStaff(member, noted.order, { payment_status: "paid" }, "Cash");
    expect(await linksOf(order)).toMatchObject([{ generation: 1, is_active: true }]);
    const second = aHash();
    await replace(order, { p_user_id: user.id, p_token_hash: second });
    const unpaid = await updateAsStaff(member, paid.order, { payment_status: "unpaid" }, "Bounced");
    expect((await updateAsStaff(member, unpaid.order, { payment_status: "paid" }, "Cash")).outcome).toBe(
      "updated",
    );
    expect(await linksOf(order)).toEqual([{ generation: 2, token_hash: second, is_active: true }]);
  });
});

describe("the link", () => {
  test("of an imported order is made when its owner asks, once, and for nobody else", async () => {
    const [user, stranger] = [await addUser(sql), await addUser(sql)];
    const order = await addOrder(sql, { user_id: user.id });
    const none = { p_generation: 0 };
    const hash = aHash();
    expect(await replace(order, { ...none, p_user_id: stranger.id, p_token_hash: hash })).toEqual({
      outcome: "not_found",
    });
    expect(await replace(order, { ...none, p_user_id: user.id })).toEqual({ outcome: "not_found" });
    expect(await replace(order, { p_user_id: user.id, p_token_hash: hash })).toEqual({
      outcome: "not_found",
    });
    expect(await linksOf(order)).toEqual([]);

    const asked = { ...none, p_user_id: user.id, p_token_hash: hash };
    const answers = await Promise.all(Array.from({ length: 10 }, () => replace(order, asked)));
    expect(tally(answers.map(({ outcome }) => outcome))).toEqual({ replaced: 1, stale: 9 });
    expect(new Set(answers.map(({ link }) => link?.token_hash))).toEqual(new Set([hash]));
    expect(await linksOf(order)).toEqual([{ generation: 1, token_hash: hash, is_active: true }]);
    expect(await track(hash)).toMatchObject({ batch: order.batch_id });

    await replace(order, { p_user_id: user.id });
    expect(await replace(order, asked)).toMatchObject({ outcome: "stale", link: { is_active: false } });
    expect(await linksOf(order)).toMatchObject([{ generation: 1, is_active: false }]);
  });

  test("is not made for an order that was never paid, nor for none", async () => {
    const user = await addUser(sql);
    const unpaid = await attachCheckout(user.id);
    for (const order of [unpaid, { id: randomUUID() }]) {
      for (const p_generation of [0, 1]) {
        const asked = { p_user_id: user.id, p_generation, p_token_hash: aHash() };
        expect(await replace(order, asked)).toEqual({ outcome: "not_found" });
      }
    }
    expect(await linksOf(unpaid)).toEqual([]);
  });

  test("its owner replaces and ends it; the old one opens nothing", async () => {
    const user = await addUser(sql);
    const order = await payOrder(user.id);
    const [first, second] = [await hashOf(order), aHash()];
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
    expect(await linksOf(order)).toMatchObject([{ generation: 2, is_active: false }]);

    const third = aHash();
    await replace(order, { ...own, p_generation: 2, p_token_hash: third });
    expect(await track(third)).not.toBeNull();
    expect(await track(second)).toBeNull();
  });

  test.each([
    ["another account", async () => ({ p_user_id: (await addUser(sql)).id })],
    ["a guest's cookie", async () => ({ p_guest_key: aGuestKey() })],
    ["nobody", async () => ({})],
  ])("of an account's order is out of reach for %s", async (_, who) => {
    const order = await payOrder((await addUser(sql)).id);
    const hash = await hashOf(order);
    for (const p_token_hash of [null, aHash()]) {
      expect(await replace(order, { ...(await who()), p_token_hash })).toEqual({ outcome: "not_found" });
    }
    expect(await track(hash)).not.toBeNull();
  });

  test("of a guest's order belongs to the cookie, until an account has the order", async () => {
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
