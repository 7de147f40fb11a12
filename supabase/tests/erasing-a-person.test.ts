import { randomUUID } from "node:crypto";
import { addOrder, addStaff, addUser, storedOrder } from "../../sandbox/builders/rows";
import { connect, type Transaction, undone } from "../../sandbox/builders/test-database";
import { addOwner, erase } from "./erasure";
import {
  addDeliveredOrder,
  addNamedAccount,
  nameElsewhere,
  nameOnOrder,
  placesOf,
  type Somebody,
  somebody,
} from "./named-everywhere";

const sql = connect();

const wordsOf = ({ email, name, street }: Somebody) => [email, name, street];

test("no column of any table names who was erased; amounts, ids, dates and steps stay", () =>
  undone(sql, async (tx) => {
    const who = somebody();
    const owner = await addOwner(tx);
    const userId = await addNamedAccount(tx, who);
    const order = await addDeliveredOrder(tx, who, userId);
    await nameOnOrder(tx, who, order.id);
    await nameElsewhere(tx, who);
    const before = await placesOf(tx, wordsOf(who));
    expect(before.length).toBeGreaterThan(40);
    const history =
      () => tx`select id, type, occurred_at, public from order_events where order_id = ${order.id}
      and occurred_at < clock_timestamp() order by id`;
    const told = await history();

    // Written in any way.
    const answer = await erase(tx, ` ${who.email.toUpperCase()} `, owner.email);
    expect(answer).toMatchObject({ done: true, obstacles: [], stripe_customers: [`cus_${userId}`] });
    expect(answer.found).toMatchObject({ accounts: 1, orders: 1, photographs: 1, notes: 1, messages: 1 });
    expect(await placesOf(tx, wordsOf(who))).toEqual([]);

    const kept = await storedOrder(tx, order.id);
    for (const fact of [
      "batch_id",
      "user_id",
      "num_cards",
      "total_paid",
      "paid_at",
      "stripe_session_id",
    ] as const)
      expect(kept[fact]).toEqual(order[fact]);
    expect(kept).toMatchObject({ submission_status: "delivered", notes: null, return_address: null });
    expect(await history()).toEqual(told);
    const [refund] = await tx`select amount_cents, status from refund_requests where order_id = ${order.id}`;
    expect(refund).toEqual({ amount_cents: 100, status: "done" });
    const [photo] =
      await tx`select removed_at is not null as goes, due_at <= now() as is_due from order_photos
      where order_id = ${order.id}`;
    expect(photo).toEqual({ goes: true, is_due: true });
    const [link] =
      await tx`select revoked_at is not null as is_over from tracking_links where order_id = ${order.id}`;
    expect(link?.is_over).toBe(true);
    const [mail] =
      await tx`select payload from outbox where kind = 'order_graded' and payload ->> 'order_id' = ${order.id}`;
    expect(mail?.payload).toEqual({ order_id: order.id });
    const waiting =
      await tx`select kind from outbox where sent_at is null and payload ->> 'order_id' = ${order.id}`;
    expect(waiting).toEqual([]);
    const [account] = await tx`select email, encrypted_password, banned_until > now() as is_barred,
      (select count(*)::int from auth.sessions s where s.user_id = u.id) as sessions,
      (select count(*)::int from auth.identities i where i.user_id = u.id) as identities,
      (select count(*)::int from auth.mfa_factors f where f.user_id = u.id) as factors
      from auth.users u where id = ${userId}`;
    expect(account).toEqual({
      email: `erased-${userId}@erased.invalid`,
      encrypted_password: "",
      is_barred: true,
      sessions: 0,
      identities: 0,
      factors: 0,
    });
  }));

