import { randomUUID } from "node:crypto";
import { getOrderForEmail } from "@/lib/email/outbox/data";
import { aSessionId } from "../../sandbox/builders/ids";
import { addOrder, addUser, eventsOf } from "../../sandbox/builders/rows";
import { aPaidSession, reserveOrder } from "../../sandbox/builders/sql-functions";
import { StaffActions } from "../../sandbox/builders/staff-actions";
import {
  call,
  connect,
  personClient,
  serverClient,
  withRollback,
} from "../../sandbox/builders/test-database";

const sql = connect();

let actions: StaffActions;
beforeAll(async () => {
  actions = await StaffActions.begin(sql);
});

describe("order events", () => {
  const server = serverClient();

  const eventsOf = (id: string) => sql`select * from order_events where order_id = ${id} order by id`;

  test("records who changed an order, what changed, and what the customer can see", async () => {
    const user = await addUser(sql);
    const order = await reserveOrder(user.id);
    const staff = randomUUID();
    await call(server, "apply_checkout", aPaidSession(order, { p_session_id: aSessionId() }));
    await sql`update grading_orders set submission_status = 'received', fulfillment_status = 'grading',
      tracking_number = '1Z999', change_context = private.change_context(
        'staff', ${staff}, 'We counted 4 of 4', ${sql.json({ shelf: "A1" })}) where id = ${order.id}`;
    expect(await sql`select change_context from grading_orders where id = ${order.id}`).toEqual([
      { change_context: null },
    ]);
    const data = { shelf: "A1" };
    const byStaff = { actor_type: "staff", actor_id: staff, message: "We counted 4 of 4", data };
    expect(await eventsOf(order.id)).toMatchObject([
      { type: "created", to_value: "unpaid", actor_type: "customer", actor_id: user.id, public: false },
      { type: "payment_status", from_value: "unpaid", to_value: "paid", actor_type: "stripe", public: true },
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

  test("hides a correction back to unpaid from the customer", async () => {
    const order = await reserveOrder((await addUser(sql)).id);
    await call(server, "apply_checkout", aPaidSession(order, { p_session_id: aSessionId() }));
    await sql`update grading_orders set payment_status = 'unpaid' where id = ${order.id}`;
    expect((await eventsOf(order.id)).at(-1)).toMatchObject({ to_value: "unpaid", public: false });
  });

  test.each([
    "update order_events set public = true where order_id = $1",
    "update order_events set occurred_at = now() where order_id = $1",
    "delete from order_events where order_id = $1",
  ])("refuses to change past events: %s", async (statement) => {
    const order = await reserveOrder((await addUser(sql)).id);
    await expect(sql.unsafe(statement, [order.id])).rejects.toThrow("append-only");
    await expect(
      sql.begin(async (tx) => {
        await tx`set local role service_role`;
        await tx.unsafe(statement, [order.id]);
      }),
    ).rejects.toThrow(statement.startsWith("delete") ? "append-only" : "permission denied");
  });

  describe("triggers", () => {
    test("increments version and updates the timestamp only if something changed", async () => {
      const order = await reserveOrder((await addUser(sql)).id);
      await sql`update grading_orders set notes = 'a' where id = ${order.id}`;
      await sql`update grading_orders set notes = 'a', payment_status = payment_status,
        submission_status = submission_status where id = ${order.id}`;
      expect(await eventsOf(order.id)).toHaveLength(1);
      const [row] =
        await sql`select version, updated_at > created_at as later from grading_orders where id = ${order.id}`;
      expect(row).toEqual({ version: order.version + 1, later: true });
    });

    test("refuses inconsistent values", async () => {
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
        await withRollback(sql, async (tx) => {
          await expect(
            tx.unsafe(`update grading_orders set ${change} where id = $1`, [order.id]),
          ).rejects.toThrow("violates");
        });
      }
    });
  });
});

test("lists notes in order with their authors, after any imported notes", async () => {
  const others = await StaffActions.begin(sql);
  const { id } = await addOrder(sql, { internal_notes: "imported" });
  await actions.change(id, { note: " second box expected " });
  await others.change(id, { note: "called,\nno answer", shelf_location: "B-2" });
  const page = await call(personClient(actions.member.accessToken), "staff_get_order_page", {
    p_order_id: id,
  });
  expect(page).toMatchObject({
    notes: [
      { body: "second box expected", author_email: actions.member.email },
      { body: "called,\nno answer", author_email: others.member.email },
    ],
    former_notes: "imported",
  });
  const events = (await eventsOf(sql, id)).filter(({ type }) => type === "note");
  expect(events).toMatchObject([{ public: false }, { public: false }]);
});

test.each([
  ["at the time", 0, true],
  ["before", -1, false],
])("recognizes lost cards by a refund made %s they shipped back", async (_, later, is_lost) => {
  const sent = new Date("2026-11-05T15:00:00Z");
  const { id } = await addOrder(sql, {
    submission_status: "completed",
    fulfillment_status: "complete",
    sent_back_at: sent,
    payment_status: "canceled",
    canceled_at: new Date(Number(sent) + later),
  });
  const [row] = await sql`select is_lost from grading_orders where id = ${id}`;
  expect(row).toEqual({ is_lost });
});

test("returns the order's last three public events for an email", async () => {
  const [order, other] = [await addOrder(sql), await addOrder(sql)];
  for (const { id } of [order, other]) await actions.checkIn(id, 10);
  const add = (type: string, to: string, isPublic = true) =>
    sql`insert into order_events (order_id, type, to_value, public) values (${order.id}, ${type}, ${to}, ${isPublic})`;
  for (const to of ["shipped", "grading", "graded"]) await add("submission_status", to);
  for (const type of ["note", "submission_status", "reason"]) await add(type, "secret", false);
  const found = await getOrderForEmail(order.id);
  expect(found?.events.map(({ to }) => to)).toEqual(["shipped", "grading", "graded"]);
});
