import type { WarningCode } from "@/lib/staff/order/schema";
import { addReceived, ShipmentActions } from "../../sandbox/builders/grader-shipment";
import { uniqueToken } from "../../sandbox/builders/ids";
import { addException, addOrder, eventsOf, type StoredOrder, storedOrder } from "../../sandbox/builders/rows";
import { StaffActions } from "../../sandbox/builders/staff-actions";
import { call, connect, personClient, type Transaction, undone } from "../../sandbox/builders/test-database";

const sql = connect();
let actions: StaffActions;
beforeAll(async () => {
  actions = await StaffActions.begin(sql);
});

describe("grader shipments", () => {
  const ready = async () => {
    const desk = await call<{ ready: { id: string }[] }>(
      personClient(actions.member.accessToken),
      "staff_grader_desk",
      {},
    );
    return desk.ready.map(({ id }) => id);
  };

  const settledCount = async ({ id }: StoredOrder) =>
    (await sql`select settled_count from order_admin where order_id = ${id}`)[0]?.settled_count;

  /** Received before the orders of other tests, so it's on the first page. */
  const oldest = () => ({ received_at: new Date(Date.now() - 3_000 * 86_400_000) });

  describe("what may go to the grader", () => {
    const open = { dispute_status: "needs_response" };
    const cases: [string, Parameters<typeof addReceived>[1], string][] = [
      ["received, paid and counted", {}, "added"],
      ["being prepared", { submission_status: "processing" }, "added"],
      ["short with the missing cards refunded", { received_count: 8, refunded_cents: 5_000 }, "added"],
      ["won after a dispute", { dispute_status: "won" }, "added"],
      ["unpaid", { payment_status: "unpaid" }, "not_paid"],
      ["refunded", { payment_status: "canceled" }, "not_paid"],
      [
        "not received",
        {
          submission_status: "pending",
          fulfillment_status: "not_received",
          received_at: null,
          received_count: null,
        },
        "not_received",
      ],
      ["received by hand but not counted", { received_count: null }, "not_received"],
      ["at the grader", { submission_status: "grading" }, "sent_before"],
      ["delivered", { submission_status: "delivered", fulfillment_status: "complete" }, "sent_before"],
      ["disputed", open, "disputed"],
      ["waiting for a review", { review_reason: "paid_after_canceled" }, "to_be_reviewed"],
      ["short", { received_count: 8 }, "count_differs"],
      ["short with too little refunded", { received_count: 8, refunded_cents: 4_999 }, "count_differs"],
      ["over its paid count", { received_count: 11 }, "count_differs"],
      ["damaged", { package_condition: "damaged_cards" }, "damaged"],
      [
        "damaged but in preparation",
        { package_condition: "damaged_cards", submission_status: "processing" },
        "added",
      ],
    ];

    test.each(cases)("lists and adds or refuses an order that is %s", async (_, columns, outcome) => {
      const order = await addReceived(sql, { ...oldest(), ...columns });
      // The list and the view agree with the refusal.
      expect((await ready()).includes(order.id)).toBe(outcome === "added");
      expect((await actions.listed(order.id, "ready_to_send")) !== undefined).toBe(outcome === "added");
      const shipment = await ShipmentActions.begin(actions);
      expect((await shipment.add([order])).outcomes).toEqual({ [order.id]: outcome });
      expect((await ready()).includes(order.id)).toBe(false);
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

    test("ships extra cards once they are paid for or settled, and none before an answer", async () => {
      const order = await addOrder(sql, { num_cards: 10 });
      await actions.checkIn(order.id, 12);
      const shipment = await ShipmentActions.begin(actions);
      expect((await shipment.add([order])).outcomes).toEqual({ [order.id]: "asked" });
      expect(await ready()).not.toContain(order.id);
      await sql`update order_adjustments set status = 'declined', chosen_option = 'return' where order_id = ${order.id}`;
      const { results } = await shipment.add([order]);
      expect(results).toMatchObject([{ outcome: "added", received_count: 12, cards: 10 }]);
      const settled = await addReceived(sql, { received_count: 11 });
      expect((await shipment.add([settled], "Paid in cash")).results).toMatchObject([
        { outcome: "added", cards: 11 },
      ]);
      expect((await shipment.add([settled])).results).toMatchObject([
        { outcome: "already_here", cards: null },
      ]);
    });

    test("accepts a differing count with a reason, and asks again about another count", async () => {
      const order = await addReceived(sql, { received_count: 11 });
      const shipment = await ShipmentActions.begin(actions);
      expect((await shipment.add([order], "  ")).outcomes).toEqual({ [order.id]: "count_differs" });
      expect((await shipment.add([order], "Paid in cash")).outcomes).toEqual({ [order.id]: "added" });
      expect((await eventsOf(sql, order.id)).slice(-2)).toMatchObject([
        { type: "grader_group", from_value: null, to_value: `Shipment ${shipment.id}`, message: null },
        { type: "reason", message: "Paid in cash", public: false },
      ]);
      expect(await settledCount(order)).toBe(11);
      await actions.checkIn(order.id, 12, { p_is_recount: true });
      const [asked] =
        await sql`select id from order_adjustments where order_id = ${order.id} and status = 'proposed'`;
      await actions.write("staff_end_adjustment", {
        p_adjustment_id: asked?.id,
        p_action: "withdraw",
        p_note: "A miscount",
      });
      expect(await shipment.close("SUB-1", 12)).toMatchObject({
        outcome: "shipment_refused",
        results: [{ id: order.id, outcome: "count_differs" }],
      });
    });

    test("changes only the added order, and drops a reason that isn't needed", async () => {
      const [order, other] = [await addReceived(sql), await addReceived(sql)];
      const shipment = await ShipmentActions.begin(actions);
      await shipment.add([order], "As they are");
      expect((await storedOrder(sql, order.id)).version).toBeGreaterThan(order.version);
      expect((await storedOrder(sql, other.id)).version).toBe(other.version);
      expect((await eventsOf(sql, order.id)).at(-1)).toMatchObject({ type: "grader_group", message: null });
      expect(await settledCount(order)).toBeNull();
    });

    test("lists the earliest due date first", async () => {
      // More than a weekend lies between them: on a Saturday as much is promised as on the Friday before.
      const [late, early] = [
        await addReceived(sql, { received_at: new Date(Date.now() - 2_990 * 86_400_000) }),
        await addReceived(sql, oldest()),
      ];
      const ids = await ready();
      expect(ids.indexOf(early.id)).toBeLessThan(ids.indexOf(late.id));
      const rows = await sql<{ id: string; promised_to: string }[]>`
      select id, promised_to::text from grading_orders where id in (${early.id}, ${late.id}) order by promised_to`;
      expect(rows.map(({ id }) => id)).toEqual([early.id, late.id]);
      await sql`update grading_orders set received_at = now() where id in (${early.id}, ${late.id})`;
    });
  });

  describe("a batch is in one live shipment at most", () => {
    test("reports an order that is already in this or another shipment", async () => {
      const order = await addReceived(sql);
      const [shipment, other] = [await ShipmentActions.begin(actions), await ShipmentActions.begin(actions)];
      expect(await shipment.scan(order.batch_id.replace("BATCH-", "").toLowerCase())).toMatchObject({
        outcome: "looked_at",
        results: [{ outcome: "added", batch_id: order.batch_id, received_count: 10 }],
        shipment: { batches: 1, cards: 10 },
      });
      expect(await shipment.scan(order.batch_id)).toMatchObject({
        results: [{ outcome: "already_here" }],
        action_id: null,
      });
      expect(await other.scan(order.batch_id)).toMatchObject({
        results: [{ outcome: "other_shipment", other_shipment: shipment.id }],
      });
      expect(await other.scan("BATCH-NOSUCH01-2345")).toEqual({ outcome: "code_unknown" });
    });

    test("adds an order to one of four shipments at once", async () => {
      const order = await addReceived(sql);
      const shipments = await Promise.all([1, 2, 3, 4].map(() => ShipmentActions.begin(actions)));
      const outcomes = await Promise.all(
        shipments.map(async (shipment) => (await shipment.add([order])).outcomes[order.id]),
      );
      expect(outcomes.sort()).toEqual(["added", "other_shipment", "other_shipment", "other_shipment"]);
    });

    test("adds every order once when several people fill a shipment", async () => {
      const orders = await Promise.all(Array.from({ length: 6 }, () => addReceived(sql)));
      const shipment = await ShipmentActions.begin(actions);
      await Promise.all([
        shipment.add(orders),
        shipment.add(orders.toReversed()),
        ...orders.map((order) => shipment.add([order])),
      ]);
      const [row] =
        await sql`select count(*)::int as members from order_admin where grader_shipment_id = ${shipment.id}`;
      expect(row).toEqual({ members: 6 });
      const put =
        await sql`select 1 from order_events where type = 'grader_group' and to_value = ${`Shipment ${shipment.id}`}`;
      expect(put).toHaveLength(6);
    });

    test("lets batches of a returned shipment join another", async () => {
      const order = await addReceived(sql);
      const shipment = await ShipmentActions.begin(actions);
      await shipment.add([order]);
      await shipment.close("SUB-1", 10);
      await shipment.step("back", { p_cards: 10 });
      await actions.change(order.id, { submission_status: "received" }, "To be graded again");
      const other = await ShipmentActions.begin(actions);
      expect((await other.add([order])).outcomes).toEqual({ [order.id]: "added" });
    });

    test("holds up to 500 batches", async () => {
      const shipment = await ShipmentActions.begin(actions);
      const order = await addReceived(sql);
      const many = await sql<{ id: string }[]>`
      insert into grading_orders (guest_email, plan_type, num_cards, rate_cents, grading_fee)
      select 'x@example.test', 'payg', 1, 2500, 25 from generate_series(1, 500) returning id`;
      await sql`insert into order_admin (order_id, grader_shipment_id, grouped_at)
      select u.id, ${shipment.id}, now() from unnest(${many.map(({ id }) => id)}::uuid[]) as u (id)`;
      expect((await shipment.add([order])).outcomes).toEqual({ [order.id]: "shipment_full" });
      await sql`delete from grading_orders where id = any (${many.map(({ id }) => id)}::uuid[])`;
      expect((await shipment.add([order])).outcomes).toEqual({ [order.id]: "added" });
    });
  });

  test("deletes only empty shipments and adds nothing to closed ones", async () => {
    const order = await addReceived(sql);
    const shipment = await ShipmentActions.begin(actions);
    expect(await shipment.close("SUB-1", 0)).toMatchObject({ outcome: "shipment_empty" });
    await shipment.add([order]);
    expect(await shipment.discard()).toEqual({ outcome: "shipment_not_empty" });
    await shipment.close("SUB-1", 10);
    expect(await shipment.discard()).toEqual({ outcome: "shipment_not_empty" });
    expect(await shipment.add([await addReceived(sql)])).toMatchObject({ outcome: "shipment_not_open" });
    const other = await ShipmentActions.begin(actions);
    expect(await other.discard()).toEqual({ outcome: "discarded" });
    expect(await other.discard()).toEqual({ outcome: "shipment_not_found" });
  });

  describe("taking out", () => {
    test("makes a batch ready again when it leaves an open shipment", async () => {
      const order = await addReceived(sql, oldest());
      const shipment = await ShipmentActions.begin(actions);
      await shipment.add([order]);
      expect(await shipment.takeOut(order)).toMatchObject({ outcome: "taken_out", shipment: { batches: 0 } });
      expect(await ready()).toContain(order.id);
      expect(await shipment.takeOut(order)).toEqual({ outcome: "not_in_shipment" });
      await sql`update grading_orders set received_at = now() where id = ${order.id}`;
    });

    test("corrects status and number when a batch leaves a sent shipment", async () => {
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

    test("refuses once its grades are ready", async () => {
      const order = await addReceived(sql);
      const shipment = await ShipmentActions.begin(actions);
      await shipment.add([order]);
      await shipment.close("SUB-1", 10);
      await shipment.step("graded");
      expect(await shipment.takeOut(order)).toEqual({ outcome: "graded_in_shipment" });
    });
  });
});

describe("grader shipment cards", () => {
  type Shown = { cards: number; members: { id: string; cards: number; refusal: string | null }[] };

  async function shown({ id }: ShipmentActions): Promise<Shown> {
    const { shipment, members } = await call<{ shipment: { cards: number }; members: Shown["members"] }>(
      personClient(actions.member.accessToken),
      "staff_get_grader_shipment",
      { p_shipment_id: id },
    );
    return { cards: shipment.cards, members };
  }

  test.each(["dispute_status = 'needs_response'", "review_reason = 'refund_failed'"])(
    "excludes the cards of an order that can't ship: %s",
    async (why) => {
      const [stays, refused] = [await addReceived(sql), await addReceived(sql)];
      const shipment = await ShipmentActions.begin(actions);
      await shipment.add([stays, refused]);
      await sql`update order_admin set ${sql.unsafe(why)} where order_id = ${refused.id}`;
      expect((await shown(shipment)).cards).toBe(10);
    },
  );

  test("keeps cards that arrive after their batch was sent", async () => {
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
});

describe("shipment warnings", () => {
  async function preview(orders: StoredOrder[], changes: object): Promise<WarningCode[][]> {
    const { orders: looked } = await call<{ orders: { warnings: WarningCode[] }[] }>(
      personClient(actions.member.accessToken),
      "staff_get_orders",
      { p_order_ids: orders.map(({ id }) => id), p_changes: changes },
    );
    return looked.map(({ warnings }) => warnings);
  }

  describe("returning a batch of a grader shipment", () => {
    const home = { submission_status: "completed" };

    test("needs a reason until it is removed or back", async () => {
      const [open, sent] = [await ShipmentActions.begin(actions), await ShipmentActions.begin(actions)];
      const columns = () => ({ tracking_number: `1Z${uniqueToken().toUpperCase()}` });
      const [waits, left] = [await addReceived(sql, columns()), await addReceived(sql, columns())];
      await open.add([waits]);
      await sent.add([left]);
      await sent.close("SUB-1", 10);
      await sent.step("shipped");
      const warnings = async () => preview([waits, left], home);
      expect(await warnings()).toEqual([["not_sent", "in_shipment"], ["in_shipment"]]);
      for (const { id } of [waits, left])
        expect(await actions.change(id, home)).toMatchObject({
          outcome: "reason_for_odd",
          warnings: expect.arrayContaining(["in_shipment"]),
        });
      expect(await preview([waits, left], { submission_status: "graded" })).toEqual([[], []]);
      await open.takeOut(waits);
      await sent.step("back", { p_cards: 10 });
      expect(await warnings()).toEqual([["not_sent"], []]);
      expect(await actions.change(waits.id, home, "He wants them ungraded")).toMatchObject({
        outcome: "updated",
      });
    });
  });
});

describe("outside shipments", () => {
  async function outsideOf(tx: Transaction): Promise<{ count: number; is_more: boolean; cards: number }> {
    const claims = JSON.stringify({ sub: actions.member.id, role: "authenticated" });
    await tx`select set_config('request.jwt.claims', ${claims}, true)`;
    const [row] = await tx`select public.staff_grader_desk() -> 'outside' as outside`;
    return row?.outside;
  }

  test("counts batches at the grader that are in no shipment", () =>
    undone(sql, async (tx) => {
      // Without what other files add meanwhile.
      await tx`set transaction isolation level repeatable read`;
      const before = await outsideOf(tx);
      const grading = { submission_status: "grading" };
      await addReceived(tx, { ...grading, received_count: 8 });
      await addReceived(tx, { ...grading, received_count: null });
      await addReceived(tx, { submission_status: "received" });
      const [grouped, back] = [await addReceived(tx, grading), await addReceived(tx, grading)];
      const [shipment] = await tx<{ id: number }[]>`
      insert into grader_shipments (grader, opened_by) values ('PSA', ${actions.member.id}) returning id::integer`;
      for (const [{ id }, at] of [
        [grouped, null],
        [back, new Date()],
      ] as const)
        await tx`insert into order_admin (order_id, grader_shipment_id, grouped_at, cards_back_at)
        values (${id}, ${shipment?.id ?? 0}, now(), ${at})
        on conflict (order_id) do update set grader_shipment_id = excluded.grader_shipment_id, cards_back_at = excluded.cards_back_at`;
      const after = await outsideOf(tx);
      expect(after.count - before.count).toBe(3);
      expect(after.cards - before.cards).toBe(8 + 10 + 10);
    }));
});
