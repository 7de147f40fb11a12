import { randomUUID } from "node:crypto";
import { addReceived, ShipmentActions } from "../../sandbox/builders/grader-shipment";
import { aGuestKey, anEmail } from "../../sandbox/builders/ids";
import {
  addOnItsWay,
  arrive,
  linkHolder,
  NO_ONE,
  ownerOf,
  report,
  solve,
} from "../../sandbox/builders/return-shipment";
import { addUser, eventsOf, type StoredOrder, storedOrder } from "../../sandbox/builders/rows";
import { StaffActions } from "../../sandbox/builders/staff-actions";
import { call, connect, personClient, serverClient, tally } from "../../sandbox/builders/test-database";

const sql = connect();
let actions: StaffActions;
beforeAll(async () => {
  actions = await StaffActions.begin(sql);
});

describe("returns", () => {
  type Answer = {
    outcome: string;
    action_id: string;
    order?: object;
    refusal?: string;
    other?: { id: string; batch_id: string; is_same_owner: boolean };
  };

  let used = 0;
  const aNumber = () =>
    `1Z${process.pid.toString(36).toUpperCase().padStart(6, "0").slice(-6)}${String(++used).padStart(10, "0")}`;

  async function send(order: { id: string }, number = aNumber(), changes: Record<string, unknown> = {}) {
    const { version } = await storedOrder(sql, order.id);
    const args = { p_order_id: order.id, p_version: version, p_tracking_number: number, p_carrier: "ups" };
    return actions.write<Answer>("staff_return_order", { ...args, ...changes });
  }

  const aGraded = (columns: Parameters<typeof addReceived>[1] = {}) =>
    addReceived(sql, { submission_status: "graded", ...columns });

  type Desk = {
    orders: { refusal: string | null; profile: object | null }[];
    ready: { id: string }[];
    actions: { id: string }[];
  };
  const desk = (code: string | null = null) =>
    call<Desk>(personClient(actions.member.accessToken), "staff_return_desk", { p_code: code });

  const grader = { submission_status: "grading" };
  const gone = { submission_status: "completed", fulfillment_status: "complete" };
  const never = {
    submission_status: "pending",
    fulfillment_status: "not_received",
    received_at: null,
    received_count: null,
    arrived_at: null,
  };
  const cases: [string, Parameters<typeof addReceived>[1], string | null][] = [
    ["graded", { submission_status: "graded" }, null],
    ["refunded after grading", { submission_status: "graded", payment_status: "canceled" }, null],
    [
      "refunded with its package unopened",
      { ...never, arrived_at: new Date(), payment_status: "canceled" },
      null,
    ],
    ["refunded and never arrived", { ...never, payment_status: "canceled" }, "not_here"],
    ["refunded at the grader", { ...grader, payment_status: "canceled" }, "at_grader"],
    ["at the grader", grader, "not_graded"],
    ["unpaid", { submission_status: "graded", payment_status: "unpaid" }, "not_paid"],
    ["already on its way back", gone, "sent_before"],
    ["disputed", { submission_status: "graded", dispute_status: "under_review" }, "disputed"],
    [
      "waiting for a review",
      { submission_status: "graded", review_reason: "dispute_lost" },
      "to_be_reviewed",
    ],
  ];

  test.each(cases)("lists and returns, or refuses, an order that is %s", async (_, columns, refusal) => {
    const received_at = new Date(Date.now() - 4_000 * 86_400_000);
    const order = await addReceived(sql, { received_at, ...columns });
    const { orders, ready } = await desk(order.batch_id);
    expect(orders).toMatchObject([{ refusal }]);
    expect(ready.some(({ id }) => id === order.id)).toBe(refusal === null);
    expect((await actions.listed(order.id, "to_return")) !== undefined).toBe(refusal === null);
    const answer = await send(order);
    expect(answer).toMatchObject(refusal ? { outcome: "return_refused", refusal } : { outcome: "returned" });
    if (order.received_at === null)
      expect(await storedOrder(sql, order.id)).toMatchObject({ received_at: null, received_count: null });
    await sql`update grading_orders set received_at = now() where id = ${order.id} and received_at is not null`;
  });

  test("isn't ready for return until its grader shipment is back", async () => {
    const order = await addReceived(sql, { received_at: new Date(Date.now() - 4_000 * 86_400_000) });
    const isReady = async () => {
      const isInView = (await actions.listed(order.id, "to_return")) !== undefined;
      expect((await desk()).ready.some(({ id }) => id === order.id)).toBe(isInView);
      return isInView;
    };
    const shipment = await ShipmentActions.begin(actions);
    await shipment.add([order]);
    expect(await send(order)).toMatchObject({ refusal: "in_shipment" });
    await shipment.close("SUB-1", 10);
    await shipment.step("graded");
    expect(await send(order)).toMatchObject({ refusal: "at_grader" });
    expect(await isReady()).toBe(false);
    await shipment.step("back", { p_cards: 10 });
    expect(await isReady()).toBe(true);
    expect(await send(order)).toMatchObject({ outcome: "returned" });
    expect(await isReady()).toBe(false);
  });

  test("shows the customer the tracking number and emails them ten minutes later", async () => {
    const order = await aGraded();
    const number = aNumber();
    const { order: shown } = await send(order, number, { p_carrier: "fedex" });
    expect(shown).toMatchObject({ tracking_number: number, return_carrier: "fedex" });
    expect(await actions.shownTo(order.id)).toEqual(
      expect.arrayContaining([
        ["submission_status", "completed"],
        ["tracking_number", number],
      ]),
    );
    expect(await actions.emailsOf(order.id)).toMatchObject([{ kind: "order_returned", due: false }]);
  });

  test("sends no email and hides the tracking number after an undo", async () => {
    const order = await aGraded();
    const before = await actions.readOrder(order.id);
    const number = aNumber();
    const { action_id } = await send(order, number);
    expect(await actions.undo(action_id)).toMatchObject([{ outcome: "undone" }]);
    expect(await actions.readOrder(order.id)).toEqual(before);
    expect(await actions.emailsOf(order.id)).toEqual([]);
    expect(JSON.stringify(await actions.shownTo(order.id))).not.toContain(number);
  });

  test("refuses an order that someone else changed", async () => {
    const order = await aGraded();
    await actions.change(order.id, { internal_notes: "wait" });
    expect(await send(order, aNumber(), { p_version: order.version })).toMatchObject({
      outcome: "order_changed",
      changes: [{ type: "internal_notes" }],
    });
  });

  const spaced = (number: string) =>
    `${number.slice(0, 2)} ${number.slice(2, 8)}-${number.slice(8)}`.toLowerCase();

  test("refuses another customer's tracking number in any spelling", async () => {
    const number = aNumber();
    const theirs = await aGraded({ guest_email: anEmail(), tracking_number: spaced(number) });
    const order = await aGraded({ guest_email: anEmail() });
    expect(await send(order, number)).toMatchObject({
      outcome: "number_of_other_owner",
      other: { id: theirs.id, batch_id: theirs.batch_id },
    });
    // Carriers reuse their tracking numbers.
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`update grading_orders set updated_at = now() - interval '2 years' where id = ${theirs.id}`;
    });
    expect(await send(order, number)).toMatchObject({ outcome: "returned" });
  });

  test("asks once whether two orders of the same customer share a box", async () => {
    const owner = { guest_email: anEmail() };
    const [first, second] = [await aGraded(owner), await aGraded(owner)];
    const number = aNumber();
    await send(first, number);
    expect(await send(second, number)).toMatchObject({ outcome: "same_box", other: { id: first.id } });
    expect((await storedOrder(sql, second.id)).tracking_number).toBeNull();
    expect(await send(second, number, { p_is_same_box: true })).toMatchObject({ outcome: "returned" });
  });

  test("refuses a tracking number that the same customer has for another address", async () => {
    const { id: user_id } = await addUser(sql);
    const owner = { user_id, guest_email: null };
    const [first, second] = [await aGraded(owner), await aGraded(owner)];
    await sql`update grading_orders set return_address = '{"city": "Dallas"}' where id = ${first.id}`;
    await sql`update grading_orders set return_address = '{"city": "Austin"}' where id = ${second.id}`;
    const number = aNumber();
    await send(first, number);
    const refused = { outcome: "number_of_other_address", other: { id: first.id } };
    expect(await send(second, number, { p_is_same_box: true })).toMatchObject(refused);
  });

  test("assigns a tracking number to one of four concurrent orders", async () => {
    const number = aNumber();
    const orders = await Promise.all(Array.from({ length: 4 }, () => aGraded({ guest_email: anEmail() })));
    const outcomes = await Promise.all(orders.map(async (order) => (await send(order, number)).outcome));
    expect(tally(outcomes)).toEqual({ number_of_other_owner: 3, returned: 1 });
  });

  test("shows the order's own return address", async () => {
    const order = await aGraded({ return_address: sql.json({ city: "Austin" }) });
    expect((await desk(order.batch_id)).orders).toMatchObject([{ return_address: { city: "Austin" } }]);
  });
});

