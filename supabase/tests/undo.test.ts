import { uniqueToken } from "../../sandbox/builders/ids";
import type { OrderColumns } from "../../sandbox/builders/order";
import { addOrder, eventsOf } from "../../sandbox/builders/rows";
import { StaffActions } from "../../sandbox/builders/staff-actions";
import { connect, tally } from "../../sandbox/builders/test-database";

const sql = connect();
let actions: StaffActions;
beforeAll(async () => {
  actions = await StaffActions.begin(sql);
});

const sendEmails = (id: string) =>
  sql`update outbox set sent_at = now() where payload ->> 'order_id' = ${id} and sent_at is null`;

const [A, B] = [uniqueToken(), uniqueToken()];

test("undoes a check-in with its emails, question and timeline entries", async () => {
  const { id } = await addOrder(sql, { num_cards: 12 });
  const before = await actions.readOrder(id);
  const { action_id } = await actions.checkIn(id, 9);
  expect(await actions.shownTo(id)).toContainEqual(["counted", "9"]);
  expect((await actions.emailsOf(id)).map(({ kind }) => kind)).toEqual([
    "check_in_receipt",
    "adjustment_proposed",
  ]);
  expect(await actions.undo(action_id)).toMatchObject([
    { id, outcome: "undone", order: { received_count: null } },
  ]);
  expect(await actions.readOrder(id)).toEqual(before);
  expect(await actions.emailsOf(id)).toEqual([]);
  expect(await actions.shownTo(id)).toEqual([]);
  expect(await sql`select status from order_adjustments where order_id = ${id}`).toEqual([
    { status: "withdrawn" },
  ]);
  expect((await eventsOf(sql, id)).at(-1)).toMatchObject({
    type: "undone",
    from_value: "check_in",
    public: false,
    actor_id: actions.member.id,
  });
});

test("restores the first count's email and question when a recount is undone", async () => {
  const { id } = await addOrder(sql, { num_cards: 12 });
  await actions.checkIn(id, 9);
  const before = [await actions.readOrder(id), await actions.emailsOf(id)];
  const { action_id } = await actions.checkIn(id, 12, { p_is_recount: true });
  expect(await actions.emailsOf(id)).toMatchObject([{ payload: { count: 12 } }]);
  await actions.undo(action_id);
  expect([await actions.readOrder(id), await actions.emailsOf(id)]).toEqual(before);
  expect(await actions.shownTo(id)).toContainEqual(["counted", "9"]);
  expect(await sql`select status from order_adjustments where order_id = ${id}`).toEqual([
    { status: "proposed" },
  ]);
});

test("restores the package and the order when a match is undone", async () => {
  const { id } = await addOrder(sql);
  const before = await actions.readOrder(id);
  const details = { p_sender: "Jo", p_shelf: "C-1", p_tracking_number: A };
  const { package: kept } = await actions.write<{ package: { id: string } }>("staff_save_package", details);
  const { action_id } = await actions.write("staff_match_package", {
    p_package_id: kept.id,
    p_order_id: id,
  });
  expect(await actions.readOrder(id)).toMatchObject({
    shelf_location: "C-1",
    arrived_at: expect.any(Date),
  });
  await actions.undo(action_id);
  expect(await actions.readOrder(id)).toEqual(before);
  expect(await sql`select order_id, matched_at, matched_by from packages where id = ${kept.id}`).toEqual([
    { order_id: null, matched_at: null, matched_by: null },
  ]);
});

test.each([
  ["a status", { submission_status: "delivered" }],
  ["a tracking number", { tracking_number: B }],
  ["a submission number and a file", { grading_submission_number: "SUB-1", invoice_filename: "a.pdf" }],
  ["a review", { is_reviewed: true }],
])("restores an order when a change of %s is undone", async (_, changes) => {
  const { id } = await addOrder(sql, { review_reason: "refund_failed" });
  await actions.checkIn(id, 10);
  await actions.change(id, { submission_status: "graded", tracking_number: A, internal_notes: "first" });
  const mails = async () => (await actions.emailsOf(id)).map(({ due, ...mail }) => mail);
  const before = [await actions.readOrder(id), await mails()];
  const { action_id } = await actions.change(id, changes, "As it has to be");
  expect(await actions.readOrder(id)).not.toEqual(before[0]);
  expect(await actions.undo(action_id)).toMatchObject([{ outcome: "undone" }]);
  expect([await actions.readOrder(id), await mails()]).toEqual(before);
});

test("removes a note from one order of a bulk change", async () => {
  const [one, other] = [await addOrder(sql), await addOrder(sql)];
  const actionId = await actions.changeAll([one, other], { note: "call them" });
  expect(await actions.undo(actionId, one.id)).toMatchObject([{ id: one.id, outcome: "undone" }]);
  expect(await sql`select order_id from order_notes where order_id in ${sql([one.id, other.id])}`).toEqual([
    { order_id: other.id },
  ]);
});

