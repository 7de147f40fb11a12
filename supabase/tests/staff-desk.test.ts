import { stopReason } from "@/lib/staff/desk/stop-reason";
import { fillOrders } from "../../sandbox/builders/plan";
import {
  addOrder,
  eventsOf,
  type StaffMember,
  type StoredOrder,
  storedOrder,
} from "../../sandbox/builders/rows";
import { StaffActions } from "../../sandbox/builders/staff-actions";
import { call, connect, personClient, tally, undone } from "../../sandbox/builders/test-database";

const sql = connect();
let actions: StaffActions;
let member: StaffMember;
beforeAll(async () => {
  actions = await StaffActions.begin(sql);
  member = actions.member;
});

const box = (id: string, count: number, changes: Record<string, unknown> = {}) =>
  actions.checkIn(id, count, { p_is_more_to_come: true, p_shelf: null, ...changes });

describe("staff desk", () => {
  test("stops the same packages in SQL and on screen", async () => {
    for (const payment_status of ["unpaid", "pending", "paid", "failed", "canceled"] as const)
      for (const refunded_cents of [0, 1])
        for (const dispute_status of [
          null,
          "needs_response",
          "lost",
          "won",
          "warning_closed",
          "under_review",
        ])
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
      ["all paid cards when they arrive", {}, 10, 10, false],
      ["paid cards without refunded ones", { refunded_cents: 5000 }, 8, 8, false],
      ["a mismatch when fewer arrive", { refunded_cents: 5000 }, 8, 7, true],
      // The refund may have had a different reason.
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
  });

  describe("a batch in several boxes", () => {
    test("adds up the boxes with the last one and notifies the customer once", async () => {
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
      const shown = await actions.shownTo(id);
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

    test("compares the count only when all boxes are counted", async () => {
      const { id } = await addOrder(sql, { num_cards: 12 });
      await box(id, 4);
      expect(await actions.checkIn(id, 7)).toMatchObject({
        is_mismatch: true,
        order: { received_count: 11 },
      });
      // A recount is of all the cards.
      expect(await actions.checkIn(id, 12, { p_is_recount: true })).toMatchObject({
        order: { received_count: 12 },
      });
    });

    test("undoes boxes one by one, last first", async () => {
      const { id } = await addOrder(sql, { num_cards: 12 });
      const before = await actions.factsOf(id);
      const first = await box(id, 4, { p_condition: "damaged_outside" });
      const middle = await actions.factsOf(id);
      const second = await box(id, 5);
      expect(await actions.undo(first.action_id)).toMatchObject([{ outcome: "changed_since" }]);
      await actions.undo(second.action_id);
      expect(await actions.factsOf(id)).toEqual(middle);
      const last = await actions.checkIn(id, 8);
      await actions.undo(last.action_id);
      expect(await actions.factsOf(id)).toEqual(middle);
      await actions.undo(first.action_id);
      expect(await actions.factsOf(id)).toEqual(before);
    });

    test("counts a box once when two people count it", async () => {
      const order = await addOrder(sql);
      const args = { p_version: order.version };
      const outcomes = (await Promise.all([box(order.id, 4, args), box(order.id, 4, args)])).map(
        ({ outcome }) => outcome,
      );
      expect(tally(outcomes)).toEqual({ box_counted: 1, order_changed: 1 });
      expect((await storedOrder(sql, order.id)).box_counts).toEqual([4]);
    });
  });

  describe("the carrier's number of a package", () => {
    test("stores, finds and undoes the tracking number with the count", async () => {
      const { id } = await addOrder(sql);
      const number = `94001102${Date.now()}`;
      const before = await actions.factsOf(id);
      const counted = await actions.checkIn(id, 10, { p_inbound_tracking: number });
      const { orders } = await look(number);
      expect(orders).toMatchObject([{ id, inbound_tracking: number }]);
      expect(await candidates(number)).toEqual([id]);
      await actions.undo(counted.action_id);
      expect(await actions.factsOf(id)).toEqual(before);
    });

    test("takes the tracking number from a matched package", async () => {
      const { id } = await addOrder(sql);
      const { package: kept } = await actions.write<{ package: { id: string } }>("staff_save_package", {
        p_tracking_number: "1Z999AA1",
      });
      await actions.write("staff_match_package", { p_package_id: kept.id, p_order_id: id });
      expect(await storedOrder(sql, id)).toMatchObject({ inbound_tracking: "1Z999AA1" });
    });
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

  describe("without a label", () => {
    test("lists paid and awaited batches first, each once", async () => {
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
      ["its email address", ({ guest_email }) => String(guest_email)],
      ["its whole batch ID", ({ batch_id }) => batch_id.toLowerCase()],
    ])("finds a batch by %s", async (_, words) => {
      const order = await addOrder(sql, { guest_email: `who${Date.now()}@example.test` });
      expect(await candidates(words(order as never))).toContain(order.id);
    });
  });
});

describe("isolation between orders", () => {
  describe("a box of several", () => {
    test("records a box's condition on its own order only", async () => {
      const [order, other] = [await addOrder(sql), await addOrder(sql)];
      const before = await storedOrder(sql, other.id);
      await box(order.id, 4, { p_condition: "damaged_outside" });
      expect((await box(order.id, 5)).outcome).toBe("box_counted");
      expect(await storedOrder(sql, order.id)).toMatchObject({ package_condition: "damaged_outside" });
      expect(await storedOrder(sql, other.id)).toEqual(before);
      const conditions = (await eventsOf(sql, order.id)).filter(({ type }) => type === "package_condition");
      expect(conditions).toMatchObject([{ to_value: "damaged_outside", public: true }]);
      const ok = await addOrder(sql);
      await box(ok.id, 4);
      expect(await storedOrder(sql, ok.id)).toMatchObject({ package_condition: null });
    });

    test("adds up boxes and emails of its own order only", async () => {
      const other = await addOrder(sql, { arrived_at: new Date() });
      await sql`insert into order_admin (order_id, box_counts) values (${other.id}, '{7}')
      on conflict (order_id) do update set box_counts = excluded.box_counts`;
      const { id } = await addOrder(sql);
      await sql`insert into order_admin (order_id, paid_extras) values (${id}, 3)
      on conflict (order_id) do update set paid_extras = excluded.paid_extras`;
      await box(id, 4);
      const { message } = (await eventsOf(sql, id)).find(({ type }) => type === "box_counted") ?? {};
      expect(message).toBe("We counted 4 of 13. We're waiting for the rest.");
      expect((await actions.emailsOf(id)).map(({ kind }) => kind)).toEqual(["order_arrived"]);
      expect(await actions.emailsOf(other.id)).toEqual([]);
    });

    test("refuses boxes above 9,999 cards in total", async () => {
      const { id } = await addOrder(sql);
      await box(id, 5_000);
      expect((await box(id, 5_000)).outcome).toBe("invalid_input");
      expect((await box(id, 4_999)).outcome).toBe("box_counted");
    });
  });

  test("counts a refunded batch up to 9,999 cards", async () => {
    const asked = { payment_status: "canceled" as const, cancel_requested_at: new Date() };
    const { id } = await addOrder(sql, asked);
    expect((await actions.checkIn(id, 10_000)).outcome).toBe("invalid_input");
    expect((await actions.checkIn(id, 9_999)).outcome).toBe("received");
  });

  test("allows a recount after a late cancellation request", async () => {
    const { id } = await addOrder(sql);
    await actions.checkIn(id, 10);
    await sql`update grading_orders set cancel_requested_at = now() where id = ${id}`;
    expect((await actions.checkIn(id, 9, { p_is_recount: true })).outcome).toBe("recounted");
  });

  describe("a package that is set aside", () => {
    const aside = async () => {
      const { id } = await addOrder(sql, { payment_status: "unpaid" });
      await actions.write("staff_set_aside", { p_order_id: id, p_note: "left at the door" });
      return id;
    };
    const note = (id: string, p_note: string) =>
      actions.write("staff_update_set_aside", { p_order_id: id, p_note });
    const end = (id: string) => actions.write("staff_update_set_aside", { p_order_id: id, p_is_ended: true });
    const noteOf = async (id: string) =>
      (await sql`select asked_note, ended_at from set_asides where order_id = ${id}`)[0];

    test("raises only its own order's version when set aside", async () => {
      const other = await addOrder(sql, { payment_status: "unpaid" });
      const { id, version } = await addOrder(sql, { payment_status: "unpaid" });
      await actions.write("staff_set_aside", { p_order_id: id });
      expect((await storedOrder(sql, id)).version).toBeGreaterThan(version);
      expect((await storedOrder(sql, other.id)).version).toBe(other.version);
    });

    test("refuses notes and a second end after a set-aside has ended", async () => {
      const [one, other] = [await aside(), await aside()];
      expect((await note(one, "asked Jane")).outcome).toBe("noted");
      expect(await noteOf(other)).toEqual({ asked_note: null, ended_at: null });
      expect((await end(one)).outcome).toBe("ended");
      expect((await note(one, "again")).outcome).toBe("set_aside_changed");
      expect((await end(one)).outcome).toBe("set_aside_changed");
      expect(await noteOf(other)).toEqual({ asked_note: null, ended_at: null });
      const nobody = "00000000-0000-4000-8000-00000000dead";
      expect((await note(nobody, "x")).outcome).toBe("set_aside_changed");
      expect((await end(nobody)).outcome).toBe("set_aside_changed");
    });
  });
});

describe("staff desk lists", () => {
  /** The rows of this transaction alone: those of other files are being worked on. */
  const OWN = "xmin = pg_current_xact_id()::xid";

  test("continues each list after its last row without gaps", () =>
    undone(sql, async (tx) => {
      await fillOrders(tx, 5);
      await tx`insert into set_asides (order_id, reason, set_aside_by)
      select g.id, 'unpaid', ${member.id} from grading_orders g where g.${tx.unsafe(OWN)}`;
      await tx`insert into packages (tracking_number) select n::text from generate_series(1, 5) n`;
      await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: member.id })}, true)`;
      type Row = { id: string; order_id: string };
      const read = async (lists: { rows: string; next: string; id: keyof Row; after: string }) => {
        const seen: string[] = [];
        let after: string | null = null;
        do {
          const [row]: { desk: Record<string, Row[] & string> }[] = await tx.unsafe(
            `select public.staff_receiving_desk(p_limit => 2, ${lists.after} => $1) as desk`,
            [after],
          );
          seen.push(...(row?.desk[lists.rows] ?? []).map((one: Row) => one[lists.id]));
          after = row?.desk[lists.next] ?? null;
        } while (after);
        return seen;
      };
      const packages = {
        rows: "packages",
        next: "next_package",
        id: "id",
        after: "p_packages_after",
      } as const;
      const asides = {
        rows: "set_asides",
        next: "next_set_aside",
        id: "order_id",
        after: "p_set_asides_after",
      } as const;
      const all = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
      expect(await read(packages)).toEqual(
        all(
          await tx<{ id: string }[]>`select id from packages where order_id is null and deleted_at is null
        order by arrived_at, id`,
        ),
      );
      expect(await read(asides)).toEqual(
        all(
          await tx<{ id: string }[]>`select order_id as id from set_asides where ended_at is null
        order by set_aside_at, order_id`,
        ),
      );
    }));
});

describe("staff receiving", () => {
  type Outcome = { outcome: string; is_mismatch?: boolean; order: StoredOrder };
  const write = <Result = Outcome>(name: string, args: Record<string, unknown>) =>
    actions.write<Result>(name, args);
  const arrive = (order: { id: string }) => write("staff_record_arrival", { p_order_id: order.id });
  const checkIn = (
    order: { id: string; version: number },
    p_count: number,
    changes: Record<string, unknown> = {},
  ) =>
    write("staff_check_in", {
      p_order_id: order.id,
      p_version: order.version,
      p_count,
      p_condition: "ok",
      ...changes,
    });
  const look = (p_code: string | null) =>
    call<{ orders: StoredOrder[]; packages: { id: string }[] }>(
      personClient(member.accessToken),
      "staff_receiving_desk",
      { p_code },
    );

  test.each<[string, (id: string) => string]>([
    ["as printed", (id) => id],
    ["in lower case", (id) => id.toLowerCase()],
    ["with space around it", (id) => ` ${id}\n`],
    ["without BATCH-", (id) => id.slice("BATCH-".length)],
    ["without hyphens", (id) => id.replaceAll("-", "")],
    ["with a space for the hyphen", (id) => id.slice("BATCH-".length).replace("-", " ").toLowerCase()],
  ])("finds a batch by its code %s", async (_how, spell) => {
    const order = await addOrder(sql, { return_address: { full_name: "Casey" } });
    const { orders } = await look(spell(order.batch_id));
    expect(orders).toMatchObject([
      { id: order.id, customer_name: "Casey", return_address: { full_name: "Casey" } },
    ]);
  });

  test.each([
    "",
    "BATCH-",
    "BATCH-ABCDEFGH-",
    "%",
    "_".repeat(12),
    "x".repeat(20_000),
    "ORDER-",
    "'; --",
    "🂡🂡🂡🂡🂡",
  ])("finds nothing by the code %j", async (code) => expect((await look(code)).orders).toEqual([]));

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
    const arrived = arrivals.find(({ outcome }) => outcome === "arrived");
    const seen = (arrived ?? arrivals[0])?.order as StoredOrder;
    const received = await Promise.all([checkIn(seen, 10, { p_shelf: "A-3" }), checkIn(seen, 10)]);
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

  test("shows the owner the count before the status", async () => {
    const order = await addOrder(sql);
    await checkIn(order, 9, { p_condition: "damaged_outside" });
    const shown = (await actions.shownTo(order.id))?.map(([type]) => type);
    expect(shown?.slice(0, 5)).toEqual([
      "arrived",
      "counted",
      "count_mismatch",
      "package_condition",
      "submission_status",
    ]);
    const [last] =
      await sql`select private.public_events(${order.id}, ${(shown?.length ?? 0) - 4}) -> 0 ->> 'type' as type`;
    expect(last?.type).toBe("submission_status");
  });

  test("proposes an answer to a differing count, and a recount withdraws it", async () => {
    const order = await addOrder(sql);
    const first = await checkIn(order, 9, { p_condition: "damaged_outside" });
    expect(first).toMatchObject({ outcome: "received", is_mismatch: true, order: { received_count: 9 } });
    const types = (await eventsOf(sql, order.id)).map(({ type }) => type);
    expect(types).toEqual(
      expect.arrayContaining(["arrived", "counted", "count_mismatch", "package_condition"]),
    );
    const blockers = async () =>
      (await sql`select blockers from order_admin where order_id = ${order.id}`)[0]?.blockers;
    // We ask about the damage, and the customer is asked about the count.
    expect(await blockers()).toEqual(["damaged", "proposal"]);
    expect(await checkIn(first.order, 10)).toMatchObject({ outcome: "received_before" });
    const again = await checkIn(first.order, 10, { p_is_recount: true });
    expect(again).toMatchObject({
      outcome: "recounted",
      is_mismatch: false,
      order: { package_condition: "ok" },
    });
    expect(again.order.received_at).toBe(first.order.received_at);
    expect(await blockers()).toEqual([]);
  });

  test("keeps a status set by hand and detects a stale form", async () => {
    const order = await addOrder(sql, { fulfillment_status: "grading", submission_status: "shipped" });
    const arrived = await arrive(order);
    expect(await checkIn(order, 10)).toMatchObject({
      outcome: "order_changed",
      changes: [{ type: "arrived" }],
    });
    expect(await checkIn(arrived.order, 10)).toMatchObject({
      outcome: "received",
      order: { fulfillment_status: "grading", submission_status: "shipped" },
    });
  });

  test("stores a package without a batch and matches it once", async () => {
    const { package: kept } = await write<{ package: { id: string; arrived_at: string } }>(
      "staff_save_package",
      {
        p_carrier: "ups",
        p_tracking_number: "1Z42",
        p_sender: " ",
        p_shelf: "B-1",
      },
    );
    expect(kept).toMatchObject({ carrier: "ups", sender: null, shelf_location: "B-1", order_id: null });
    // The desk shows the oldest, and other tests' packages lie there too.
    const [oldest] = await sql<{ arrived_at: Date }[]>`
    update packages set arrived_at = (select min(arrived_at) from packages) - interval '1 second'
    where id = ${kept.id} returning arrived_at`;
    expect((await look(null)).packages.map(({ id }) => id)).toContain(kept.id);
    const order = await addOrder(sql);
    const match = (orderId = order.id) =>
      write("staff_match_package", { p_package_id: kept.id, p_order_id: orderId });
    expect(await match(kept.id)).toEqual({ outcome: "order_not_found" });
    const outcomes = (await Promise.all([match(), match()])).map(({ outcome }) => outcome);
    expect(tally(outcomes)).toEqual({ matched: 1, package_matched: 1 });
    expect((await look(null)).packages.map(({ id }) => id)).not.toContain(kept.id);
    const [matched] = (await look(order.batch_id)).orders;
    expect(matched && new Date(String(matched.arrived_at))).toEqual(oldest?.arrived_at);
    expect((await eventsOf(sql, order.id)).map(({ type, public: shown }) => [type, shown])).toEqual([
      ["arrived", true],
      ["shelf_location", false],
      ["package_matched", false],
    ]);
  });
});
