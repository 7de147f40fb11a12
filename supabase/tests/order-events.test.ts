import { randomUUID } from "node:crypto";
import { aSessionId } from "../../sandbox/builders/ids";
import { addUser } from "../../sandbox/builders/rows";
import { aPaidSession, reserveOrder } from "../../sandbox/builders/sql-functions";
import { call, connect, serverClient, undone } from "../../sandbox/builders/test-database";

const sql = connect();
const server = serverClient();

type Event = {
  type: string;
  from_value: string | null;
  to_value: string | null;
  actor_type: string;
  actor_id: string | null;
  public: boolean;
  message: string | null;
  data: Record<string, unknown> | null;
};
const eventsOf = (id: string) => sql<Event[]>`
  select type, from_value, to_value, actor_type, actor_id, public, message, data
  from order_events where order_id = ${id} order by id`;

test("an order's story: who did what, and what the customer sees of it", async () => {
  const user = await addUser(sql);
  const order = await reserveOrder(user.id);
  const staff = randomUUID();
  await call(server, "apply_checkout", aPaidSession(order, { p_session_id: aSessionId() }));
  await sql.begin(async (tx) => {
    await tx`select private.set_actor('staff', ${staff}, 'We counted 4 of 4', ${tx.json({ shelf: "A1" })})`;
    await tx`update grading_orders set submission_status = 'received', fulfillment_status = 'grading',
             tracking_number = '1Z999' where id = ${order.id}`;
  });
  const byStaff = {
    actor_type: "staff",
    actor_id: staff,
    message: "We counted 4 of 4",
    data: { shelf: "A1" },
  };
  expect(await eventsOf(order.id)).toMatchObject([
    {
      type: "created",
      to_value: "unpaid",
      actor_type: "customer",
      actor_id: user.id,
      public: false,
      message: null,
    },
    {
      type: "payment_status",
      from_value: "unpaid",
      to_value: "paid",
      actor_type: "stripe",
      actor_id: null,
      public: true,
    },
    {
      type: "fulfillment_status",
      from_value: "not_received",
      to_value: "grading",
      public: false,
      ...byStaff,
    },
    { type: "submission_status", from_value: "pending", to_value: "received", public: true, ...byStaff },
    { type: "tracking_number", from_value: null, to_value: "1Z999", public: true, ...byStaff },
  ]);
});

test("no status changes without an event, whoever changes it and however", async () => {
  const order = await reserveOrder((await addUser(sql)).id);
  await sql`update grading_orders set reservation_expires_at = null where id = ${order.id}`;
  const steps: [column: string, values: string[]][] = [
    ["payment_status", ["pending", "failed", "canceled", "unpaid"]],
    ["fulfillment_status", ["grading", "complete", "not_received"]],
    ["submission_status", ["processing", "shipped", "grading", "graded", "completed", "delivered"]],
    ["tracking_number", ["A", "B"]],
  ];
  for (const [column, values] of steps) {
    for (const value of values) {
      const before = (await eventsOf(order.id)).length;
      const { error } = await server
        .from("grading_orders")
        .update({ [column]: value })
        .eq("id", order.id);
      expect(error).toBeNull();
      const events = await eventsOf(order.id);
      expect(events).toHaveLength(before + 1);
      expect(events.at(-1)).toMatchObject({ type: column, to_value: value, actor_type: "system" });
    }
  }
});

test("writing the same values again is no event", async () => {
  const order = await reserveOrder((await addUser(sql)).id);
  await sql`update grading_orders set payment_status = payment_status, submission_status = submission_status,
            notes = 'other' where id = ${order.id}`;
  expect(await eventsOf(order.id)).toHaveLength(1);
});

test("a correction back to unpaid is kept from the customer", async () => {
  const order = await reserveOrder((await addUser(sql)).id);
  await call(server, "apply_checkout", aPaidSession(order, { p_session_id: aSessionId() }));
  await sql`update grading_orders set payment_status = 'unpaid' where id = ${order.id}`;
  expect((await eventsOf(order.id)).at(-1)).toMatchObject({ to_value: "unpaid", public: false });
});

test("a reason given to a cancellation is in its event", async () => {
  const order = await reserveOrder((await addUser(sql)).id);
  const answer = await call(server, "cancel_reservation", { p_order_id: order.id, p_reason: "replaced" });
  expect(answer).toMatchObject({ canceled: true, order: { payment_status: "canceled" } });
  expect((await eventsOf(order.id)).at(-1)).toMatchObject({
    to_value: "canceled",
    data: { reason: "replaced" },
  });
  expect(await call(server, "cancel_reservation", { p_order_id: order.id })).toMatchObject({
    canceled: false,
  });
});

describe("history cannot be rewritten", () => {
  test.each([
    "update order_events set public = true where order_id = $1",
    "update order_events set occurred_at = now() where order_id = $1",
    "delete from order_events where order_id = $1",
  ])("%s", async (statement) => {
    const order = await reserveOrder((await addUser(sql)).id);
    await expect(sql.unsafe(statement, [order.id])).rejects.toThrow("append-only");
    await expect(
      sql.begin(async (tx) => {
        await tx`set local role service_role`;
        await tx.unsafe(statement, [order.id]);
      }),
    ).rejects.toThrow("append-only");
  });

  test("events go with their order", async () => {
    const order = await reserveOrder((await addUser(sql)).id);
    await sql`delete from grading_orders where id = ${order.id}`;
    expect(await eventsOf(order.id)).toHaveLength(0);
  });
});

describe("what the database keeps by itself", () => {
  test("each change raises the version and the time; writing nothing new does not", async () => {
    const order = await reserveOrder((await addUser(sql)).id);
    await sql`update grading_orders set notes = 'a' where id = ${order.id}`;
    await sql`update grading_orders set notes = 'a' where id = ${order.id}`;
    const [row] =
      await sql`select version, updated_at > created_at as later from grading_orders where id = ${order.id}`;
    expect(row).toEqual({ version: order.version + 1, later: true });
  });

  test("the search text follows the order and its owner's name, without a new version", async () => {
    const user = await addUser(sql, { email: `Search-${randomUUID()}@Example.test` });
    const order = await reserveOrder(user.id);
    await sql`update grading_orders set tracking_number = 'TRACK77', grading_submission_number = 'PSA-42',
              user_email = ${user.email} where id = ${order.id}`;
    const version = order.version + 1;
    await call(server, "upsert_profile", { p_user_id: user.id, p_profile: { full_name: "Zoë Ångström" } });
    for (const part of [
      order.batch_id,
      `order-${order.id.slice(0, 8)}`,
      user.email,
      "Zoë Ångström",
      "TRACK77",
      "PSA-42",
    ]) {
      const [row] =
        await sql`select version, strpos(search_text, private.search_form(${part ?? ""})) > 0 as has_it
        from grading_orders where id = ${order.id}`;
      expect([part, row]).toEqual([part, { version, has_it: true }]);
    }
  });

  test("what is not consistent is refused", async () => {
    const order = await reserveOrder((await addUser(sql)).id);
    for (const change of [
      "num_cards = 5",
      "grading_fee = 1",
      "payment_status = 'paid'",
      "payment_status = 'refunded'",
      "submission_status = 'lost'",
      "fulfillment_status = 'x'",
      "refunded_cents = 1",
      "user_id = null, guest_key = null",
      "quota_month = '2026-01-02'",
    ]) {
      await undone(sql, async (tx) => {
        await expect(
          tx.unsafe(`update grading_orders set ${change} where id = $1`, [order.id]),
        ).rejects.toThrow("violates");
      });
    }
  });
});
