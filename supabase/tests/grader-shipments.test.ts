import type { WarningCode } from "@/lib/staff/order/change-warnings";
import { addReceived, ShipmentActions } from "../../sandbox/builders/grader-shipment";
import { uniqueToken } from "../../sandbox/builders/ids";
import { addException, addOrder, eventsOf, storedOrder } from "../../sandbox/builders/rows";
import { StaffActions } from "../../sandbox/builders/staff-actions";
import { call, connect, personClient } from "../../sandbox/builders/test-database";

const sql = connect();
let actions: StaffActions;
beforeAll(async () => {
  actions = await StaffActions.begin(sql);
});

const ready = async () => {
  const api = personClient(actions.member.accessToken);
  const desk = await call<{ ready: { id: string }[] }>(api, "staff_grader_desk", {});
  return desk.ready.map(({ id }) => id);
};

/** Received before other tests' orders, so that the order is on the first page. */
const oldest = () => ({ received_at: new Date(Date.now() - 3_000 * 86_400_000) });

const damaged = { package_condition: "damaged_cards" };
const cases: [string, Parameters<typeof addReceived>[1], string][] = [
  ["received, paid and counted", {}, "added"],
  ["short with the missing cards refunded", { received_count: 8, refunded_cents: 5_000 }, "added"],
  ["unpaid", { payment_status: "unpaid" }, "not_paid"],
  ["refunded", { payment_status: "canceled" }, "not_paid"],
  ["not received", { submission_status: "pending", received_at: null, received_count: null }, "not_received"],
  ["received by hand but not counted", { received_count: null }, "not_received"],
  ["at the grader", { submission_status: "grading" }, "sent_before"],
  ["disputed", { dispute_status: "needs_response" }, "disputed"],
  ["waiting for a review", { review_reason: "paid_after_canceled" }, "to_be_reviewed"],
  ["short", { received_count: 8 }, "count_differs"],
  ["over its paid count", { received_count: 11 }, "count_differs"],
  ["damaged", damaged, "damaged"],
  ["damaged but in preparation", { ...damaged, submission_status: "processing" }, "added"],
];

test.each(cases)("lists and adds, or refuses, an order that is %s", async (_, columns, outcome) => {
  const order = await addReceived(sql, { ...oldest(), ...columns });
  // The list and the view must agree with the outcome.
  expect((await ready()).includes(order.id)).toBe(outcome === "added");
  expect((await actions.listed(order.id, "ready_to_send")) !== undefined).toBe(outcome === "added");
  const shipment = await ShipmentActions.begin(actions);
  expect((await shipment.add([order])).outcomes).toEqual({ [order.id]: outcome });
  await sql`update grading_orders set received_at = now() where id = ${order.id}`;
});

test("refuses an order with an open payment exception until it is resolved", async () => {
  const order = await addReceived(sql);
  const exception = await addException(sql, { order_id: order.id });
  const shipment = await ShipmentActions.begin(actions);
  expect((await shipment.add([order])).outcomes).toEqual({ [order.id]: "to_be_reviewed" });
  await sql`update payment_exceptions set resolved_at = now() where id = ${exception}`;
  expect((await shipment.add([order])).outcomes).toEqual({ [order.id]: "added" });
});

test("ships nothing before the customer answers, and never the extra cards they want back", async () => {
  const order = await addOrder(sql, { num_cards: 10 });
  await actions.checkIn(order.id, 12);
  const shipment = await ShipmentActions.begin(actions);
  expect((await shipment.add([order])).outcomes).toEqual({ [order.id]: "asked" });
  expect(await ready()).not.toContain(order.id);
  await sql`update order_adjustments set status = 'declined', chosen_option = 'return' where order_id = ${order.id}`;
  const { results } = await shipment.add([order]);
  expect(results).toMatchObject([{ outcome: "added", received_count: 12, cards: 10 }]);
});

