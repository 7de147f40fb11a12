import { stopReason } from "@/lib/staff/desk/stop-reason";
import { addReceived } from "../../sandbox/builders/grader-shipment";
import {
  addOrder,
  eventsOf,
  type StaffMember,
  type StoredOrder,
  storedOrder,
} from "../../sandbox/builders/rows";
import { StaffActions } from "../../sandbox/builders/staff-actions";
import { call, connect, personClient, tally, withRollback } from "../../sandbox/builders/test-database";

const sql = connect();
let actions: StaffActions;
let member: StaffMember;
beforeAll(async () => {
  actions = await StaffActions.begin(sql);
  member = actions.member;
});

const box = (id: string, count: number, changes: Record<string, unknown> = {}) =>
  actions.checkIn(id, count, { p_is_more_to_come: true, p_shelf: null, ...changes });

test("sets aside the same packages in SQL and on screen", async () => {
  for (const payment_status of ["unpaid", "pending", "paid", "failed", "canceled"] as const)
    for (const refunded_cents of [0, 1])
      for (const dispute_status of [null, "needs_response", "lost", "won", "warning_closed", "under_review"])
        for (const cancel_requested_at of [null, "2026-11-20T10:00:00Z"]) {
          const [row] = await sql`
          select private.set_aside_reason(${payment_status}, ${refunded_cents}, ${dispute_status},
            ${cancel_requested_at}) as reason`;
          const order = { payment_status, refunded_cents, dispute_status, cancel_requested_at };
          expect(row?.reason).toBe(stopReason(order));
        }
});

const expectedOf = async (id: string) => {
  const [row] = await sql<{ order: { cards_expected: number } }[]>`
  select private.desk_orders(array[${id}::uuid]) -> 0 as order`;
  return row?.order.cards_expected;
};

test.each<[string, { refunded_cents?: number; paid_extras?: number }, number, number, boolean]>([
  ["a mismatch when fewer arrive", { refunded_cents: 5000 }, 8, 7, true],
  // The refund may have been for a different reason.
  ["no mismatch when refunded cards arrive", { refunded_cents: 5000 }, 8, 10, false],
  ["a mismatch when extra cards arrive", { refunded_cents: 5000 }, 8, 11, true],
  ["all paid cards after a refund below the price of one", { refunded_cents: 1250 }, 10, 10, false],
  ["extra cards that were paid later", { paid_extras: 2 }, 12, 12, false],
])("expects %s", async (_, { refunded_cents = 0, paid_extras = 0 }, expected, count, isMismatch) => {
  const { id } = await addOrder(sql, { refunded_cents });
  await sql`insert into order_admin (order_id, paid_extras) values (${id}, ${paid_extras})`;
  expect(await expectedOf(id)).toBe(expected);
  const judged = count <= 10 + paid_extras ? Math.max(count, expected) : 10 + paid_extras;
  expect(await actions.checkIn(id, count)).toMatchObject({ is_mismatch: isMismatch });
  const counted = (await eventsOf(sql, id)).find(({ type }) => type === "counted");
  expect(counted?.message).toBe(`We counted ${count} of ${judged}.`);
  expect((await actions.emailsOf(id))[0]).toMatchObject({ payload: { count, expected: judged } });
});

test("adds up the boxes at the last one and notifies the customer once", async () => {
  const { id } = await addOrder(sql, { num_cards: 12 });
  expect(await box(id, 4, { p_shelf: "A-1" })).toMatchObject({
    outcome: "box_counted",
    order: { box_counts: [4], arrived_at: expect.any(String), received_count: null },
  });
  expect(await actions.emailsOf(id)).toMatchObject([{ kind: "order_arrived", due: false }]);
  expect(await box(id, 5)).toMatchObject({ order: { box_counts: [4, 5], shelf_location: "A-1" } });
  expect(await actions.checkIn(id, 3)).toMatchObject({
    outcome: "received",
    is_mismatch: false,
    order: { received_count: 12, box_counts: [] },
  });
  expect(await actions.emailsOf(id)).toMatchObject([{ payload: { count: 12, told_before: null } }]);
  const shown = (await actions.shownTo(id))?.filter(([type]) => type?.endsWith("counted"));
  expect(new Set(shown)).toEqual(
    new Set([
      ["counted", "12"],
      ["box_counted", "4"],
      ["box_counted", "5"],
    ]),
  );
});

