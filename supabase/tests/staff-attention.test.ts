import { randomUUID } from "node:crypto";
import type { Claim } from "@/lib/orders/claims/claim-link";
import { listClaimableOrders } from "@/lib/orders/claims/data";
import { claimOrder, enqueueClaimLink, unclaimOrder } from "@/lib/orders/claims/mutations";
import { ORDER_VIEWS, SAVED_VIEWS } from "@/lib/staff/orders/list-query";
import { addReceived } from "../../sandbox/builders/grader-shipment";
import { aGuestKey, anEmail, uniqueToken } from "../../sandbox/builders/ids";
import type { OrderColumns } from "../../sandbox/builders/order";
import { Proposals } from "../../sandbox/builders/proposals";
import { addException, addOrder, addUser } from "../../sandbox/builders/rows";
import { StaffActions } from "../../sandbox/builders/staff-actions";
import { call, connect, personClient, serverClient } from "../../sandbox/builders/test-database";
import { outcomeOf } from "./gate-functions";

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

  const received = {
    fulfillment_status: "grading",
    submission_status: "received",
    received_at: new Date(),
    received_count: 10,
  };
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
      { ...received, received_count: 9 },
      (id) => change(id, { refunded_cents: 2_500 }),
    ],
    [
      ["count_differs", "us"],
      { ...received, received_count: 11 },
      (id) => change(id, { fulfillment_status: "complete" }),
    ],
    [
      ["damaged", "us"],
      { ...received, package_condition: "damaged_outside" },
      (id) => change(id, { submission_status: "processing" }),
    ],
  ];
  test.each(cases)("is blocked by %j until that is settled", async (expected, columns, settle) => {
    const { id } = await addOrder(sql, columns);
    expect(await blockersOf(id)).toEqual(expected);
    await settle(id);
    expect(await blockersOf(id)).toEqual([]);
  });

  test("is blocked until its last payment exception is resolved, and raises the version each time", async () => {
    const { id } = await addOrder(sql);
    const version = async () => (await sql`select version from grading_orders where id = ${id}`)[0]?.version;
    const [first, second] = [
      await addException(sql, { order_id: id }),
      await addException(sql, { order_id: id }),
    ];
    expect([await blockersOf(id), await version()]).toEqual([["exception", "us", "money"], 3]);
    await sql`update payment_exceptions set resolved_at = now() where id = ${first}`;
    expect([await blockersOf(id), await version()]).toEqual([["exception", "us", "money"], 4]);
    await sql`update payment_exceptions set resolved_at = now() where id = ${second}`;
    expect([await blockersOf(id), await version()]).toEqual([[], 5]);
  });

  test("moves the blocker with an exception to another order", async () => {
    const [from, to] = [await addOrder(sql), await addOrder(sql)];
    const exception = await addException(sql, { order_id: from.id });
    await sql`update payment_exceptions set order_id = ${to.id} where id = ${exception}`;
    expect([await blockersOf(from.id), await blockersOf(to.id)]).toEqual([[], ["exception", "us", "money"]]);
  });

  test("moves a set-aside order to the customer's view once they were asked", async () => {
    const { id } = await addOrder(sql, { payment_status: "unpaid" });
    await actions.write("staff_set_aside", { p_order_id: id });
    expect(await blockersOf(id)).toEqual(["set_aside", "us"]);
    await actions.write("staff_update_set_aside", { p_order_id: id, p_note: "Asked on Monday" });
    expect(await blockersOf(id)).toEqual(["set_aside_asked", "customer"]);
    await actions.write("staff_update_set_aside", { p_order_id: id, p_is_ended: true });
    expect(await blockersOf(id)).toEqual(["not_paid", "us"]);
  });

  test("waits for the customer about a count until it is decided and done", async () => {
    const { order, proposal } = await proposals.counted(8);
    expect(await blockersOf(order.id)).toEqual(["proposal", "customer"]);
    await proposals.decide(order, proposal, "send_rest");
    expect(await blockersOf(order.id)).toEqual(["proposal", "customer"]);
    await sql`update order_adjustments set status = 'refunded' where id = ${proposal.id}`;
    expect(await blockersOf(order.id)).not.toContain("proposal");
  });

  test.each(["declined", "expired"])(
    "waits for us about an upcharge that is %s until staff settle it",
    async (status) => {
      const { order } = await proposals.counted(10);
      const upcharge = await proposals.upcharge(order);
      expect(await blockersOf(order.id)).toEqual(["proposal", "customer"]);
      if (status === "expired") await proposals.expire(upcharge);
      else await proposals.decide(order, upcharge, "dispute", { p_words: "It is not worth that" });
      expect(await blockersOf(order.id)).toEqual(["upcharge", "us"]);
      await proposals.actions.write("staff_end_adjustment", {
        p_adjustment_id: upcharge.id,
        p_action: "close",
        p_note: "Called them: not charged",
      });
      expect(await blockersOf(order.id)).toEqual([]);
    },
  );

  test("lists the longest waiting order first", async () => {
    const word = uniqueToken();
    const add = async () =>
      (await addOrder(sql, { tracking_number: word, review_reason: "refund_failed" })).id;
    const [first, second] = [await add(), await add()];
    await actions.change(first, { is_reviewed: true });
    await sql`select private.mark_for_review(${first}, 'dispute_lost')`;
    // A replaced reason keeps the wait.
    await sql`select private.mark_for_review(${second}, 'dispute_lost')`;
    const view = { p_search: word, p_view: "waiting_on_us", p_with_counts: false };
    const { orders } = await call<{ orders: { id: string }[] }>(
      personClient(actions.member.accessToken),
      "staff_list_orders",
      view,
    );
    expect(orders.map(({ id }) => id)).toEqual([second, first]);
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

  test("lists paid orders to check in until they are counted, except those set aside", async () => {
    const word = uniqueToken();
    const paid = (columns: OrderColumns = {}) => addOrder(sql, { tracking_number: word, ...columns });
    const awaited = await paid({ paid_at: "2026-11-02T12:00:00Z" });
    const here = await paid({ paid_at: "2026-11-01T12:00:00Z", arrived_at: new Date() });
    await paid({ payment_status: "unpaid" });
    await paid({ payment_status: "canceled", arrived_at: new Date() });
    const byHand = await paid();
    const aside = await addOrder(sql, { tracking_number: word, dispute_status: "needs_response" });
    await actions.write("staff_set_aside", { p_order_id: aside.id });
    await actions.change(byHand.id, { submission_status: "received" });
    const view = { p_search: word, p_view: "to_check_in" };
    expect(await ids(view)).toEqual([here.id, awaited.id, byHand.id]);
    await actions.checkIn(here.id, 10);
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

  test.each<[string, OrderColumns, last: string]>([
    ["arrived on a Friday evening", { arrived_at: "2026-11-07T01:00:00Z" }, "2026-11-10"],
    // Wednesday the 11th is a holiday of the business calendar.
    ["arrived on a Monday", { arrived_at: "2026-11-09T15:00:00Z" }, "2026-11-12"],
    [
      "was reported as delivered",
      { inbound_shipped_at: "2026-11-02T12:00:00Z", inbound_delivered_at: "2026-11-06T12:00:00Z" },
      "2026-11-10",
    ],
    ["was reported as shipped", { inbound_shipped_at: "2026-11-01T12:00:00Z" }, "2026-11-11"],
    [
      "was checked in",
      { submission_status: "grading", received_at: "2026-11-06T15:00:00Z", received_count: 10 },
      "2026-12-01",
    ],
    [
      "was delayed",
      {
        submission_status: "grading",
        received_at: "2026-11-06T15:00:00Z",
        received_count: 10,
        delay_reason: "The grader is slow",
        delayed_until: "2026-12-10",
      },
      "2026-12-10",
    ],
    [
      "is on its way back",
      {
        fulfillment_status: "complete",
        submission_status: "completed",
        sent_back_at: "2026-11-02T15:00:00Z",
      },
      "2026-11-16",
    ],
  ])("is overdue after its last day when it %s", async (_, columns, last) => {
    const word = uniqueToken();
    const { id } = await addOrder(sql, { tracking_number: word, guest_key: aGuestKey(), ...columns });
    const at = (time: string) => ids({ p_search: word, p_view: "overdue", p_now: `${last}T${time}-05:00` });
    expect([await at("23:59:59"), await at("24:00:00")]).toEqual([[], [id]]);
    const rows = (await list({ p_search: word })).orders as unknown as { due_on: string }[];
    expect(rows.map(({ due_on }) => due_on)).toEqual([last]);
  });

  test.each<[string, OrderColumns]>([
    ["is awaited and wasn't shipped", {}],
    ["isn't paid", { payment_status: "unpaid", arrived_at: "2026-11-05T15:00:00Z" }],
    ["has a cancellation request", { cancel_requested_at: new Date(), arrived_at: "2026-11-05T15:00:00Z" }],
    ["was delivered", { fulfillment_status: "complete", submission_status: "delivered" }],
    [
      "was lost on its way back and refunded",
      {
        fulfillment_status: "complete",
        submission_status: "completed",
        sent_back_at: "2026-11-02T15:00:00Z",
        payment_status: "canceled",
        canceled_at: "2026-11-20T15:00:00Z",
      },
    ],
  ])("has no due date when it %s", async (_, columns) => {
    const { id } = await addOrder(sql, { guest_key: aGuestKey(), ...columns });
    expect(await actions.listed(id)).toMatchObject({ due_on: null });
  });

  test("lists the longest waiting order first across pages", async () => {
    const word = uniqueToken();
    const graded = (hour: number, day: number) =>
      addReceived(sql, {
        tracking_number: word,
        submission_status: "graded",
        submitted_at: new Date(Date.UTC(2026, 8, day)),
        arrived_at: new Date(Date.UTC(2026, 9, 1, hour)),
        received_at: new Date(Date.UTC(2026, 9, 1, hour)),
      });
    const [later, first, second] = [await graded(9, 1), await graded(7, 3), await graded(8, 2)];
    const args = { p_search: word, p_view: "to_return", p_limit: 2 };
    const page = await list(args);
    const cursor = { p_cursor_at: page.next_cursor?.at, p_cursor_id: page.next_cursor?.id };
    expect([page.orders.map(({ id }) => id), await ids({ ...args, ...cursor })]).toEqual([
      [first.id, second.id],
      [later.id],
    ]);
  });

  test("has the same views in SQL and on screen", async () => {
    const [row] = await sql`select private.count_staff_views(now()) as views`;
    expect(Object.keys(row?.views).toSorted()).toEqual(SAVED_VIEWS.toSorted());
    for (const view of SAVED_VIEWS) {
      const [{ place } = {}] =
        await sql`select place from private.staff_views(now()) v where v.name = ${view}`;
      expect([view, ORDER_VIEWS[view].place]).toEqual([view, place]);
    }
  });
});

describe("claims", () => {
  const sql = connect();
  const server = serverClient();

  const aKey = () => randomUUID().replaceAll("-", "").repeat(2);
  const aGuestOrder = async (
    changed: { guest_key?: string; guest_email?: null; payment_status?: string } = {},
  ) => {
    const columns = { guest_email: anEmail(), guest_key: aKey(), ...changed };
    return { ...(await addOrder(sql, columns)), ...columns };
  };
  const claim = (orderId: string, userId: string, timesLinked = 0) =>
    claimOrder({ orderId, timesLinked }, userId);
  /** Undoes the first claim, with the token after that of `generation`. */
  const unclaim = (orderId: string, userId: string, generation: number | null = 1) =>
    unclaimOrder({ orderId, timesLinked: 1 }, userId, { generation, tokenHash: aKey() });
  const addTrackingLink = async (orderId: string) => {
    await sql`insert into tracking_links (order_id, token_hash) values (${orderId}, ${aKey()})`;
  };
  const request = enqueueClaimLink;
  const list = (
    userId: string,
    { key = null, claim: opened = null }: { key?: string | null; claim?: Claim | null },
  ) => listClaimableOrders(userId, key, opened);
  const ownerOf = async (id: string) =>
    (await sql`select user_id, user_email from grading_orders where id = ${id}`)[0];
  const emailsOf = (id: string) =>
    sql<{ kind: string; payload: object }[]>`
    select kind, payload from outbox where payload ->> 'order_id' = ${id} order by id`;

  test("claims an order once and notifies the address that paid", async () => {
    const order = await aGuestOrder();
    const [user, other] = [await addUser(sql), await addUser(sql)];
    expect(await claim(order.id, user.id)).toMatchObject({ outcome: "claimed" });
    expect(await claim(order.id, user.id)).toMatchObject({ outcome: "claimed" });
    expect(await outcomeOf(claim(order.id, other.id))).toBe("claim_refused");
    expect(await ownerOf(order.id)).toEqual({ user_id: user.id, user_email: user.email });
    expect(await emailsOf(order.id)).toMatchObject([
      { kind: "batch_claimed", payload: { to: order.guest_email, account: user.email, user_id: user.id } },
    ]);
  });

  test.each([
    ["isn't paid", { payment_status: "unpaid" }],
    ["was refunded", { payment_status: "canceled" }],
    ["belongs to an erased person", { guest_email: null }],
  ])("refuses a claim of an order that %s", async (_, changed) => {
    const order = await aGuestOrder(changed);
    const user = await addUser(sql);
    expect(await outcomeOf(claim(order.id, user.id))).toBe("claim_refused");
    expect(await ownerOf(order.id)).toMatchObject({ user_id: null });
  });

  test("refuses a claim of an order that doesn't exist", async () => {
    expect(await outcomeOf(claim(randomUUID(), (await addUser(sql)).id))).toBe("claim_refused");
  });

  test("gives an order to one of twenty accounts that claim it at once", async () => {
    const order = await aGuestOrder();
    const users = await Promise.all(Array.from({ length: 20 }, () => addUser(sql)));
    const outcomes = await Promise.all(users.map(({ id }) => outcomeOf(claim(order.id, id))));
    expect(outcomes.filter((outcome) => outcome === "claimed")).toHaveLength(1);
    expect(await emailsOf(order.id)).toHaveLength(1);
  });

  test("unclaims an order for the address that paid, without reviving the used link", async () => {
    const order = await aGuestOrder();
    await addTrackingLink(order.id);
    const [thief, owner] = [await addUser(sql), await addUser(sql)];
    await claim(order.id, thief.id);
    expect(await unclaim(order.id, thief.id, null)).toEqual({ outcome: "link_needed", generation: 1 });
    expect(await outcomeOf(unclaim(order.id, owner.id))).toBe("claim_refused");
    expect(await unclaim(order.id, thief.id)).toEqual({ outcome: "removed" });
    expect(await outcomeOf(unclaim(order.id, thief.id))).toBe("claim_refused");
    expect(await ownerOf(order.id)).toEqual({ user_id: null, user_email: null });
    expect(await outcomeOf(claim(order.id, thief.id))).toBe("claim_refused");
    expect(await claim(order.id, owner.id, 2)).toMatchObject({ outcome: "claimed" });
    const [link] = await sql`select generation, revoked_at from tracking_links where order_id = ${order.id}`;
    expect(link).toEqual({ generation: 2, revoked_at: null });
    expect((await emailsOf(order.id)).map(({ kind }) => kind)).toEqual([
      "batch_claimed",
      "tracking_link",
      "batch_claimed",
    ]);
  });

  test("restores the return address that the account changed", async () => {
    const order = await aGuestOrder();
    const user = await addUser(sql);
    await claim(order.id, user.id);
    const [paid, second, third] = [{ city: "Austin" }, { city: "Elsewhere" }, { city: "Farther" }];
    await sql`update grading_orders set return_address = ${sql.json(paid)} where id = ${order.id}`;
    for (const p_address of [second, third]) {
      const args = { p_order_id: order.id, p_user_id: user.id, p_address, p_is_proven: true };
      expect(await call(server, "change_return_address", args)).toEqual({ outcome: "changed" });
    }
    expect(await unclaim(order.id, user.id, null)).toEqual({ outcome: "removed" });
    const [row] = await sql`select return_address from grading_orders where id = ${order.id}`;
    expect(row?.return_address).toEqual(paid);
  });

  test("doesn't unclaim an order that was linked by its own address", async () => {
    const order = await aGuestOrder();
    const user = await addUser(sql, { email: order.guest_email ?? "" });
    expect(await call(server, "link_guest_orders", { p_user_id: user.id })).toBe(1);
    expect(await outcomeOf(unclaimOrder({ orderId: order.id, timesLinked: 0 }, user.id))).toBe(
      "claim_refused",
    );
  });

  test("emails the link once an hour, and only for the browser that paid", async () => {
    const order = await aGuestOrder();
    const user = await addUser(sql);
    expect(await outcomeOf(request(order.id, user.id, aKey()))).toBe("not_found");
    expect(await request(order.id, user.id, order.guest_key)).toEqual({
      outcome: "queued",
      email: order.guest_email,
    });
    await request(order.id, user.id, order.guest_key);
    expect(await emailsOf(order.id)).toMatchObject([
      { kind: "claim_link", payload: { account: user.email, times_linked: 0 } },
    ]);
  });

  test("lists only the orders of this browser and of the link", async () => {
    const [mine, linked, strangers] = [await aGuestOrder(), await aGuestOrder(), await aGuestOrder()];
    const unpaid = await aGuestOrder({ guest_key: mine.guest_key, payment_status: "unpaid" });
    const user = await addUser(sql);
    const opened = { key: mine.guest_key, claim: { orderId: linked.id, timesLinked: 0 } };
    const { orders } = await list(user.id, opened);
    expect(orders).toMatchObject([
      { id: linked.id, has_link: true },
      { id: mine.id, has_link: false },
    ]);
    expect(orders.map(({ id }) => id)).not.toContain(unpaid.id);
    expect(orders.map(({ id }) => id)).not.toContain(strangers.id);
    await claim(linked.id, user.id);
    expect(await list(user.id, opened)).toMatchObject({
      own_batch: linked.batch_id,
      orders: [{ id: mine.id }],
    });
    expect((await list(user.id, { claim: { orderId: strangers.id, timesLinked: 1 } })).orders).toEqual([]);
  });

  test("offers the order of the link first among many of this browser", async () => {
    const oldest = await aGuestOrder();
    for (let n = 0; n < 5; n++) await aGuestOrder({ guest_key: oldest.guest_key });
    const opened = { key: oldest.guest_key, claim: { orderId: oldest.id, timesLinked: 0 } };
    const { orders } = await list((await addUser(sql)).id, opened);
    expect(orders).toHaveLength(5);
    expect(orders[0]).toMatchObject({ id: oldest.id, has_link: true });
  });

  test("recognizes an order that was paid for with the account's own address", async () => {
    const order = await aGuestOrder();
    const [own, other] = [await addUser(sql, { email: order.guest_email ?? "" }), await addUser(sql)];
    const here = { key: order.guest_key };
    expect((await list(own.id, here)).orders).toMatchObject([{ is_own: true }]);
    expect((await list(other.id, here)).orders).toMatchObject([{ is_own: false }]);
  });

  test("links an order of the browser that logs in before a password is chosen by email", async () => {
    const order = await aGuestOrder();
    const user = await addUser(sql, { email: order.guest_email ?? "", chosePassword: false });
    const link = (args: object) => call<number>(server, "link_guest_orders", { p_user_id: user.id, ...args });
    expect(await link({})).toBe(0);
    expect(await link({ p_guest_key: aKey() })).toBe(0);
    // Someone else may know the password of an account that moved to this address.
    await sql`insert into password_choices (user_id, is_unproven) values (${user.id}, true)`;
    expect(await link({ p_guest_key: order.guest_key })).toBe(0);
    await sql`delete from password_choices where user_id = ${user.id}`;
    expect(await link({ p_guest_key: order.guest_key })).toBe(1);
  });
});