test("accepts a differing count with a reason, and asks again about any other count", async () => {
  const order = await addReceived(sql, { received_count: 11 });
  const shipment = await ShipmentActions.begin(actions);
  expect((await shipment.add([order], "  ")).outcomes).toEqual({ [order.id]: "count_differs" });
  expect((await shipment.add([order], "Paid in cash")).outcomes).toEqual({ [order.id]: "added" });
  expect((await eventsOf(sql, order.id)).slice(-2)).toMatchObject([
    { type: "grader_group", from_value: null, to_value: `Shipment ${shipment.id}`, message: null },
    { type: "reason", message: "Paid in cash", public: false },
  ]);
  await actions.checkIn(order.id, 12, { p_is_recount: true });
  const [asked] =
    await sql`select id from order_adjustments where order_id = ${order.id} and status = 'proposed'`;
  const withdrawn = { p_adjustment_id: asked?.id, p_action: "withdraw", p_note: "A miscount" };
  await actions.write("staff_end_adjustment", withdrawn);
  expect(await shipment.close("SUB-1", 12)).toMatchObject({
    outcome: "shipment_refused",
    results: [{ id: order.id, outcome: "count_differs" }],
  });
});

test("reports an order that is already in this or another shipment", async () => {
  const order = await addReceived(sql);
  const [shipment, other] = [await ShipmentActions.begin(actions), await ShipmentActions.begin(actions)];
  expect(await shipment.scan(order.batch_id.replace("BATCH-", "").toLowerCase())).toMatchObject({
    outcome: "looked_at",
    results: [{ outcome: "added", batch_id: order.batch_id, received_count: 10 }],
    shipment: { batches: 1, cards: 10 },
  });
  expect(await shipment.scan(order.batch_id)).toMatchObject({ results: [{ outcome: "already_here" }] });
  expect(await other.scan(order.batch_id)).toMatchObject({
    results: [{ outcome: "other_shipment", other_shipment: shipment.id }],
  });
  expect(await other.scan("BATCH-NOSUCH01-2345")).toEqual({ outcome: "code_unknown" });
});

test("adds an order to only one of four concurrent shipments", async () => {
  const order = await addReceived(sql);
  const shipments = await Promise.all([1, 2, 3, 4].map(() => ShipmentActions.begin(actions)));
  const outcomes = await Promise.all(
    shipments.map(async (shipment) => (await shipment.add([order])).outcomes[order.id]),
  );
  expect(outcomes.sort()).toEqual(["added", "other_shipment", "other_shipment", "other_shipment"]);
});

test("allows batches of a returned shipment to join another shipment", async () => {
  const order = await addReceived(sql);
  const shipment = await ShipmentActions.begin(actions);
  await shipment.add([order]);
  await shipment.close("SUB-1", 10);
  await shipment.step("back", { p_cards: 10 });
  await actions.change(order.id, { submission_status: "received" }, "To be graded again");
  const other = await ShipmentActions.begin(actions);
  expect((await other.add([order])).outcomes).toEqual({ [order.id]: "added" });
});

test("deletes only empty shipments and adds nothing to closed ones", async () => {
  const order = await addReceived(sql);
  const shipment = await ShipmentActions.begin(actions);
  expect(await shipment.close("SUB-1", 0)).toMatchObject({ outcome: "shipment_empty" });
  await shipment.add([order]);
  expect(await shipment.discard()).toEqual({ outcome: "shipment_not_empty" });
  await shipment.close("SUB-1", 10);
  expect(await shipment.add([await addReceived(sql)])).toMatchObject({ outcome: "shipment_not_open" });
  const other = await ShipmentActions.begin(actions);
  expect(await other.discard()).toEqual({ outcome: "discarded" });
});

