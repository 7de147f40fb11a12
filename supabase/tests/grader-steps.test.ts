import { addReceived, addToSentShipment, ShipmentActions } from "../../sandbox/builders/grader-shipment";
import { aHash, aParcel } from "../../sandbox/builders/ids";
import { eventsOf, type StoredOrder, storedOrder } from "../../sandbox/builders/rows";
import { StaffActions } from "../../sandbox/builders/staff-actions";
import {
  addSignedInPerson,
  call,
  connect,
  personClient,
  serverClient,
} from "../../sandbox/builders/test-database";

const sql = connect();
let actions: StaffActions;
beforeAll(async () => {
  actions = await StaffActions.begin(sql);
});

describe("grader steps", () => {
  /** Creates a shipment of three batches of ten cards, closed by default. */
  async function aShipment(isClosed = true) {
    const orders = await Promise.all([addReceived(sql), addReceived(sql), addReceived(sql)]);
    const shipment = await ShipmentActions.begin(actions);
    await shipment.add(orders);
    const before = await Promise.all(orders.map(({ id }) => actions.readOrder(id)));
    const closed = isClosed ? await shipment.close("SUB-9", 30) : undefined;
    return { shipment, orders: orders as [StoredOrder, StoredOrder, StoredOrder], before, closed };
  }

  const shipmentOf = async ({ id }: ShipmentActions) =>
    (await sql`select step, submission_number, declared_cards from grader_shipments where id = ${id}`)[0];
  const statusesOf = async (orders: StoredOrder[]) =>
    (await Promise.all(orders.map(({ id }) => storedOrder(sql, id)))).map((order) => order.submission_status);
  const factsOf = (orders: StoredOrder[]) => Promise.all(orders.map(({ id }) => actions.readOrder(id)));

  test("sets the submission number on every batch, with one event, when the shipment closes", async () => {
    const { shipment, orders, closed } = await aShipment();
    expect(closed).toMatchObject({
      outcome: "closed",
      shipment: { step: "closed", submission_number: "SUB-9" },
    });
    for (const { id } of orders) {
      expect(await storedOrder(sql, id)).toMatchObject({ grading_submission_number: "SUB-9" });
      const events = (await eventsOf(sql, id)).filter(({ type }) => type === "grading_submission_number");
      expect(events).toMatchObject([{ from_value: null, to_value: "SUB-9", public: false }]);
    }
    expect(await shipmentOf(shipment)).toMatchObject({ declared_cards: 30 });
  });

  test("asks to confirm a declared count that differs, and keeps the confirmed count", async () => {
    const { shipment } = await aShipment(false);
    expect(await shipment.close("SUB-9", 31)).toMatchObject({ outcome: "cards_differ", expected: 30 });
    expect(await shipment.close("SUB-9", 31, { p_accepts_difference: true })).toMatchObject({
      outcome: "closed",
    });
    expect(await shipment.step("back", { p_cards: 30 })).toMatchObject({
      outcome: "cards_differ",
      expected: 31,
    });
    expect(await shipment.step("back", { p_cards: 30, p_accepts_difference: true })).toMatchObject({
      outcome: "stepped",
      shipment: { cards: 30, declared_cards: 31, returned_cards: 30 },
    });
  });

  test("refuses to close or ship a shipment with a blocked batch and names the batch", async () => {
    const { shipment, orders } = await aShipment(false);
    const [first, second] = orders;
    await sql`update grading_orders set payment_status = 'canceled' where id = ${first.id}`;
    expect(await shipment.close("SUB-9", 30)).toMatchObject({
      outcome: "shipment_refused",
      results: [{ id: first.id, outcome: "not_paid" }],
    });
    await shipment.takeOut(first);
    expect(await shipment.close("SUB-9", 20)).toMatchObject({ outcome: "closed" });
    await sql`update order_admin set dispute_status = 'needs_response' where order_id = ${second.id}`;
    expect(await shipment.step("shipped")).toMatchObject({
      outcome: "shipment_refused",
      results: [{ id: second.id, outcome: "disputed" }],
    });
  });

  test("updates every batch with each shipment step and undoes the step for all batches", async () => {
    const { shipment, orders, before, closed } = await aShipment();
    const states = [{ step: "closed", facts: await factsOf(orders), act: closed?.action_id ?? "" }];
    for (const step of ["shipped", "grading", "graded", "back"]) {
      const { outcome, action_id } = await shipment.step(step, step === "back" ? { p_cards: 30 } : {});
      expect(outcome).toBe("stepped");
      expect(await statusesOf(orders)).toEqual(Array(3).fill(step === "back" ? "graded" : step));
      states.push({ step, facts: await factsOf(orders), act: action_id });
    }
    expect((await actions.shownTo(orders[0].id))?.slice(-3)).toEqual([
      ["submission_status", "shipped"],
      ["submission_status", "grading"],
      ["submission_status", "graded"],
    ]);
    for (const [at, { act }] of [...states.entries()].toReversed()) {
      const undone = await actions.undo(act);
      expect(undone.map(({ outcome }) => outcome)).toEqual(["undone", "undone", "undone"]);
      expect(await factsOf(orders)).toEqual(at > 0 ? states[at - 1]?.facts : before);
      expect(await shipmentOf(shipment)).toMatchObject({ step: at > 0 ? states[at - 1]?.step : "open" });
    }
  });

  test("undoes shipment steps only in reverse order", async () => {
    const { shipment, orders, closed } = await aShipment();
    await shipment.step("shipped");
    const outcomes = (await actions.undo(closed?.action_id ?? "")).map(({ outcome }) => outcome);
    expect(outcomes).toEqual(["changed_since", "changed_since", "changed_since"]);
    expect(await shipmentOf(shipment)).toMatchObject({ step: "shipped", submission_number: "SUB-9" });
    expect(await statusesOf(orders)).toEqual(["shipped", "shipped", "shipped"]);
  });

  test("undoes adding a batch only until the shipment is closed", async () => {
    const order = await addReceived(sql);
    const shipment = await ShipmentActions.begin(actions);
    const { action_id } = await shipment.add([order]);
    await shipment.close("SUB-1", 10);
    expect(await actions.undo(action_id)).toMatchObject([{ outcome: "changed_since" }]);
    const other = await ShipmentActions.begin(actions);
    const added = await other.add([await addReceived(sql)]);
    expect(await actions.undo(added.action_id)).toMatchObject([{ outcome: "undone" }]);
    expect(await other.discard()).toEqual({ outcome: "discarded" });
  });

  test("refuses to close a shipment that someone else changed, and names that person", async () => {
    const { shipment } = await aShipment(false);
    const seen = shipment.version;
    await shipment.add([await addReceived(sql)]);
    expect(await shipment.close("SUB-9", 30, { p_version: seen })).toMatchObject({
      outcome: "shipment_changed",
      shipment: { batches: 4, cards: 40, changed_by_email: actions.member.email },
    });
  });

  test("applies a shipment step once when several people take it concurrently", async () => {
    const { shipment, orders } = await aShipment();
    const seen = shipment.version;
    const outcomes = await Promise.all(
      [1, 2, 3].map(async () => (await shipment.step("shipped", { p_version: seen })).outcome),
    );
    expect(outcomes.sort()).toEqual(["shipment_changed", "shipment_changed", "stepped"]);
    const events = (await eventsOf(sql, orders[0].id)).filter(({ to_value }) => to_value === "shipped");
    expect(events).toHaveLength(1);
    expect(await shipment.step("shipped")).toMatchObject({ outcome: "shipment_not_ahead" });
    expect(await shipment.step("closed")).toMatchObject({ outcome: "shipment_not_open" });
  });

  test("returns a shipment's cards, latest actions and blocked batches", async () => {
    const { shipment, orders } = await aShipment();
    await sql`update order_admin set dispute_status = 'under_review' where order_id = ${orders[1].id}`;
    const page = await call<{ members: { id: string; refusal: string | null }[] }>(
      personClient(actions.member.accessToken),
      "staff_get_grader_shipment",
      { p_shipment_id: shipment.id },
    );
    expect(page).toMatchObject({
      shipment: { batches: 3, cards: 30, opened_by_email: actions.member.email },
      actions: [{ kind: "group_close", orders: 3 }, { kind: "group_add" }],
    });
    const refused = page.members.filter(({ refusal }) => refusal !== null);
    expect(refused).toMatchObject([{ id: orders[1].id, refusal: "disputed" }]);
  });
});