test("undoes counted boxes one by one, last first", async () => {
  const { id } = await addOrder(sql, { num_cards: 12 });
  const before = await actions.readOrder(id);
  const first = await box(id, 4, { p_condition: "damaged_outside" });
  const middle = await actions.readOrder(id);
  const second = await box(id, 5);
  expect(await actions.undo(first.action_id)).toMatchObject([{ outcome: "changed_since" }]);
  await actions.undo(second.action_id);
  expect(await actions.readOrder(id)).toEqual(middle);
  await actions.undo(first.action_id);
  expect(await actions.readOrder(id)).toEqual(before);
});

test("stores and finds the tracking number with the count, and undoes both", async () => {
  const { id } = await addOrder(sql);
  const number = `94001102${Date.now()}`;
  const before = await actions.readOrder(id);
  const counted = await actions.checkIn(id, 10, { p_inbound_tracking: number });
  const { orders } = await look(number);
  expect(orders).toMatchObject([{ id, inbound_tracking: number }]);
  expect(await candidates(number)).toEqual([id]);
  await actions.undo(counted.action_id);
  expect(await actions.readOrder(id)).toEqual(before);
});

const look = (p_code: string | null) =>
  call<{ orders: { id: string }[] }>(personClient(actions.member.accessToken), "staff_receiving_desk", {
    p_code,
  });

async function candidates(p_search: string | null, more: Record<string, unknown> = {}): Promise<string[]> {
  const api = personClient(actions.member.accessToken);
  const args = { p_search, ...more };
  const { orders } = await call<{ orders: { id: string }[] }>(api, "staff_desk_candidates", args);
  return orders.map(({ id }) => id);
}

test("lists paid batches that haven't arrived first, and received batches last", async () => {
  const name = `Q${Date.now()}`;
  const return_address = { full_name: `Quentin ${name}`, postal_code: "97314" };
  const here = await addReceived(sql, { return_address });
  const unpaid = await addOrder(sql, { return_address, payment_status: "unpaid" });
  const awaited = await addOrder(sql, { return_address });
  expect(await candidates(`quentin ${name}`)).toEqual([awaited.id, unpaid.id, here.id]);
  expect(await candidates(`${name} 97314`)).toHaveLength(3);
  expect(await candidates(`${name} 97315`)).toEqual([]);
});

test("refuses boxes above a total of 9,999 cards", async () => {
  const { id } = await addOrder(sql);
  await box(id, 5_000);
  expect((await box(id, 5_000)).outcome).toBe("invalid_input");
  expect((await box(id, 4_999)).outcome).toBe("box_counted");
});

test("allows a recount even after a late cancellation request", async () => {
  const { id } = await addOrder(sql);
  await actions.checkIn(id, 10);
  await sql`update grading_orders set cancel_requested_at = now() where id = ${id}`;
  expect((await actions.checkIn(id, 9, { p_is_recount: true })).outcome).toBe("recounted");
});