describe("return shipment arrived", () => {
  test("confirms arrival only by account, guest browser or link", async () => {
    const { id } = await addUser(sql);
    const ofAccount = await addOnItsWay(sql, { user_id: id });
    const others = [NO_ONE, { ...NO_ONE, p_user_id: randomUUID() }, { ...NO_ONE, p_guest_key: aGuestKey() }];
    for (const who of others) expect(await arrive(ofAccount, who)).toBe("not_found");
    expect(await arrive(ofAccount)).toBe("arrived");
    const ofGuest = await addOnItsWay(sql);
    expect(await arrive(ofGuest)).toBe("arrived");
    const linked = await addOnItsWay(sql);
    const holder = await linkHolder(sql, linked);
    await sql`update tracking_links set revoked_at = now() where order_id = ${linked.id}`;
    expect(await arrive(linked, holder)).toBe("not_found");
    await sql`update tracking_links set revoked_at = null where order_id = ${linked.id}`;
    expect(await arrive(linked, holder)).toBe("arrived");
    expect(await arrive({ ...ofGuest, id: randomUUID() })).toBe("not_found");
  });

  test("records an arrival once for three concurrent clicks, as the customer's event", async () => {
    const order = await addOnItsWay(sql);
    const outcomes = await Promise.all([0, 1, 2].map(() => arrive(order)));
    expect(outcomes.sort()).toEqual(["arrived", "arrived_before", "arrived_before"]);
    expect(await storedOrder(sql, order.id)).toMatchObject({
      submission_status: "delivered",
      fulfillment_status: "complete",
      version: Number(order.version) + 1,
    });
    const delivered = await sql`select type, actor_type, public from order_events
    where order_id = ${order.id} and to_value = 'delivered'`;
    expect([...delivered]).toEqual([{ type: "submission_status", actor_type: "customer", public: true }]);
  });

  test("refuses to confirm the arrival of a batch that isn't on its way", async () => {
    const order = await addOnItsWay(sql, { submission_status: "graded", fulfillment_status: "grading" });
    expect(await arrive(order)).toBe("not_on_its_way");
  });
});