test("adds nothing when several batches share the carrier number, and names them", async () => {
  const inbound_tracking = aParcel(Date.now() % 1e9);
  const orders = [await addReceived(sql, { inbound_tracking }), await addReceived(sql, { inbound_tracking })];
  const shipment = await ShipmentActions.begin(actions);
  expect(await shipment.scan(inbound_tracking)).toEqual({
    outcome: "code_ambiguous",
    orders: orders
      .map(({ id, batch_id }) => ({ id, batch_id, inbound_tracking }))
      .sort((one, other) => one.id.localeCompare(other.id)),
  });
});

describe("grader names", () => {
  const server = serverClient();

  type Named = { graders: { number: string; grader: string }[] } | null;

  /** Returns the grader shown on the dashboard, on the tracking page and in emails, which must agree. */
  async function namesOf(order: { id: string; batch_id: string | null }, accessToken: string) {
    const hash = aHash();
    await sql`insert into tracking_links (order_id, token_hash) values (${order.id}, ${hash})
    on conflict (order_id) do update set token_hash = excluded.token_hash`;
    const p_batch = order.batch_id;
    const { batch } = await call<{ batch: Named }>(personClient(accessToken), "get_dashboard", { p_batch });
    const tracked = await call<Named>(server, "get_tracked_order", { p_token_hash: hash });
    const mailed = await call<Named>(server, "get_order_for_email", { p_order_id: order.id });
    expect([tracked?.graders, mailed?.graders]).toEqual([batch?.graders, batch?.graders]);
    return batch?.graders.map(({ number, grader }) => `${number} ${grader}`);
  }

  test("returns the grader only once the order is sent", async () => {
    const person = await addSignedInPerson(sql);
    const order = await addReceived(sql, { user_id: person.id, grading_submission_number: "N-1" });
    expect(await namesOf(order, person.accessToken)).toEqual([]);
    await addToSentShipment(sql, order.id, "BGS", "N-1");
    expect(await namesOf(order, person.accessToken)).toEqual(["N-1 BGS"]);
    await sql`update grading_orders set grading_submission_number = 'N-2' where id = ${order.id}`;
    expect(await namesOf(order, person.accessToken)).toEqual(["N-2 BGS"]);
  });

  test("returns nothing for another user's order", async () => {
    const [owner, stranger] = [await addSignedInPerson(sql), await addSignedInPerson(sql)];
    const order = await addReceived(sql, { user_id: owner.id });
    await addToSentShipment(sql, order.id, "BGS", "N-1");
    const [{ details } = { details: [] }] = await sql.begin(async (tx) => {
      await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: stranger.id, role: "authenticated" })}, true)`;
      await tx`set local role authenticated`;
      return tx<{ details: unknown }[]>`select private.my_order_details(${order.id}) as details`;
    });
    expect(details).toBeNull();
  });
});