test("lists a batch as ready again after its removal from an open shipment", async () => {
  const order = await addReceived(sql, oldest());
  const shipment = await ShipmentActions.begin(actions);
  await shipment.add([order]);
  expect(await shipment.takeOut(order)).toMatchObject({ outcome: "taken_out", shipment: { batches: 0 } });
  expect(await ready()).toContain(order.id);
  expect(await shipment.takeOut(order)).toEqual({ outcome: "not_in_shipment" });
  await sql`update grading_orders set received_at = now() where id = ${order.id}`;
});

test("corrects status and submission number when a batch is removed from a sent shipment", async () => {
  const [stayed, left] = [await addReceived(sql), await addReceived(sql)];
  const shipment = await ShipmentActions.begin(actions);
  await shipment.add([stayed, left]);
  await shipment.close("SUB-7", 20);
  await shipment.step("shipped");
  const { action_id } = await shipment.takeOut(stayed);
  expect(await storedOrder(sql, stayed.id)).toMatchObject({
    submission_status: "processing",
    grading_submission_number: null,
  });
  expect(await actions.shownTo(stayed.id)).toContainEqual(["submission_status", "processing"]);
  expect(await storedOrder(sql, left.id)).toMatchObject({ submission_status: "shipped" });
  await actions.undo(action_id);
  expect(await storedOrder(sql, stayed.id)).toMatchObject({
    submission_status: "shipped",
    grading_submission_number: "SUB-7",
  });
});

test("refuses to remove a batch from its shipment once its grades are ready", async () => {
  const order = await addReceived(sql);
  const shipment = await ShipmentActions.begin(actions);
  await shipment.add([order]);
  await shipment.close("SUB-1", 10);
  await shipment.step("graded");
  expect(await shipment.takeOut(order)).toEqual({ outcome: "graded_in_shipment" });
});

test("lists cards that arrive after their batch shipped to the grader", async () => {
  const order = await addReceived(sql, { received_count: 8, proposed_count: 8 });
  const [shipment, other] = [await ShipmentActions.begin(actions), await ShipmentActions.begin(actions)];
  await shipment.add([order]);
  await shipment.close("SUB-1", 8);
  await shipment.step("grading");
  expect(await actions.listed(order.id, "waiting_on_us")).toBeUndefined();
  await actions.checkIn(order.id, 11, { p_is_recount: true });
  expect(await actions.listed(order.id, "waiting_on_us")).toMatchObject({ cards_sent: 8, cards_here: 3 });
  expect(await sql`select id from order_adjustments where order_id = ${order.id}`).toEqual([]);
  expect((await other.add([order])).outcomes).toEqual({ [order.id]: "other_shipment" });
  await shipment.step("back", { p_cards: 8 });
  expect((await other.add([order])).outcomes).toEqual({ [order.id]: "sent_before" });
  await actions.change(order.id, { submission_status: "completed" }, "All of them in one parcel");
  expect(await actions.listed(order.id)).toMatchObject({ cards_here: null });
});

test("requires a reason to return a batch that wasn't sent or is still in a shipment", async () => {
  const [open, sent] = [await ShipmentActions.begin(actions), await ShipmentActions.begin(actions)];
  const columns = () => ({ tracking_number: uniqueToken() });
  const [waits, left] = [await addReceived(sql, columns()), await addReceived(sql, columns())];
  await open.add([waits]);
  await sent.add([left]);
  await sent.close("SUB-1", 10);
  await sent.step("shipped");
  const home = { submission_status: "completed" };
  const warnings = async () => {
    const args = { p_order_ids: [waits.id, left.id], p_changes: home };
    const api = personClient(actions.member.accessToken);
    const page = await call<{ orders: { warnings: WarningCode[] }[] }>(api, "staff_get_orders", args);
    return page.orders.map((order) => order.warnings);
  };
  expect(await warnings()).toEqual([["not_sent", "in_shipment"], ["in_shipment"]]);
  expect(await actions.change(left.id, home)).toMatchObject({ outcome: "reason_for_odd" });
  await open.takeOut(waits);
  await sent.step("back", { p_cards: 10 });
  expect(await warnings()).toEqual([["not_sent"], []]);
});
