import { stopReason } from "@/lib/staff/desk/stop-reason";
import { addOrder, eventsOf, storedOrder } from "../../sandbox/builders/rows";
import { StaffActs } from "../../sandbox/builders/staff-acts";
import { call, connect, personClient, tally } from "../../sandbox/builders/test-database";

const sql = connect();
let acts: StaffActs;
beforeAll(async () => {
  acts = await StaffActs.begin(sql);
});

type Answer = { outcome: string; act_id: string };

async function box(id: string, count: number, changes: Record<string, unknown> = {}): Promise<Answer> {
  const { version } = await storedOrder(sql, id);
  const args = { p_order_id: id, p_version: version, p_count: count, p_condition: "ok", ...changes };
  return acts.write<Answer>("staff_count_box", args);
}

test("whether a package may be opened, the database and the screen say alike", async () => {
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

describe("how many cards are expected", () => {
  const expectedOf = async (id: string) => {
    const [row] = await sql<{ order: { cards_expected: number } }[]>`
      select private.desk_orders(array[${id}::uuid]) -> 0 as order`;
    return row?.order.cards_expected;
  };

  test.each<[string, { refunded_cents?: number; paid_extras?: number }, number, number, boolean]>([
    ["all that were paid for", {}, 10, 10, false],
    ["without those that were refunded", { refunded_cents: 5000 }, 8, 8, false],
    ["fewer than that", { refunded_cents: 5000 }, 8, 7, true],
    // As the question about a count has it: that money may have gone back for another reason.
    ["those that were refunded, and came", { refunded_cents: 5000 }, 8, 10, false],
    ["more than were paid for", { refunded_cents: 5000 }, 8, 11, true],
    ["half a card's money makes none", { refunded_cents: 1250 }, 10, 10, false],
    ["with those that were paid for later", { paid_extras: 2 }, 12, 12, false],
  ])("%s", async (_, { refunded_cents = 0, paid_extras = 0 }, expected, count, isMismatch) => {
    const { id } = await addOrder(sql, { refunded_cents });
    await sql`insert into order_admin (order_id, paid_extras) values (${id}, ${paid_extras})`;
    expect(await expectedOf(id)).toBe(expected);
    const judged = count <= 10 + paid_extras ? Math.max(count, expected) : 10 + paid_extras;
    expect(await acts.checkIn(id, count)).toMatchObject({ is_mismatch: isMismatch });
    const told = (await eventsOf(sql, id)).find(({ type }) => type === "counted");
    expect(told?.message).toBe(`We counted ${count} of ${judged}.`);
    expect((await acts.mailsOf(id))[0]).toMatchObject({ payload: { count, expected: judged } });
  });
});

describe("a batch in several boxes", () => {
  test("is added up with the last one, and the customer is told once", async () => {
    const { id } = await addOrder(sql, { num_cards: 12 });
    expect(await box(id, 4, { p_shelf: "A-1" })).toMatchObject({
      outcome: "box_counted",
      order: { box_counts: [4], arrived_at: expect.any(String), received_count: null },
    });
    expect(await acts.mailsOf(id)).toMatchObject([{ kind: "order_arrived", due: false }]);
    expect(await box(id, 5)).toMatchObject({ order: { box_counts: [4, 5], shelf_location: "A-1" } });
    expect(await acts.checkIn(id, 3)).toMatchObject({
      outcome: "received",
      is_mismatch: false,
      order: { received_count: 12, box_counts: [] },
    });
    expect(await acts.mailsOf(id)).toMatchObject([{ payload: { count: 12, told_before: null } }]);
    const shown = await acts.shownTo(id);
    expect(shown?.filter(([type]) => type === "counted")).toEqual([["counted", "12"]]);
    expect(shown?.filter(([type]) => type === "box_counted")).toEqual([
      ["box_counted", "4"],
      ["box_counted", "5"],
    ]);
    const boxes = (await eventsOf(sql, id)).filter(({ type }) => type === "box_counted");
    expect(boxes.map(({ from_value, to_value }) => [from_value, to_value])).toEqual([
      ["1", "4"],
      ["2", "5"],
      ["3", "3"],
    ]);
  });

  test("differs only when all are counted", async () => {
    const { id } = await addOrder(sql, { num_cards: 12 });
    await box(id, 4);
    expect(await acts.checkIn(id, 7)).toMatchObject({ is_mismatch: true, order: { received_count: 11 } });
    // A recount is of all the cards.
    expect(await acts.checkIn(id, 12, { p_is_recount: true })).toMatchObject({
      order: { received_count: 12 },
    });
  });

  test("each box is taken back by itself, the last one first", async () => {
    const { id } = await addOrder(sql, { num_cards: 12 });
    const before = await acts.factsOf(id);
    const first = await box(id, 4, { p_condition: "damaged_outside" });
    const middle = await acts.factsOf(id);
    const second = await box(id, 5);
    expect(await acts.undo(first.act_id)).toMatchObject([
      { outcome: "changed_since", event: { type: "box_counted" } },
    ]);
    await acts.undo(second.act_id);
    expect(await acts.factsOf(id)).toEqual(middle);
    const last = await acts.checkIn(id, 8);
    await acts.undo(last.act_id);
    expect(await acts.factsOf(id)).toEqual(middle);
    await acts.undo(first.act_id);
    expect(await acts.factsOf(id)).toEqual(before);
  });

  test("counted by two at once is counted once; the other is told", async () => {
    const order = await addOrder(sql);
    const args = { p_version: order.version };
    const outcomes = (await Promise.all([box(order.id, 4, args), box(order.id, 4, args)])).map(
      ({ outcome }) => outcome,
    );
    expect(tally(outcomes)).toEqual({ box_counted: 1, conflict: 1 });
    expect((await storedOrder(sql, order.id)).box_counts).toEqual([4]);
  });
});

test("two at one package: the second gets the first one's count, and whose it is", async () => {
  const order = await addOrder(sql);
  const count = () => acts.checkIn(order.id, 10, { p_version: order.version });
  const answers = await Promise.all([count(), count()]);
  expect(answers.find(({ outcome }) => outcome === "already_received")).toMatchObject({
    order: { received_count: 10, received_by: acts.member.email },
  });
});

describe("the carrier's number of a package", () => {
  test("is kept with the count, found again by it, and taken back with it", async () => {
    const { id } = await addOrder(sql);
    const number = `94001102${Date.now()}`;
    const before = await acts.factsOf(id);
    const counted = await acts.checkIn(id, 10, { p_inbound_tracking: number });
    const { orders } = await look(number);
    expect(orders).toMatchObject([{ id, inbound_tracking: number }]);
    expect(await candidates(number)).toEqual([id]);
    await acts.undo(counted.act_id);
    expect(await acts.factsOf(id)).toEqual(before);
  });

  test("comes with a package that is matched", async () => {
    const { id } = await addOrder(sql);
    const { package: kept } = await acts.write<{ package: { id: string } }>("staff_add_package", {
      p_tracking_number: "1Z999AA1",
    });
    await acts.write("staff_match_package", { p_package_id: kept.id, p_order_id: id });
    expect(await storedOrder(sql, id)).toMatchObject({ inbound_tracking: "1Z999AA1" });
  });
});

const look = (p_code: string | null) =>
  call<{ orders: { id: string }[] }>(personClient(acts.member.accessToken), "staff_receiving_desk", {
    p_code,
  });

async function candidates(p_search: string | null, more: Record<string, unknown> = {}): Promise<string[]> {
  const api = personClient(acts.member.accessToken);
  const args = { p_search, ...more };
  const { orders } = await call<{ orders: { id: string }[] }>(api, "staff_desk_candidates", args);
  return orders.map(({ id }) => id);
}

describe("without a label", () => {
  test("first those that are paid and not here, then the others, each once", async () => {
    const name = `Q${Date.now()}`;
    const return_address = { full_name: `Quentin ${name}`, postal_code: "97314" };
    const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 0, minutes));
    const unpaid = await addOrder(sql, { return_address, payment_status: "unpaid", submitted_at: at(9) });
    const here = await addOrder(sql, {
      return_address,
      fulfillment_status: "grading",
      submission_status: "received",
      submitted_at: at(8),
    });
    const older = await addOrder(sql, { return_address, submitted_at: at(1) });
    const newer = await addOrder(sql, { return_address, submitted_at: at(2) });
    expect(await candidates(`quentin ${name}`)).toEqual([newer.id, older.id, unpaid.id, here.id]);
    expect(await candidates(name, { p_limit: 3 })).toEqual([newer.id, older.id, unpaid.id]);
    expect(await candidates(`${name} 97314`)).toHaveLength(4);
    expect(await candidates(`${name} 97315`)).toEqual([]);
  });

  test.each<[string, (order: { batch_id: string; guest_email: unknown }) => string]>([
    ["the end of its batch ID", ({ batch_id }) => batch_id.slice(-9).replace("-", " ")],
    ["its e-mail address", ({ guest_email }) => String(guest_email)],
    ["its whole batch ID", ({ batch_id }) => batch_id.toLowerCase()],
  ])("a batch is found by %s", async (_, words) => {
    const order = await addOrder(sql, { guest_email: `who${Date.now()}@example.test` });
    expect(await candidates(words(order as never))).toContain(order.id);
  });

  test("no word at all: the newest that are awaited, at most so many", async () => {
    const order = await addOrder(sql, { submitted_at: new Date("2999-01-01") });
    await addOrder(sql, { submitted_at: new Date("2999-01-02"), payment_status: "unpaid" });
    expect(await candidates("", { p_limit: 1 })).toEqual([order.id]);
    expect(await candidates(null, { p_limit: 1 })).toEqual([order.id]);
    await sql`update grading_orders set submitted_at = '2001-01-01' where submitted_at > '2998-01-01'`;
  });
});
