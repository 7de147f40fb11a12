import { randomUUID } from "node:crypto";
import { aSessionId } from "../../sandbox/builders/ids";
import { aSubscriptionRow } from "../../sandbox/builders/membership";
import { addOrder, addStaff, addUser, storedOrder } from "../../sandbox/builders/rows";
import { connect, type Transaction, withRollback } from "../../sandbox/builders/test-database";
import {
  addDeliveredOrder,
  addNamedAccount,
  aNamedPerson,
  findPlaces,
  type NamedPerson,
  nameElsewhere,
  nameOnOrder,
} from "./named-everywhere";

const sql = connect();

type Answer = {
  done: boolean;
  found: Record<string, number>;
  obstacles: { reason: string; about: string }[];
  erased_at: string | null;
  stripe_customers: string[];
};

async function addOwner(tx: Transaction): Promise<{ id: string; email: string }> {
  const owner = await addUser(tx);
  await addStaff(tx, owner.id, "owner");
  return owner;
}

/** Erases the person with this email. Only previews the erasure if `does` is false. */
async function erase(tx: Transaction, email: string, by: string, does = true): Promise<Answer> {
  const [row] = await tx<
    { answer: Answer }[]
  >`select public.erase_person(${email}, ${by}, ${does}) as answer`;
  if (!row) throw new Error("no answer");
  return row.answer;
}