test("undoes a bulk change except for orders changed since", async () => {
  const orders = [await addOrder(sql), await addOrder(sql), await addOrder(sql)] as const;
  const [first, second, third] = orders;
  const before = await actions.readOrder(first.id);
  const actionId = await actions.changeAll([...orders], {
    submission_status: "delivered",
    tracking_number: uniqueToken(),
  });
  await actions.change(second.id, { internal_notes: "called" });
  const undone = await actions.undo(actionId);
  expect(Object.fromEntries(undone.map(({ id, outcome }) => [id, outcome]))).toEqual({
    [first.id]: "undone",
    [second.id]: "changed_since",
    [third.id]: "undone",
  });
  expect(await actions.readOrder(first.id)).toEqual(before);
});

const set = (id: string, columns: OrderColumns) =>
  sql`update grading_orders set ${sql(columns)} where id = ${id}`;

test.each<[string, (id: string, actionId: string) => Promise<unknown>]>([
  ["after ten minutes", (_, actionId) => actions.age(actionId)],
  ["once its email has left", sendEmails],
  [
    "once a refund has started",
    (id) => sql`
    insert into refund_requests (id, order_id, amount_cents, reason, requested_by)
    values (gen_random_uuid(), ${id}, 100, 'Kindness', ${actions.member.id})`,
  ],
  ["once the customer has asked to cancel", (id) => set(id, { cancel_requested_at: new Date() })],
  ["once the payment has changed", (id) => set(id, { refunded_cents: 100 })],
  [
    "once its question is being answered",
    (id) => sql`
    update order_adjustments set reservation_expires_at = now() + interval '1 hour' where order_id = ${id}`,
  ],
])("refuses an undo %s", async (_, happen) => {
  const { id } = await addOrder(sql, { num_cards: 12 });
  const { action_id } = await actions.checkIn(id, 13);
  await happen(id, action_id);
  const before = await actions.readOrder(id);
  expect(await actions.undo(action_id)).toMatchObject([{ id, outcome: "changed_since" }]);
  expect(await actions.readOrder(id)).toEqual(before);
});

test("undoes an action once for three concurrent calls", async () => {
  const { id } = await addOrder(sql);
  const { action_id } = await actions.checkIn(id, 10);
  const results = (await Promise.all([1, 2, 3].map(() => actions.undo(action_id)))).flat();
  expect(tally(results.map(({ outcome }) => outcome))).toEqual({ undone: 1, changed_since: 2 });
  expect((await eventsOf(sql, id)).filter(({ type }) => type === "undone")).toHaveLength(1);
});

test("offers no undo for a payment change", async () => {
  const { id } = await addOrder(sql, { payment_status: "unpaid", stripe_session_id: null });
  const paid = await actions.change(id, { payment_status: "paid", internal_notes: "cash" }, "Paid in cash");
  expect(paid).toMatchObject({ outcome: "updated", action_id: null });
});

test("sends emails after ten minutes or with the next step", async () => {
  const { id } = await addOrder(sql);
  await actions.checkIn(id, 10);
  expect(await actions.emailsOf(id)).toMatchObject([{ kind: "check_in_receipt", due: false }]);
  await actions.change(id, { internal_notes: "x" });
  expect(await actions.emailsOf(id)).toMatchObject([{ due: false }]);
  await actions.change(id, { submission_status: "shipped" });
  expect(await actions.emailsOf(id)).toMatchObject([
    { kind: "check_in_receipt", due: true },
    { kind: "order_sent", due: false },
  ]);
});

test.each([
  ["a step back and its count", { submission_status: "pending" }, ["submission_status", "received_count"]],
  ["nothing for a note", { note: "hello" }, null],
])("lists %s in a correction email", async (_, changes, facts) => {
  const { id } = await addOrder(sql);
  await actions.checkIn(id, 10);
  await actions.change(id, { submission_status: "completed", tracking_number: uniqueToken() }, "all at once");
  await sendEmails(id);
  const [order] = await sql`select version from grading_orders where id = ${id}`;
  const { action_id } = await actions.write("staff_update_order", {
    p_order_id: id,
    p_version: order?.version,
    p_changes: changes,
    p_tracking_hash: "0".repeat(64),
    p_reason: "A mistake",
    p_emails_correction: true,
  });
  const corrections = async () => (await actions.emailsOf(id)).filter(({ kind }) => kind === "correction");
  expect(await corrections()).toMatchObject(facts ? [{ payload: { order_id: id, facts }, due: false }] : []);
  await actions.undo(action_id);
  expect(await corrections()).toEqual([]);
});

test("emails about the same step again after a correction", async () => {
  const { id } = await addOrder(sql);
  await actions.checkIn(id, 10);
  await actions.change(id, { submission_status: "shipped" });
  await sendEmails(id);
  await sql`insert into outbox (dedupe_key, kind, payload) values (${id}, 'correction', ${sql.json({ order_id: id, facts: [] })})`;
  await actions.change(id, { submission_status: "pending" }, "Wrong batch");
  await actions.checkIn(id, 10);
  await actions.change(id, { submission_status: "shipped" });
  expect((await actions.emailsOf(id)).slice(-2).map(({ kind }) => kind)).toEqual([
    "check_in_receipt",
    "order_sent",
  ]);
});
