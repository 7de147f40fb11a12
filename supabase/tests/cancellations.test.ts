import { randomUUID } from "node:crypto";
import { addReceived } from "../../sandbox/builders/grader-shipment";
import { aGuestKey, aHash, anEmail, uniqueToken } from "../../sandbox/builders/ids";
import {
  addOrder,
  addStaff,
  addUser,
  eventsOf,
  type StoredOrder,
  storedOrder,
} from "../../sandbox/builders/rows";
import { payOrder } from "../../sandbox/builders/sql-functions";
import { StaffActions } from "../../sandbox/builders/staff-actions";
import { call, connect, serverClient, tally } from "../../sandbox/builders/test-database";

const sql = connect();
const server = serverClient();

let staff: { id: string };
beforeAll(async () => {
  staff = await addUser(sql);
  await addStaff(sql, staff.id);
});

type Args = Record<string, unknown>;
type Answer = {
  outcome: string;
  is_first?: boolean;
  action_id?: string;
  order?: { version: number };
};
const guests = (columns: Args = {}) =>
  addOrder(sql, { guest_key: aGuestKey(), guest_email: anEmail(), ...columns });
const ask = (name: string, order: StoredOrder, changes: Args = {}) =>
  call<Answer>(server, name, {
    p_order_id: order.id,
    p_user_id: null,
    p_guest_key: order.guest_key,
    p_token_hash: null,
    ...changes,
  });
const cancel = (order: StoredOrder, changes: Args = {}) =>
  ask("begin_cancellation", order, { p_amount_cents: 25_000, ...changes });
const withdraw = (order: StoredOrder, changes: Args = {}) => ask("withdraw_cancellation", order, changes);
const decline = (order: StoredOrder, version: number) =>
  call<Answer>(server, "staff_decline_cancellation", {
    p_actor: staff.id,
    p_order_id: order.id,
    p_version: version,
    p_words: "It is with the grader.",
  });
const checkIn = ({ id }: StoredOrder, version: number) => {
  const args = { p_actor: staff.id, p_order_id: id, p_version: version, p_count: 10, p_condition: "ok" };
  return call<Answer>(server, "staff_check_in", args);
};
const requestsOf = ({ id }: StoredOrder) =>
  sql`select id, amount_cents, status, attempt, requested_by from refund_requests where order_id = ${id}`;
async function factsOf({ id }: StoredOrder) {
  const [row] = await sql`select private.cancel_facts(o) as facts from grading_orders o where o.id = ${id}`;
  return row?.facts;
}
const eventTypesOf = async ({ id }: StoredOrder) =>
  (await eventsOf(sql, id)).map(({ type }) => type).filter((type) => type.startsWith("cancel"));
const kindsOf = async ({ id }: StoredOrder) =>
  (await sql`select kind from outbox where payload ->> 'order_id' = ${id}`).map(({ kind }) => kind);
/** Gives the order a tracking link with a new token. */
async function linkTo({ id }: StoredOrder) {
  const p_token_hash = aHash();
  await sql`insert into tracking_links (order_id, token_hash) values (${id}, ${p_token_hash})
    on conflict (order_id) do update set token_hash = excluded.token_hash`;
  return { p_token_hash };
}
const SHIPPED = { inbound_shipped_at: "2026-11-20T12:00:00Z" };

test("starts one refund for six concurrent calls and raises the version", async () => {
  const order = await guests();
  expect(await factsOf(order)).toMatchObject({ cancel_mode: "by_itself" });
  const answers = await Promise.all(Array.from({ length: 6 }, () => cancel(order)));
  expect(tally(answers.map(({ outcome }) => outcome))).toEqual({ started: 1, in_progress: 5 });
  expect(await requestsOf(order)).toEqual([
    { id: order.id, amount_cents: 25_000, status: "started", attempt: 1, requested_by: null },
  ]);
  expect(await eventTypesOf(order)).toEqual(["cancel_asked"]);
  expect((await storedOrder(sql, order.id)).version).toBeGreaterThan(order.version);
  expect((await withdraw(order)).outcome).toBe("cancel_in_progress");
});

test("resumes an interrupted refund, with a new attempt after a failure", async () => {
  const order = await guests();
  await cancel(order);
  await sql`update refund_requests set updated_at = now() - interval '2 minutes' where id = ${order.id}`;
  expect(await cancel(order)).toMatchObject({ outcome: "started", is_first: false });
  await sql`update refund_requests set status = 'failed' where id = ${order.id}`;
  expect(await cancel(order)).toMatchObject({ outcome: "started", is_first: false });
  expect(await requestsOf(order)).toMatchObject([{ status: "started", attempt: 2 }]);
});