test("a guest is erased too, and whoever has the browser's cookie no longer sees the order", () =>
  undone(sql, async (tx) => {
    const who = somebody();
    const owner = await addOwner(tx);
    const order = await addDeliveredOrder(tx, who, null);
    await nameOnOrder(tx, who, order.id);
    const answer = await erase(tx, who.email, owner.email);
    expect(answer).toMatchObject({ done: true, found: { accounts: 0, orders: 1 } });
    expect(await placesOf(tx, wordsOf(who))).toEqual([]);
    const kept = await storedOrder(tx, order.id);
    expect(kept.guest_key).toMatch(/^[0-9a-f]{64}$/);
    expect(kept.guest_key).not.toBe(order.guest_key);
    expect(kept).toMatchObject({ guest_email: null, total_paid: order.total_paid });
  }));

test("it says first what it would do, and may be repeated; each time is noted with who did it, by hash", () =>
  undone(sql, async (tx) => {
    const who = somebody();
    const owner = await addOwner(tx);
    const userId = await addNamedAccount(tx, who);
    const order = await addDeliveredOrder(tx, who, userId);
    const before = await placesOf(tx, wordsOf(who));
    const look = await erase(tx, who.email, owner.email, false);
    expect(look).toMatchObject({
      done: false,
      obstacles: [],
      erased_at: null,
      found: { accounts: 1, orders: 1 },
    });
    expect(await placesOf(tx, wordsOf(who))).toEqual(before);
    expect(look.stripe_customers).toEqual([`cus_${userId}`]);
    await tx`update stripe_customers set deleted_at = now() where user_id = ${userId}`;
    expect((await erase(tx, who.email, owner.email, false)).stripe_customers).toEqual([]);

    const first = await erase(tx, who.email, owner.email);
    const again = await erase(tx, who.email, owner.email);
    expect(again).toMatchObject({ done: true, erased_at: first.erased_at, stripe_customers: [] });
    expect(new Set(Object.values(again.found))).toEqual(new Set([0]));
    const notes =
      await tx`select erased_by, counts from erasures where address_hash = private.address_hash(${who.email})`;
    expect(notes).toEqual([{ erased_by: owner.id, counts: look.found }]);
    expect((await storedOrder(tx, order.id)).user_id).toBe(userId);
  }));

test("only an owner is believed to erase somebody, and only an address is one", () =>
  undone(sql, async (tx) => {
    const [owner, plain] = [await addOwner(tx), await addUser(tx)];
    await addStaff(tx, plain.id);
    const tries: [email: string, by: string, error: RegExp][] = [
      ["jane@example.test", plain.email, /right "owner" is missing/],
      ["jane@example.test", "nobody@example.test", /only staff/],
      ["jane", owner.email, /needs an e-mail address/],
      ["", owner.email, /needs an e-mail address/],
    ];
    for (const [email, by, error] of tries)
      await expect(tx.savepoint((point) => erase(point as Transaction, email, by))).rejects.toThrow(error);
  }));

test("an event loses its texts to an erasure alone, and never more than these", () =>
  undone(sql, async (tx) => {
    const order = await addOrder(tx);
    const rewrite = (set: string) =>
      tx.savepoint((point) => point.unsafe(`update order_events set ${set} where order_id = '${order.id}'`));
    await expect(rewrite("message = null")).rejects.toThrow(/append-only/);
    await tx`select set_config('app.erases', 'on', true)`;
    await rewrite("message = null, from_value = null, data = null");
    for (const set of [
      "message = 'another'",
      "to_value = 'other'",
      "type = 'note'",
      "occurred_at = now() - interval '1 day'",
      `data = '{"a": 1}'`,
    ])
      await expect(rewrite(set)).rejects.toThrow(/append-only/);
  }));

test("what a hosted auth service keeps beside it goes as well", () =>
  undone(sql, async (tx) => {
    const who = somebody();
    const owner = await addOwner(tx);
    const userId = await addNamedAccount(tx, who);
    await tx`create table auth.one_time_tokens (id uuid, user_id uuid, relates_to text)`;
    await tx`insert into auth.one_time_tokens values (${randomUUID()}, ${userId}, ${who.email})`;
    await erase(tx, who.email, owner.email);
    expect(await tx`select 1 from auth.one_time_tokens where user_id = ${userId}`).toEqual([]);
  }));
