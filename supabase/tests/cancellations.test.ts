import { randomUUID } from "node:crypto";
import { aGuestKey, aHash, anEmail } from "../../sandbox/builders/ids";
import {
  addOrder,
  addStaff,
  addStuckRefund,
  addUser,
  eventsOf,
  type StoredOrder,
  storedOrder,
} from "../../sandbox/builders/rows";
import { call, connect, serverClient, tally } from "../../sandbox/builders/test-database";

const sql = connect(12);
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
  left_cents?: number;
  act_id?: string;
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
const checkIn = (order: StoredOrder, version: number) =>
  call<Answer>(server, "staff_check_in", {
    p_actor: staff.id,
    p_order_id: order.id,
    p_version: version,
    p_count: 10,
    p_condition: "ok",
  });
const requestsOf = ({ id }: StoredOrder) =>
  sql`select id, amount_cents, status, attempt, requested_by from refund_requests where order_id = ${id}`;
const toldOf = async ({ id }: StoredOrder) =>
  (await eventsOf(sql, id)).map(({ type }) => type).filter((type) => type.startsWith("cancel"));
const mailsOf = ({ id }: StoredOrder) =>
  sql`select kind from outbox where payload ->> 'order_id' = ${id} and kind = 'cancel_declined'`;
const SHIPPED = { inbound_shipped_at: "2026-11-20T12:00:00Z" };

describe("what was not shipped", () => {
  test("is refunded, written down once however many tabs press, and staff's form of it is told", async () => {
    const order = await guests();
    const answers = await Promise.all(Array.from({ length: 6 }, () => cancel(order)));
    expect(tally(answers.map(({ outcome }) => outcome))).toEqual({ started: 1, under_way: 5 });
    expect(await requestsOf(order)).toEqual([
      { id: order.id, amount_cents: 25_000, status: "started", attempt: 1, requested_by: null },
    ]);
    expect(await toldOf(order)).toEqual(["cancel_asked"]);
    expect((await storedOrder(sql, order.id)).version).toBeGreaterThan(order.version);
    expect((await withdraw(order)).outcome).toBe("under_way");
  });

  test("is no refund of staff of which the owners are told", async () => {
    const owner = await addUser(sql);
    await addStaff(sql, owner.id, "owner");
    const order = await guests();
    await cancel(order);
    const finished = {
      p_request_id: order.id,
      p_attempt: 1,
      p_stripe_refund_id: `re_${order.id}`,
      p_failure: null,
    };
    expect(await call(server, "staff_finish_refund", { ...finished, p_alert_cents: 100 })).toEqual({
      outcome: "done",
    });
    const alerts =
      await sql`select 1 from outbox where kind = 'refund_alert' and payload ->> 'order_id' = ${order.id}`;
    expect(alerts).toHaveLength(0);
  });

  test("goes on where it broke off, under a new attempt when it failed", async () => {
    const order = await guests();
    await cancel(order);
    await sql`update refund_requests set updated_at = now() - interval '2 minutes' where id = ${order.id}`;
    expect(await cancel(order)).toMatchObject({ outcome: "started", is_first: false });
    await sql`update refund_requests set status = 'failed' where id = ${order.id}`;
    expect(await cancel(order)).toMatchObject({ outcome: "started", is_first: false });
    expect(await requestsOf(order)).toMatchObject([{ status: "started", attempt: 2 }]);
  });

  test("of another amount than the page named is not", async () => {
    const order = await guests({ refunded_cents: 5_000 });
    expect(await cancel(order)).toEqual({ outcome: "changed", left_cents: 20_000 });
    expect(await cancel(order, { p_amount_cents: 20_000 })).toMatchObject({ outcome: "started" });
  });

  test.each<[string, Args, string]>([
    ["canceled", { payment_status: "canceled" }, "canceled_before"],
    ["unpaid", { payment_status: "unpaid", paid_at: null }, "not_paid"],
    ["here", { arrived_at: new Date() }, "arrived"],
  ])("an order that is %s is left as it is", async (_, columns, outcome) => {
    const order = await guests(columns);
    expect(await cancel(order)).toEqual({ outcome });
    expect(await requestsOf(order)).toEqual([]);
  });
});