test("refuses an amount that differs from the page's", async () => {
  const order = await guests({ refunded_cents: 5_000 });
  expect(await cancel(order)).toEqual({ outcome: "cancel_changed" });
  expect(await cancel(order, { p_amount_cents: 20_000 })).toMatchObject({ outcome: "started" });
});

test.each<[string, Args, string]>([
  ["canceled", { payment_status: "canceled" }, "canceled_before"],
  ["unpaid", { payment_status: "unpaid", paid_at: null }, "cancel_not_paid"],
  ["here", { arrived_at: new Date() }, "cancel_arrived"],
])("refunds nothing when the order is %s", async (_, columns, outcome) => {
  const order = await guests(columns);
  expect(await cancel(order)).toEqual({ outcome });
  expect(await requestsOf(order)).toEqual([]);
});

test.each<[string, Args]>([
  ["shipped", SHIPPED],
  ["not paid by card", { stripe_payment_intent_id: null }],
  ["disputed", { dispute_status: "needs_response" }],
  ["refunded in full already", { refunded_cents: 25_000 }],
])("requests, withdraws and requests again when the batch is %s", async (_, columns) => {
  const order = await guests(columns);
  expect(await factsOf(order)).toMatchObject({ cancel_mode: "by_staff" });
  const outcomes = [];
  for (const step of [cancel, cancel, withdraw, withdraw, cancel]) outcomes.push((await step(order)).outcome);
  expect(outcomes).toEqual(["asked", "asked_before", "withdrawn", "not_asked", "asked"]);
  expect(await requestsOf(order)).toEqual([]);
  expect(await eventTypesOf(order)).toEqual(["cancel_asked", "cancel_withdrawn", "cancel_asked"]);
});

test("emails a declined request once, and drops the email on undo", async () => {
  const order = await guests(SHIPPED);
  await cancel(order);
  const { version } = await storedOrder(sql, order.id);
  const declined = await decline(order, Number(version));
  expect(declined.outcome).toBe("declined");
  expect(await kindsOf(order)).toEqual(["cancel_declined"]);
  const undo = { p_actor: staff.id, p_action_id: declined.action_id };
  expect(await call(server, "staff_undo", undo)).toMatchObject({ results: [{ outcome: "undone" }] });
  expect(await kindsOf(order)).toEqual([]);
  expect((await storedOrder(sql, order.id)).cancel_requested_at).not.toBeNull();
});

test("blocks check-in until the request is decided", async () => {
  const order = await guests(SHIPPED);
  await cancel(order);
  const { version } = await storedOrder(sql, order.id);
  expect((await checkIn(order, Number(version))).outcome).toBe("cancel_undecided");
  const declined = await decline(order, Number(version));
  expect((await checkIn(order, Number(declined.order?.version))).outcome).toBe("received");
});

test("lets only the account cancel its order, not the tracking link", async () => {
  const user = await addUser(sql);
  const order = await addOrder(sql, { user_id: user.id });
  for (const who of [{}, await linkTo(order), { p_user_id: randomUUID() }])
    for (const step of [cancel, withdraw]) expect(await step(order, who)).toEqual({ outcome: "not_found" });
  expect((await cancel(order, { p_user_id: user.id })).outcome).toBe("started");
});

test("lets the guest's browser and tracking link cancel a guest order", async () => {
  const order = await guests(SHIPPED);
  const link = await linkTo(order);
  expect((await cancel(order, { p_guest_key: aGuestKey() })).outcome).toBe("not_found");
  expect((await cancel(order, { p_guest_key: null, ...link })).outcome).toBe("asked");
  expect((await withdraw(order)).outcome).toBe("withdrawn");
});

test("cancels or checks in, never both, in concurrent calls", async () => {
  for (let round = 0; round < 12; round++) {
    const order = await guests();
    const [canceled, checked] = await Promise.all([cancel(order), checkIn(order, Number(order.version))]);
    const isRefunded = (await requestsOf(order)).length === 1;
    const { received_count: count } = await storedOrder(sql, order.id);
    expect(isRefunded).toBe(count === null);
    expect([canceled.outcome, checked.outcome]).toEqual(
      isRefunded ? ["started", "order_changed"] : ["cancel_arrived", "received"],
    );
  }
});

test("makes one refund when a customer cancels and staff refund", async () => {
  const owner = await addUser(sql);
  await addStaff(sql, owner.id, "owner");
  for (let round = 0; round < 12; round++) {
    const order = await guests();
    const [canceled, refunded] = await Promise.all([
      cancel(order),
      call<Answer>(server, "staff_begin_refund", {
        p_actor: owner.id,
        p_request_id: randomUUID(),
        p_order_id: order.id,
        p_amount_cents: 25_000,
        p_refunded_cents: 0,
        p_reason: "Asked by telephone",
        p_alert_cents: 100_000_000,
      }),
    ]);
    expect([
      ["started", "refund_in_progress"],
      ["in_progress", "started"],
    ]).toContainEqual([canceled.outcome, refunded.outcome]);
    expect(await requestsOf(order)).toHaveLength(1);
  }
});

