import { ORDER_VIEWS, SAVED_VIEWS } from "@/lib/staff/orders/list-query";
import { aGuestKey, uniqueToken } from "../../sandbox/builders/ids";
import type { OrderColumns } from "../../sandbox/builders/order";
import { Proposals } from "../../sandbox/builders/proposals";
import { addException, addOrder } from "../../sandbox/builders/rows";
import { StaffActions } from "../../sandbox/builders/staff-actions";
import { call, connect, personClient } from "../../sandbox/builders/test-database";

describe("order blockers", () => {
  const sql = connect();
  let actions: StaffActions;
  let proposals: Proposals;
  beforeAll(async () => {
    actions = await StaffActions.begin(sql);
    proposals = await Proposals.begin(sql);
  });
  afterEach(() => proposals.leaveNothing());

  /** Returns the blockers of an order and the views that list it. */
  async function blockersOf(id: string): Promise<string[]> {
    const row = await actions.listed(id);
    const [us, customer, money] = [
      await actions.listed(id, "waiting_on_us"),
      await actions.listed(id, "waiting_on_customer"),
      await actions.listed(id, "money_to_review"),
    ];
    const names = row?.blockers as string[];
    const views = [us && "us", customer && "customer", money && "money"].filter(Boolean);
    expect(row?.waiting_since === null).toBe(names.length === 0);
    return [...names, ...(views as string[])];
  }

  const arrived = { arrived_at: new Date() };
  const change = (id: string, columns: OrderColumns) =>
    sql`update grading_orders set ${sql(columns)} where id = ${id}`;

  const received = { fulfillment_status: "grading", received_at: new Date(), received_count: 10 };
  const cases: [string[], Parameters<typeof addOrder>[1], (id: string) => PromiseLike<unknown>][] = [
    [
      ["dispute", "us", "money"],
      { dispute_status: "under_review" },
      (id) => sql`update order_admin set dispute_status = 'won' where order_id = ${id}`,
    ],
    [
      ["review", "us", "money"],
      { review_reason: "refund_failed" },
      (id) => actions.change(id, { is_reviewed: true }),
    ],
    [
      ["cancel_request", "us"],
      { cancel_requested_at: new Date() },
      (id) => sql`update grading_orders set cancel_requested_at = null where id = ${id}`,
    ],
    [
      ["not_paid", "us"],
      { payment_status: "failed", ...arrived },
      (id) => change(id, { payment_status: "canceled" }),
    ],
    [
      ["count_differs", "us"],
      { ...received, submission_status: "received", received_count: 9 },
      (id) => change(id, { refunded_cents: 2_500 }),
    ],
    [
      ["damaged", "us"],
      { ...received, submission_status: "received", package_condition: "damaged_outside" },
      (id) => change(id, { submission_status: "processing" }),
    ],
  ];
  test.each(cases)("is blocked by %j until that is resolved", async (expected, columns, settle) => {
    const { id } = await addOrder(sql, columns);
    expect(await blockersOf(id)).toEqual(expected);
    await settle(id);
    expect(await blockersOf(id)).toEqual([]);
  });

  test("is blocked until its last payment exception is resolved", async () => {
    const { id } = await addOrder(sql);
    const settle = (exception: number) =>
      sql`update payment_exceptions set resolved_at = now() where id = ${exception}`;
    const first = await addException(sql, { order_id: id });
    const second = await addException(sql, { order_id: id });
    await settle(first);
    expect(await blockersOf(id)).toEqual(["exception", "us", "money"]);
    await settle(second);
    expect(await blockersOf(id)).toEqual([]);
  });

  test("waits for the customer instead of us once staff have asked about a set-aside order", async () => {
    const { id } = await addOrder(sql, { payment_status: "unpaid" });
    await actions.write("staff_set_aside", { p_order_id: id });
    expect(await blockersOf(id)).toEqual(["set_aside", "us"]);
    await actions.write("staff_update_set_aside", { p_order_id: id, p_note: "Asked on Monday" });
    expect(await blockersOf(id)).toEqual(["set_aside_asked", "customer"]);
    await actions.write("staff_update_set_aside", { p_order_id: id, p_is_ended: true });
    expect(await blockersOf(id)).toEqual(["not_paid", "us"]);
  });

  test("waits for the customer about a count until their choice is carried out", async () => {
    const { order, proposal } = await proposals.counted(8);
    expect(await blockersOf(order.id)).toEqual(["proposal", "customer"]);
    await proposals.decide(order, proposal, "send_rest");
    expect(await blockersOf(order.id)).toEqual(["proposal", "customer"]);
    await sql`update order_adjustments set status = 'refunded' where id = ${proposal.id}`;
    expect(await blockersOf(order.id)).not.toContain("proposal");
  });

  test("waits for us about a declined upcharge until staff settle it", async () => {
    const { order } = await proposals.counted(10);
    const upcharge = await proposals.upcharge(order);
    expect(await blockersOf(order.id)).toEqual(["proposal", "customer"]);
    await proposals.decide(order, upcharge, "dispute", { p_words: "It is not worth that" });
    expect(await blockersOf(order.id)).toEqual(["upcharge", "us"]);
    const settled = { p_adjustment_id: upcharge.id, p_action: "close", p_note: "Called them: not charged" };
    await proposals.actions.write("staff_end_adjustment", settled);
    expect(await blockersOf(order.id)).toEqual([]);
  });
});