describe("erasing a person", () => {
  const wordsOf = ({ email, name, street }: NamedPerson) => [email, name, street];

  test("removes the person from every column but keeps amounts, IDs and dates", () =>
    withRollback(sql, async (tx) => {
      const who = aNamedPerson();
      const owner = await addOwner(tx);
      const userId = await addNamedAccount(tx, who);
      const order = await addDeliveredOrder(tx, who, userId);
      await nameOnOrder(tx, who, order.id);
      await nameElsewhere(tx, who);
      const before = await findPlaces(tx, wordsOf(who));
      expect(before.length).toBeGreaterThan(40);
      const history =
        () => tx`select id, type, occurred_at, public from order_events where order_id = ${order.id}
      and occurred_at < clock_timestamp() order by id`;
      const stored = await history();

      const answer = await erase(tx, ` ${who.email.toUpperCase()} `, owner.email);
      expect(answer).toMatchObject({ done: true, obstacles: [], stripe_customers: [`cus_${userId}`] });
      expect(answer.found).toMatchObject({ accounts: 1, orders: 1, photographs: 1, notes: 1, messages: 1 });
      expect(await findPlaces(tx, wordsOf(who))).toEqual([]);

      const { batch_id, user_id, num_cards, total_paid, paid_at, stripe_session_id } = order;
      expect(await storedOrder(tx, order.id)).toMatchObject({
        ...{ batch_id, user_id, num_cards, total_paid, paid_at, stripe_session_id },
        ...{ submission_status: "delivered", notes: null, return_address: null },
      });
      expect(await history()).toEqual(stored);
      const [refund] =
        await tx`select amount_cents, status from refund_requests where order_id = ${order.id}`;
      expect(refund).toEqual({ amount_cents: 100, status: "done" });
      const [photo] =
        await tx`select removed_at is not null as goes, due_at <= now() as is_due from order_photos
      where order_id = ${order.id}`;
      expect(photo).toEqual({ goes: true, is_due: true });
      const [link] =
        await tx`select revoked_at is not null as is_over from tracking_links where order_id = ${order.id}`;
      expect(link?.is_over).toBe(true);
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

  test("erases a guest and revokes the order cookie's access", () =>
    withRollback(sql, async (tx) => {
      const who = aNamedPerson();
      const owner = await addOwner(tx);
      const order = await addDeliveredOrder(tx, who, null);
      await nameOnOrder(tx, who, order.id);
      const answer = await erase(tx, who.email, owner.email);
      expect(answer).toMatchObject({ done: true, found: { accounts: 0, orders: 1 } });
      expect(await findPlaces(tx, wordsOf(who))).toEqual([]);
      const kept = await storedOrder(tx, order.id);
      expect(kept.guest_key).toMatch(/^[0-9a-f]{64}$/);
      expect(kept.guest_key).not.toBe(order.guest_key);
      expect(kept).toMatchObject({ guest_email: null, total_paid: order.total_paid });
    }));

  test("previews an erasure, allows repeating it and logs each run by hash", () =>
    withRollback(sql, async (tx) => {
      const who = aNamedPerson();
      const owner = await addOwner(tx);
      const userId = await addNamedAccount(tx, who);
      const order = await addDeliveredOrder(tx, who, userId);
      const before = await findPlaces(tx, wordsOf(who));
      const look = await erase(tx, who.email, owner.email, false);
      expect(look).toMatchObject({
        done: false,
        obstacles: [],
        erased_at: null,
        found: { accounts: 1, orders: 1 },
      });
      expect(await findPlaces(tx, wordsOf(who))).toEqual(before);
      expect(look.stripe_customers).toEqual([`cus_${userId}`]);

      const first = await erase(tx, who.email, owner.email);
      const again = await erase(tx, who.email, owner.email);
      expect(again).toMatchObject({ done: true, erased_at: first.erased_at });
      expect(new Set(Object.values(again.found))).toEqual(new Set([0]));
      const notes =
        await tx`select erased_by, counts from erasures where address_hash = private.address_hash(${who.email})`;
      expect(notes).toEqual([{ erased_by: owner.id, counts: look.found }]);
      expect((await storedOrder(tx, order.id)).user_id).toBe(userId);
    }));

  test("requires an owner and a valid email for an erasure", () =>
    withRollback(sql, async (tx) => {
      const [owner, plain] = [await addOwner(tx), await addUser(tx)];
      await addStaff(tx, plain.id);
      for (const [email, by, error] of [
        ["jane@example.test", plain.email, /only an owner may do this/],
        ["jane@example.test", "nobody@example.test", /only staff/],
        ["jane", owner.email, /needs an e-mail address/],
      ] as const)
        await expect(tx.savepoint((point) => erase(point as Transaction, email, by))).rejects.toThrow(error);
    }));

  test("removes event texts only during an erasure", () =>
    withRollback(sql, async (tx) => {
      const order = await addOrder(tx);
      const rewrite = (set: string) =>
        tx.savepoint((point) =>
          point.unsafe(`update order_events set ${set} where order_id = '${order.id}'`),
        );
      await expect(rewrite("message = null")).rejects.toThrow(/append-only/);
      await rewrite("erased_at = now(), message = null, from_value = null, data = null");
      for (const set of [
        "message = 'another'",
        "to_value = 'other'",
        "occurred_at = now() - interval '1 day'",
      ])
        await expect(rewrite(`erased_at = now(), ${set}`)).rejects.toThrow(/append-only/);
    }));

  test.each([
    "update public.order_events set erased_at = now(), message = null",
    "select private.erase_rows('{}', array(select id from public.grading_orders), '{}')",
  ])("keeps event texts when the service role runs: %s", (statement) =>
    withRollback(sql, async (tx) => {
      await addOrder(tx);
      await tx`set local role service_role`;
      await expect(tx.savepoint((point) => point.unsafe(statement))).rejects.toThrow(/permission denied/);
    }),
  );

  test("removes the hosted auth service's other rows", () =>
    withRollback(sql, async (tx) => {
      const who = aNamedPerson();
      const owner = await addOwner(tx);
      const userId = await addNamedAccount(tx, who);
      await tx`create table auth.one_time_tokens (id uuid, user_id uuid, relates_to text)`;
      await tx`insert into auth.one_time_tokens values (${randomUUID()}, ${userId}, ${who.email})`;
      await erase(tx, who.email, owner.email);
      expect(await tx`select 1 from auth.one_time_tokens where user_id = ${userId}`).toEqual([]);
    }));
});

describe("obstacles to an erasure", () => {
  const awaited = {
    submission_status: "pending",
    fulfillment_status: "not_received",
    received_at: null,
    received_count: null,
  };
  const ofOrder: [reason: string, columns: Record<string, unknown>][] = [
    ["awaited", awaited],
    ["with_us", { submission_status: "grading", fulfillment_status: "grading" }],
    ["on_its_way", { submission_status: "completed" }],
    ["payment_open", { payment_status: "pending" }],
    ["payment_open", { payment_status: "unpaid", reservation_expires_at: new Date(Date.now() + 60_000) }],
    ["disputed", { dispute_status: "needs_response" }],
  ];

  test.each(ofOrder)("refuses to erase while a batch is %s: %j", (reason, columns) =>
    withRollback(sql, async (tx) => {
      const who = aNamedPerson();
      const owner = await addOwner(tx);
      const order = await addDeliveredOrder(tx, who, null, {
        delay_reason: null,
        delayed_until: null,
        ...columns,
      });
      const done = await addDeliveredOrder(tx, who, null);
      const answer = await erase(tx, who.email, owner.email);
      expect(answer).toMatchObject({ done: false, obstacles: [{ reason, about: order.batch_id }] });
      expect((await storedOrder(tx, done.id)).guest_email).toBe(who.email);
      expect(
        await tx`select 1 from erasures where address_hash = private.address_hash(${who.email})`,
      ).toEqual([]);
    }),
  );

  const amounts = { qty: 1, unit_cents: 500, amount_cents: 500, deadline_at: new Date() };
  const paid = { status: "paid", paid_at: new Date(), paid_cents: 500, dispute_status: "under_review" };

  test.each<[reason: string, table: string, columns: Record<string, unknown>]>([
    ["payment_open", "payment_exceptions", { stripe_session_id: aSessionId(), reason: "amount_mismatch" }],
    ["payment_open", "refund_requests", { id: randomUUID(), amount_cents: 100, reason: "why" }],
    ["payment_open", "order_adjustments", { kind: "upcharge", ...amounts }],
    ["disputed", "order_adjustments", { kind: "extra", ...amounts, ...paid }],
  ])("refuses to erase while there is an open %s in %s", (reason, table, columns) =>
    withRollback(sql, async (tx) => {
      const who = aNamedPerson();
      const owner = await addOwner(tx);
      const order = await addDeliveredOrder(tx, who, null);
      await tx`insert into ${tx(table)} ${tx({ order_id: order.id, ...columns })}`;
      const { done, obstacles } = await erase(tx, who.email, owner.email);
      expect([done, obstacles]).toEqual([false, [{ reason, about: order.batch_id }]]);
    }),
  );

  test("refuses to erase while there is an open problem or package", () =>
    withRollback(sql, async (tx) => {
      const who = aNamedPerson();
      const owner = await addOwner(tx);
      const order = await addDeliveredOrder(tx, who, null);
      await tx`update order_admin set problem_since = now() where order_id = ${order.id}`;
      await tx`insert into packages (tracking_number, sender) values ('1Z', ${who.name})`;
      const { done, obstacles } = await erase(tx, who.email, owner.email);
      expect(done).toBe(false);
      expect(obstacles.map(({ reason }) => reason).sort()).toEqual(["package", "problem"]);
    }));

  test("refuses to erase members, staff and emails on other accounts' batches", () =>
    withRollback(sql, async (tx) => {
      const who = aNamedPerson();
      const owner = await addOwner(tx);
      const userId = await addNamedAccount(tx, who);
      await tx`insert into subscriptions ${tx(aSubscriptionRow(userId))}`;
      await addStaff(tx, userId);
      const other = await addUser(tx);
      const theirs = await addDeliveredOrder(tx, who, other.id);
      const { done, obstacles } = await erase(tx, who.email, owner.email);
      expect(done).toBe(false);
      expect(obstacles.map(({ reason }) => reason).sort()).toEqual(["membership", "other_account", "staff"]);
      expect(obstacles).toContainEqual({ reason: "other_account", about: theirs.batch_id });
    }));
});