describe("a request", () => {
  test.each<[string, Args]>([
    ["shipped", SHIPPED],
    ["not paid by card", { stripe_payment_intent_id: null }],
    ["disputed", { dispute_status: "needs_response" }],
  ])("is what becomes of one that is %s; it is withdrawn and asked again", async (_, columns) => {
    const order = await guests(columns);
    const outcomes = [];
    for (const step of [cancel, cancel, withdraw, withdraw, cancel])
      outcomes.push((await step(order)).outcome);
    expect(outcomes).toEqual(["asked", "asked_before", "withdrawn", "not_asked", "asked"]);
    expect(await requestsOf(order)).toEqual([]);
    expect(await toldOf(order)).toEqual(["cancel_asked", "cancel_withdrawn", "cancel_asked"]);
  });

  test("is declined by staff, told once, and that is taken back with its mail", async () => {
    const order = await guests(SHIPPED);
    await cancel(order);
    const { version } = await storedOrder(sql, order.id);
    const declined = await decline(order, Number(version));
    expect(declined.outcome).toBe("declined");
    expect(await mailsOf(order)).toHaveLength(1);
    const undo = { p_actor: staff.id, p_act_id: declined.act_id };
    expect(await call(server, "staff_undo", undo)).toMatchObject({ results: [{ outcome: "undone" }] });
    expect(await mailsOf(order)).toHaveLength(0);
    expect((await storedOrder(sql, order.id)).cancel_requested_at).not.toBeNull();
  });

  test("is decided before the cards are counted", async () => {
    const order = await guests(SHIPPED);
    await cancel(order);
    const { version } = await storedOrder(sql, order.id);
    expect((await checkIn(order, Number(version))).outcome).toBe("cancel_asked");
    const declined = await decline(order, Number(version));
    expect((await checkIn(order, Number(declined.order?.version))).outcome).toBe("received");
  });

  test("shouts at the desk as what was canceled does: set aside, with its reason", async () => {
    for (const [columns, reason] of [
      [{ ...SHIPPED, cancel_requested_at: new Date() }, "cancel_asked"],
      [
        {
          payment_status: "canceled",
          total_paid: 250,
          refunded_cents: 25_000,
          cancel_requested_at: new Date(),
        },
        "refunded",
      ],
    ] as const) {
      const order = await guests(columns);
      const aside = await call(server, "staff_set_aside", { p_actor: staff.id, p_order_id: order.id });
      expect(aside).toMatchObject({ outcome: "set_aside", order: { set_aside: { reason } } });
    }
  });
});

describe("who may", () => {
  test("the account; its tracking link may not", async () => {
    const user = await addUser(sql);
    const order = await addOrder(sql, { user_id: user.id });
    const hash = aHash();
    await sql`insert into tracking_links (order_id, token_hash) values (${order.id}, ${hash})
      on conflict (order_id) do update set token_hash = excluded.token_hash`;
    for (const who of [{}, { p_token_hash: hash }, { p_user_id: randomUUID() }])
      expect([await cancel(order, who), await withdraw(order, who)]).toEqual([
        { outcome: "not_found" },
        { outcome: "not_found" },
      ]);
    expect((await cancel(order, { p_user_id: user.id })).outcome).toBe("started");
  });

  test("without an account the browser that placed it, and who has its link", async () => {
    const order = await guests(SHIPPED);
    const hash = aHash();
    await sql`insert into tracking_links (order_id, token_hash) values (${order.id}, ${hash})
      on conflict (order_id) do update set token_hash = excluded.token_hash`;
    expect((await cancel(order, { p_guest_key: aGuestKey() })).outcome).toBe("not_found");
    expect((await cancel(order, { p_guest_key: null, p_token_hash: hash })).outcome).toBe("asked");
    expect((await withdraw(order)).outcome).toBe("withdrawn");
  });
});

describe("at the same moment", () => {
  test("as a check-in: one of them, never both", async () => {
    for (let round = 0; round < 12; round++) {
      const order = await guests();
      const [canceled, checked] = await Promise.all([cancel(order), checkIn(order, Number(order.version))]);
      const isRefunded = (await requestsOf(order)).length === 1;
      const { received_count: count } = await storedOrder(sql, order.id);
      expect(isRefunded).toBe(count === null);
      expect([canceled.outcome, checked.outcome]).toEqual(
        isRefunded ? ["started", "conflict"] : ["arrived", "received"],
      );
    }
  });

  test("as a refund of staff: one refund", async () => {
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
        }),
      ]);
      expect(tally([canceled.outcome, refunded.outcome])).toEqual({ started: 1, under_way: 1 });
      expect(await requestsOf(order)).toHaveLength(1);
    }
  });

  test("a refund of staff that is under way is left alone", async () => {
    const order = await guests();
    await addStuckRefund(sql, order.id);
    expect((await cancel(order)).outcome).toBe("under_way");
  });
});