test("pages through the packages without gaps", () =>
  withRollback(sql, async (tx) => {
    await tx`insert into packages (tracking_number) select n::text from generate_series(1, 5) n`;
    await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: member.id })}, true)`;
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const [row]: { desk: { packages: { id: string }[]; next_package: string | null } }[] =
        await tx`select public.staff_receiving_desk(p_limit => 2, p_packages_after => ${after}) as desk`;
      seen.push(...(row?.desk.packages ?? []).map(({ id }) => id));
      after = row?.desk.next_package ?? null;
    } while (after);
    const stored = await tx`select id from packages where order_id is null and deleted_at is null
      order by arrived_at, id`;
    expect(seen).toEqual(stored.map(({ id }) => id));
  }));

describe("staff receiving", () => {
  const arrive = ({ id }: StoredOrder) => actions.write("staff_record_arrival", { p_order_id: id });
  const look = (p_code: string | null) =>
    call<{ orders: StoredOrder[]; packages: { id: string }[] }>(
      personClient(member.accessToken),
      "staff_receiving_desk",
      { p_code },
    );

  test.each<[string, (id: string) => string]>([
    ["as printed", (id) => id],
    ["with a space for the hyphen", (id) => id.slice("BATCH-".length).replace("-", " ").toLowerCase()],
  ])("finds a batch by its code %s", async (_how, spell) => {
    const order = await addOrder(sql, { return_address: { full_name: "Casey" } });
    const { orders } = await look(spell(order.batch_id));
    expect(orders).toMatchObject([
      { id: order.id, customer_name: "Casey", return_address: { full_name: "Casey" } },
    ]);
  });

  test.each(["", "BATCH-", "%"])("finds nothing by the code %j", async (code) =>
    expect((await look(code)).orders).toEqual([]),
  );

  test("finds an imported order by ORDER- and the start of its ID", async () => {
    const order = await addOrder(sql, { batch_id: null });
    const short = order.id.slice(0, 8).toUpperCase();
    for (const code of [`ORDER-${short}`, `order${short}`, short])
      expect((await look(code)).orders.map(({ id }) => id)).toContain(order.id);
  });

  test("records arrival and check-in once each, with one event", async () => {
    const order = await addOrder(sql);
    const arrivals = await Promise.all([arrive(order), arrive(order)]);
    expect(tally(arrivals.map(({ outcome }) => outcome))).toEqual({ arrived: 1, already_arrived: 1 });
    const p_version = order.version + 1;
    const checkIn = () => actions.checkIn(order.id, 10, { p_version });
    const received = await Promise.all([checkIn(), checkIn()]);
    expect(tally(received.map(({ outcome }) => outcome))).toEqual({ received: 1, received_before: 1 });
    expect(received.find(({ outcome }) => outcome === "received_before")).toMatchObject({
      order: { received_count: 10, received_by: member.email },
    });
    expect(received.find(({ outcome }) => outcome === "received")).toMatchObject({
      is_mismatch: false,
      order: { fulfillment_status: "grading", submission_status: "received", received_count: 10 },
    });
    const events = await eventsOf(sql, order.id);
    expect(events.map(({ type, message, public: shown }) => [type, message, shown])).toEqual([
      ["arrived", null, true],
      ["fulfillment_status", null, false],
      ["submission_status", null, true],
      ["counted", "We counted 10 of 10.", true],
    ]);
  });

  test("proposes options for a differing count, and withdraws them on a recount", async () => {
    const order = await addOrder(sql);
    const first = await actions.checkIn(order.id, 9, { p_condition: "damaged_outside" });
    expect(first).toMatchObject({ outcome: "received", is_mismatch: true, order: { received_count: 9 } });
    const blockers = async () =>
      (await sql`select blockers from order_admin where order_id = ${order.id}`)[0]?.blockers;
    // Staff handle the damage, and the customer is asked about the count.
    expect(await blockers()).toEqual(["damaged", "proposal"]);
    const { received_at } = await storedOrder(sql, order.id);
    const again = await actions.checkIn(order.id, 10, { p_is_recount: true });
    expect(again).toMatchObject({ outcome: "recounted", is_mismatch: false });
    expect(await storedOrder(sql, order.id)).toMatchObject({ package_condition: "ok", received_at });
    expect(await blockers()).toEqual([]);
  });

  test("keeps a status set by hand and detects a stale form", async () => {
    const order = await addOrder(sql, { fulfillment_status: "grading", submission_status: "shipped" });
    await arrive(order);
    expect(await actions.checkIn(order.id, 10, { p_version: order.version })).toMatchObject({
      outcome: "order_changed",
      changes: [{ type: "arrived" }],
    });
    expect(await actions.checkIn(order.id, 10)).toMatchObject({
      outcome: "received",
      order: { fulfillment_status: "grading", submission_status: "shipped" },
    });
  });

  test("stores a package without a batch and matches it once", async () => {
    const { package: kept } = await actions.write<{ package: { id: string } }>("staff_save_package", {
      p_carrier: "ups",
      p_tracking_number: "1Z42",
      p_sender: " ",
      p_shelf: "B-1",
    });
    expect(kept).toMatchObject({ carrier: "ups", sender: null, shelf_location: "B-1", order_id: null });
    // The desk shows the oldest packages, which include other tests' packages.
    const [oldest] = await sql<{ arrived_at: Date }[]>`
    update packages set arrived_at = (select min(arrived_at) from packages) - interval '1 second'
    where id = ${kept.id} returning arrived_at`;
    expect((await look(null)).packages.map(({ id }) => id)).toContain(kept.id);
    const order = await addOrder(sql);
    const match = (orderId = order.id) =>
      actions.write("staff_match_package", { p_package_id: kept.id, p_order_id: orderId });
    expect(await match(kept.id)).toEqual({ outcome: "order_not_found" });
    const outcomes = (await Promise.all([match(), match()])).map(({ outcome }) => outcome);
    expect(tally(outcomes)).toEqual({ matched: 1, package_matched: 1 });
    expect((await look(null)).packages.map(({ id }) => id)).not.toContain(kept.id);
    const [matched] = (await look(order.batch_id)).orders;
    expect(matched).toMatchObject({ inbound_tracking: "1Z42" });
    expect(matched && new Date(String(matched.arrived_at))).toEqual(oldest?.arrived_at);
    expect((await eventsOf(sql, order.id)).map(({ type, public: shown }) => [type, shown])).toEqual([
      ["arrived", true],
      ["shelf_location", false],
      ["package_matched", false],
    ]);
  });
});