describe("problems", () => {
  const cracked = "One slab is cracked at a corner.";

  async function shownTo(order: StoredOrder) {
    const { p_token_hash } = await linkHolder(sql, order);
    type Tracked = { return_shipment: { can_write: boolean; problem_since: string | null } };
    return (await call<Tracked>(serverClient(), "get_tracked_order", { p_token_hash })).return_shipment;
  }
  const stepsOf = async (order: StoredOrder) =>
    (await eventsOf(sql, order.id)).filter(({ type }) => type === "problem").map(({ to_value: to }) => to);

  test("stores a problem once for three concurrent reports and emails staff", async () => {
    const { id } = await addUser(sql);
    const order = await addOnItsWay(sql, { user_id: id });
    for (const who of [NO_ONE, { ...NO_ONE, p_user_id: randomUUID() }])
      expect(await report(order, cracked, who)).toBe("not_found");
    const outcomes = await Promise.all([0, 1, 2].map(() => report(order, cracked)));
    expect(outcomes).toEqual(["reported", "reported", "reported"]);
    expect(await report(order, "And the box was open.")).toBe("reported");
    expect(await stepsOf(order)).toEqual(["reported", "reported"]);
    expect(await actions.emailsOf(order.id)).toMatchObject([
      { kind: "problem_reported", payload: { body: cracked }, due: true },
      { kind: "problem_reported", payload: { body: "And the box was open." }, due: true },
    ]);
    expect(await shownTo(order)).toMatchObject({ can_write: true, problem_since: expect.any(String) });
    expect(await actions.listed(order.id)).toMatchObject({ blockers: ["problem"] });
  });

  test("refuses a problem report for a batch that wasn't shipped back", async () => {
    const order = await addOnItsWay(sql, { submission_status: "graded" });
    expect(await report(order, cracked)).toBe("problem_not_now");
  });

  test("accepts a problem report for 30 days after delivery", async () => {
    const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const order = await addOnItsWay(sql);
    await arrive(order);
    const later = (days: number) =>
      call<{ outcome: string }>(serverClient(), "report_problem", {
        p_order_id: order.id,
        ...ownerOf(order),
        p_body: cracked,
        p_now: at(days),
      });
    expect(await later(30.01)).toEqual({ outcome: "problem_not_now" });
    expect(await later(29.99)).toEqual({ outcome: "reported" });
  });

  test("lets staff resolve a problem only after they have seen the last message", async () => {
    const order = await addOnItsWay(sql);
    expect(await solve(actions, sql, order)).toEqual({ outcome: "problem_not_open" });
    const { version } = await storedOrder(sql, order.id);
    await report(order, cracked);
    const args = { p_order_id: order.id, p_version: version, p_what: "problem" };
    expect(await actions.write("staff_settle_order", args)).toMatchObject({ outcome: "order_changed" });
    expect(await solve(actions, sql, order)).toMatchObject({ outcome: "settled", order: { blockers: [] } });
    expect(await stepsOf(order)).toEqual(["reported", "solved"]);
    expect(await shownTo(order)).toMatchObject({ problem_since: null });
  });

  test("keeps the link and the photos while a problem is open", async () => {
    const order = await addOnItsWay(sql);
    await arrive(order);
    await report(order, cracked);
    await sql`insert into order_photos (order_id, kind, path, public, stored_at)
    values (${order.id}, 'card', ${randomUUID()}, false, now())`;
    const due = async () => {
      const [row] = await sql<{ due: string | null }[]>`
      select (due_at - now())::text as due from order_photos where order_id = ${order.id}`;
      return row?.due;
    };
    const { p_token_hash } = await linkHolder(sql, order);
    const isShown = async (days: number) =>
      (await call(serverClient(), "get_tracked_order", {
        p_token_hash,
        p_now: new Date(Date.now() + days * 86_400_000).toISOString(),
      })) !== null;
    expect([await due(), await isShown(400)]).toEqual([null, true]);
    await solve(actions, sql, order);
    expect(await due()).toMatch(/^(179|180) days/);
    expect([await isShown(179), await isShown(181)]).toEqual([true, false]);
  });
});