describe("order views", () => {
  const sql = connect();
  let actions: StaffActions;
  beforeAll(async () => {
    actions = await StaffActions.begin(sql);
  });

  const isIn = async (view: string, { id }: { id: string }) => (await actions.listed(id, view)) !== undefined;
  const list = (args: Record<string, unknown>) =>
    call<{ orders: { id: string }[]; next_cursor: { at: string; id: string } | null }>(
      personClient(actions.member.accessToken),
      "staff_list_orders",
      { p_with_counts: false, ...args },
    );
  const ids = async (args: Record<string, unknown>) => (await list(args)).orders.map(({ id }) => id);

  test("lists paid orders to check in until they are counted, except set-aside orders", async () => {
    const word = uniqueToken();
    const paid = (columns: OrderColumns = {}) => addOrder(sql, { tracking_number: word, ...columns });
    const awaited = await paid({ paid_at: "2026-11-02T12:00:00Z" });
    const arrived = await paid({ paid_at: "2026-11-01T12:00:00Z", arrived_at: new Date() });
    await paid({ payment_status: "unpaid" });
    await paid({ payment_status: "canceled", arrived_at: new Date() });
    const byHand = await paid();
    const aside = await addOrder(sql, { tracking_number: word, dispute_status: "needs_response" });
    await actions.write("staff_set_aside", { p_order_id: aside.id });
    await actions.change(byHand.id, { submission_status: "received" });
    const view = { p_search: word, p_view: "to_check_in" };
    expect(await ids(view)).toEqual([arrived.id, awaited.id, byHand.id]);
    await actions.checkIn(arrived.id, 10);
    await actions.write("staff_update_set_aside", { p_order_id: aside.id, p_is_ended: true });
    expect(await ids(view)).toEqual([awaited.id, byHand.id, aside.id]);
  });

  test("lists an order to return only once the customer has decided about extra cards", async () => {
    const proposals = await Proposals.begin(sql);
    const { order, proposal } = await proposals.counted(12);
    await sql`update grading_orders set submission_status = 'graded' where id = ${order.id}`;
    expect(await isIn("to_return", order)).toBe(false);
    await proposals.decide(order, proposal, "return");
    expect(await isIn("to_return", order)).toBe(true);
    await proposals.leaveNothing();
  });

  const here = { submission_status: "grading", received_at: "2026-11-06T15:00:00Z", received_count: 10 };
  const delay = { delay_reason: "The grader is slow", delayed_until: "2026-12-10" };
  const back = { fulfillment_status: "complete", submission_status: "completed" };
  test.each<[string, OrderColumns, last: string]>([
    // Wednesday the 11th (Veterans Day) is a holiday in the business calendar.
    ["arrived on a Monday", { arrived_at: "2026-11-09T15:00:00Z" }, "2026-11-12"],
    [
      "was reported as delivered",
      { inbound_shipped_at: "2026-11-02T12:00:00Z", inbound_delivered_at: "2026-11-06T12:00:00Z" },
      "2026-11-10",
    ],
    ["was reported as shipped", { inbound_shipped_at: "2026-11-01T12:00:00Z" }, "2026-11-11"],
    ["was checked in", here, "2026-12-01"],
    ["was delayed", { ...here, ...delay }, "2026-12-10"],
    ["is on its way back", { ...back, sent_back_at: "2026-11-02T15:00:00Z" }, "2026-11-16"],
  ])("is overdue after its last day if it %s", async (_, columns, last) => {
    const word = uniqueToken();
    const { id } = await addOrder(sql, { tracking_number: word, guest_key: aGuestKey(), ...columns });
    const at = (time: string) => ids({ p_search: word, p_view: "overdue", p_now: `${last}T${time}-05:00` });
    expect([await at("23:59:59"), await at("24:00:00")]).toEqual([[], [id]]);
    const rows = (await list({ p_search: word })).orders as unknown as { due_on: string }[];
    expect(rows.map(({ due_on }) => due_on)).toEqual([last]);
  });

  test.each<[string, OrderColumns]>([
    ["isn't paid", { payment_status: "unpaid", arrived_at: "2026-11-05T15:00:00Z" }],
    ["has a cancellation request", { cancel_requested_at: new Date(), arrived_at: "2026-11-05T15:00:00Z" }],
  ])("has no due date if it %s", async (_, columns) => {
    const { id } = await addOrder(sql, { guest_key: aGuestKey(), ...columns });
    expect(await actions.listed(id)).toMatchObject({ due_on: null });
  });

  test("defines the same views in SQL and on screen", async () => {
    const [row] = await sql`select private.count_staff_views(now()) as views`;
    expect(Object.keys(row?.views).toSorted()).toEqual(SAVED_VIEWS.toSorted());
    for (const view of SAVED_VIEWS) {
      const [{ place } = {}] =
        await sql`select place from private.staff_views(now()) v where v.name = ${view}`;
      expect([view, ORDER_VIEWS[view].place]).toEqual([view, place]);
    }
  });
});