test("returns refunding during a refund, and by_itself after a failure", async () => {
  const order = await guests();
  await cancel(order);
  expect(await factsOf(order)).toMatchObject({ cancel_mode: "refunding" });
  expect((await withdraw(order)).outcome).toBe("cancel_in_progress");
  await sql`update refund_requests set status = 'failed' where id = ${order.id}`;
  expect(await factsOf(order)).toMatchObject({ cancel_mode: "by_itself" });
  expect((await withdraw(order)).outcome).toBe("withdrawn");
});

test("leaves a batch with paid extra cards to staff", async () => {
  const order = await guests();
  const extra = { order_id: order.id, kind: "extra", qty: 1, unit_cents: 2_500, amount_cents: 2_500 };
  const paid = { status: "paid", paid_cents: 2_500, paid_at: new Date(), deadline_at: new Date() };
  await sql`insert into order_adjustments ${sql({ ...extra, ...paid })}`;
  expect(await factsOf(order)).toMatchObject({ cancel_mode: "by_staff" });
});

test("returns the state of the refund: started, failed, made or none", async () => {
  const order = await guests();
  expect(await factsOf(order)).toMatchObject({ cancel_refund: null });
  await cancel(order);
  expect(await factsOf(order)).toMatchObject({ cancel_refund: { state: "started", cents: 25_000 } });
  await sql`update refund_requests set status = 'failed' where id = ${order.id}`;
  expect(await factsOf(order)).toMatchObject({ cancel_refund: { state: "failed", cents: 25_000 } });
  await sql`update refund_requests set status = 'done' where id = ${order.id}`;
  await sql`update grading_orders set payment_status = 'canceled', refunded_cents = 25000 where id = ${order.id}`;
  expect(await factsOf(order)).toMatchObject({ cancel_refund: { state: "made", cents: 25_000 } });
  await sql`update grading_orders set payment_status = 'paid', refunded_cents = 0 where id = ${order.id}`;
  expect(await factsOf(order)).toMatchObject({ cancel_refund: { state: "failed" } });
});

test.each([
  ["no account", null],
  ["an account", "account"],
])("shows the refunded sum by tracking link for an order in %s only", async (_, account) => {
  const user = account ? await addUser(sql) : null;
  const order = await payOrder(user?.id ?? null);
  const [paid] = await sql`update grading_orders set payment_status = 'canceled',
  refunded_cents = total_paid * 100 where id = ${order.id} returning refunded_cents as cents`;
  const [link] = await sql`select token_hash from tracking_links where order_id = ${order.id}`;
  const tracked = await call(serverClient(), "get_tracked_order", { p_token_hash: link?.token_hash });
  expect(tracked).toMatchObject({ cancel_refund: { state: "made", cents: account ? null : paid?.cents } });
});

test("returns no details of another person's order", async () => {
  const { id } = await addOrder(sql);
  expect(await sql`select private.my_order_details(${id}) as details`).toEqual([{ details: null }]);
});

describe("emails of changed orders", () => {
  let actions: StaffActions;
  beforeAll(async () => {
    actions = await StaffActions.begin(sql);
  });

  const kindsOf = async (id: string) => (await actions.emailsOf(id)).map(({ kind }) => kind);
  const send = (id: string) =>
    sql`update outbox set sent_at = now() where payload ->> 'order_id' = ${id} and sent_at is null`;

  test("drops unsent emails of an order that is canceled", async () => {
    const { id } = await addOrder(sql);
    await actions.checkIn(id, 10);
    expect(await kindsOf(id)).toEqual(["check_in_receipt"]);
    await sql`update grading_orders set payment_status = 'canceled' where id = ${id}`;
    expect(await kindsOf(id)).toEqual([]);
  });

  const home = { submission_status: "completed" };

  test("queues a return email without a number, and again with one", async () => {
    const { id } = await addReceived(sql, { submission_status: "graded" });
    expect(await actions.change(id, home)).toMatchObject({
      outcome: "reason_for_odd",
      warnings: ["no_tracking"],
    });
    await actions.change(id, home, "Handed over");
    expect(await actions.emailsOf(id)).toMatchObject([
      { kind: "order_returned", payload: { facts: { number: null } } },
    ]);
    await send(id);
    const number = uniqueToken();
    const { action_id } = await actions.change(id, { tracking_number: number });
    expect((await actions.emailsOf(id)).slice(1)).toMatchObject([{ payload: { facts: { number } } }]);
    await actions.undo(action_id);
    expect(await kindsOf(id)).toEqual(["order_returned"]);
  });
});
