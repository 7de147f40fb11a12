import { type WarningCode, warningCodeSchema } from "@/lib/staff/order/schema";
import { addReceived, ShipmentActions } from "../../sandbox/builders/grader-shipment";
import { aGuestKey, anEmail, uniqueToken } from "../../sandbox/builders/ids";
import type { OrderColumns } from "../../sandbox/builders/order";
import {
  addOrder,
  eventsOf,
  type StaffMember,
  type StoredOrder,
  signUpStaff,
  storedOrder,
} from "../../sandbox/builders/rows";
import { updateAsStaff } from "../../sandbox/builders/sql-functions";
import { StaffActions } from "../../sandbox/builders/staff-actions";
import {
  call,
  connect,
  personClient,
  serverClient,
  signedUp,
  tally,
  undone,
} from "../../sandbox/builders/test-database";

describe("staff set aside", () => {
  const sql = connect();
  let actions: StaffActions;
  beforeAll(async () => {
    actions = await StaffActions.begin(sql);
  });

  type Answer = { outcome: string; action_id: string };
  const aside = (id: string, more: Record<string, unknown> = {}) =>
    actions.write<Answer>("staff_set_aside", { p_order_id: id, ...more });
  const ask = (id: string, note: string) =>
    actions.write<Answer>("staff_update_set_aside", { p_order_id: id, p_note: note });
  const end = (id: string) =>
    actions.write<Answer>("staff_update_set_aside", { p_order_id: id, p_is_ended: true });
  const entryOf = async (id: string) => (await sql`select * from set_asides where order_id = ${id}`)[0];

  test.each([
    [{ payment_status: "unpaid" }, "unpaid"],
    [{ payment_status: "pending" }, "unpaid"],
    [{ payment_status: "canceled" }, "canceled"],
    [{ payment_status: "canceled", refunded_cents: 100, total_paid: 250 }, "refunded"],
    [{ dispute_status: "needs_response" }, "disputed"],
    [{ dispute_status: "won" }, "other"],
    [{}, "other"],
  ] as const)("sets an order with %j aside as %s", async (columns, reason) => {
    const { id } = await addOrder(sql, columns);
    expect(await aside(id, { p_note: " wet ", p_shelf: "X-1", p_inbound_tracking: "1Z9" })).toMatchObject({
      outcome: "set_aside",
      order: {
        set_aside: { reason, note: "wet", set_aside_by: actions.member.email },
        shelf_location: "X-1",
      },
    });
    expect(await storedOrder(sql, id)).toMatchObject({
      arrived_at: expect.any(Date),
      inbound_tracking: "1Z9",
      is_set_aside: true,
    });
    const events = await eventsOf(sql, id);
    expect(events.map(({ type, public: shown }) => [type, shown])).toEqual([
      ["arrived", true],
      ["inbound_tracking", false],
      ["set_aside", false],
    ]);
  });

  test("sets a package aside once when several people do", async () => {
    const { id } = await addOrder(sql, { payment_status: "unpaid" });
    const outcomes = (await Promise.all([aside(id), aside(id), aside(id)])).map(({ outcome }) => outcome);
    expect(tally(outcomes)).toEqual({ set_aside: 1, set_aside_changed: 2 });
    const ends = (await Promise.all([end(id), end(id)])).map(({ outcome }) => outcome);
    expect(tally(ends)).toEqual({ ended: 1, set_aside_changed: 1 });
  });

  test("records each question to the customer on the timeline", async () => {
    const { id } = await addOrder(sql, { payment_status: "unpaid" });
    await aside(id);
    await ask(id, "asked the customer on Monday");
    await ask(id, " asked again on Friday ");
    expect(await entryOf(id)).toMatchObject({
      asked_note: "asked again on Friday",
      asked_by: actions.member.id,
      asked_at: expect.any(Date),
    });
    const asked = (await eventsOf(sql, id)).filter(({ type }) => type === "set_aside_asked");
    expect(asked.map(({ message, public: shown }) => [message, shown])).toEqual([
      ["asked the customer on Monday", false],
      ["asked again on Friday", false],
    ]);
    expect(await ask((await addOrder(sql)).id, "x")).toEqual({ outcome: "set_aside_changed" });
  });

  test("ends a set-aside with a count and detects a stale form", async () => {
    const order = await addOrder(sql, { payment_status: "unpaid", num_cards: 10 });
    await aside(order.id);
    expect(await actions.checkIn(order.id, 10, { p_version: order.version })).toMatchObject({
      outcome: "order_changed",
    });
    const counted = await actions.checkIn(order.id, 10);
    expect(counted).toMatchObject({ outcome: "received", order: { set_aside: null } });
    expect(await storedOrder(sql, order.id)).toMatchObject({ is_set_aside: false });
    await actions.undo(counted.action_id);
    expect(await storedOrder(sql, order.id)).toMatchObject({ is_set_aside: true, received_count: null });
  });

  describe("undo", () => {
    test("removes every trace of setting a package aside", async () => {
      const { id } = await addOrder(sql, { payment_status: "unpaid" });
      const before = await actions.factsOf(id);
      const { action_id } = await aside(id, { p_note: "wet", p_shelf: "X-1", p_inbound_tracking: "1Z" });
      expect(await actions.undo(action_id)).toMatchObject([{ outcome: "undone" }]);
      expect(await actions.factsOf(id)).toEqual(before);
      expect(await entryOf(id)).toBeUndefined();
      expect(JSON.stringify(await actions.shownTo(id))).not.toContain("set_aside");
    });

    test("restores the entry after a note or its end", async () => {
      const { id } = await addOrder(sql, { payment_status: "unpaid" });
      await aside(id);
      await ask(id, "first");
      const before = await entryOf(id);
      const second = await ask(id, "second");
      await actions.undo(second.action_id);
      expect(await entryOf(id)).toEqual(before);
      const ended = await end(id);
      expect((await entryOf(id))?.ended_at).not.toBeNull();
      await actions.undo(ended.action_id);
      expect(await entryOf(id)).toEqual(before);
      expect(await storedOrder(sql, id)).toMatchObject({ is_set_aside: true });
    });

    test("refuses after another note", async () => {
      const { id } = await addOrder(sql, { payment_status: "unpaid" });
      const first = await aside(id);
      await ask(id, "asked");
      expect(await actions.undo(first.action_id)).toMatchObject([{ outcome: "changed_since" }]);
    });

    test("restores the first entry when it was set aside twice", async () => {
      const { id } = await addOrder(sql, { payment_status: "unpaid" });
      await aside(id, { p_note: "first" });
      await end(id);
      const before = await entryOf(id);
      const { action_id } = await aside(id, { p_note: "second" });
      await actions.undo(action_id);
      expect(await entryOf(id)).toEqual(before);
    });
  });

  test("lists open set-asides oldest first", () =>
    undone(sql, async (tx) => {
      const ids: string[] = [];
      for (const day of [3, 1, 2]) {
        const { id } = await addOrder(tx, { payment_status: "unpaid" });
        await tx`insert into set_asides (order_id, reason, set_aside_by, set_aside_at)
        values (${id}, 'unpaid', ${actions.member.id}, ${`2026-11-0${day}`})`;
        ids.push(id);
      }
      const [third, first, second] = ids;
      const open = async () =>
        (
          await tx`select order_id from set_asides
          where ended_at is null and order_id = any(${ids}) order by set_aside_at`
        ).map((row) => row.order_id);
      expect(await open()).toEqual([first, second, third]);
      await tx`update set_asides set ended_at = now(), ended_by = set_aside_by where order_id = ${String(second)}`;
      const listed = await tx`select order_id from order_admin where is_set_aside and order_id = any(${ids})`;
      expect(listed.map((row) => row.order_id).sort()).toEqual([first, third].sort());
      await tx`delete from set_asides where order_id = ${String(first)}`;
      expect(await tx`select 1 from order_admin where is_set_aside and order_id = any(${ids})`).toHaveLength(
        1,
      );
      // With its order it goes, too.
      await tx`delete from grading_orders where id = ${String(third)}`;
      expect(await open()).toEqual([]);
    }));

  test("returns the customer and the current payment status", async () => {
    const { id } = await addOrder(sql, { payment_status: "unpaid", return_address: { full_name: "Casey" } });
    await aside(id, { p_note: "wet" });
    await sql`update set_asides set set_aside_at = '2001-01-01' where order_id = ${id}`;
    await sql`update grading_orders set payment_status = 'paid', paid_at = now(), total_paid = grading_fee where id = ${id}`;
    const { set_asides: rows } = await call<{ set_asides: Record<string, unknown>[] }>(
      personClient(actions.member.accessToken),
      "staff_receiving_desk",
      {},
    );
    expect(rows.find((row) => row.order_id === id)).toMatchObject({
      reason: "unpaid",
      payment_status: "paid",
      customer_name: "Casey",
      note: "wet",
      set_aside_by: actions.member.email,
    });
    await end(id);
  });

  test("keeps a set-aside package out of shipments until it is removed", async () => {
    const desk = () =>
      call<{ ready: { id: string }[] }>(personClient(actions.member.accessToken), "staff_grader_desk", {});
    const received_at = new Date(Date.now() - 3_000 * 86_400_000);
    const order = await addReceived(sql, { received_at });
    const unpaid = await addReceived(sql, { received_at, payment_status: "unpaid" });
    for (const { id } of [order, unpaid]) expect((await aside(id)).outcome).toBe("set_aside");
    const isListed = async () => (await desk()).ready.some(({ id }) => id === order.id);
    const isInView = async () => {
      const args = { p_view: "ready_to_send", p_limit: 200, p_with_counts: false };
      const page = await call<{ orders: { id: string }[] }>(
        personClient(actions.member.accessToken),
        "staff_list_orders",
        args,
      );
      return page.orders.some(({ id }) => id === order.id);
    };
    expect([await isListed(), await isInView()]).toEqual([false, false]);
    const shipment = await ShipmentActions.begin(actions);
    expect((await shipment.add([order, unpaid])).outcomes).toEqual({
      [order.id]: "set_aside",
      [unpaid.id]: "set_aside",
    });
    await end(order.id);
    expect([await isListed(), await isInView()]).toEqual([true, true]);
    expect((await shipment.add([order])).outcomes).toEqual({ [order.id]: "added" });
    await aside(order.id);
    expect(await shipment.close("SUB-1", 10)).toMatchObject({
      outcome: "shipment_refused",
      results: [{ id: order.id, outcome: "set_aside" }],
    });
    await end(order.id);
    await shipment.close("SUB-1", 10);
    await aside(order.id);
    expect(await shipment.step("shipped")).toMatchObject({ outcome: "shipment_refused" });
  });

  test("ends a set-aside when the package ships back, and restores it on undo", async () => {
    const columns = { payment_status: "canceled", refunded_cents: 100, total_paid: 250 };
    const { id } = await addOrder(sql, columns);
    await aside(id, { p_note: "wet", p_shelf: "X-2" });
    await ask(id, "asked on Monday");
    const entry = await entryOf(id);
    const { version } = await storedOrder(sql, id);
    const args = {
      p_order_id: id,
      p_version: version,
      p_carrier: "ups",
      p_tracking_number: `1ZASIDE${id.slice(0, 8)}`,
    };
    const sent = await actions.write<Answer>("staff_return_order", args);
    expect(sent.outcome).toBe("returned");
    expect(await storedOrder(sql, id)).toMatchObject({ submission_status: "completed", is_set_aside: false });
    expect((await eventsOf(sql, id)).map(({ type }) => type)).toContain("set_aside_ended");
    expect((await actions.undo(sent.action_id))[0]).toMatchObject({ outcome: "undone" });
    expect(await storedOrder(sql, id)).toMatchObject({ submission_status: "pending", is_set_aside: true });
    expect(await entryOf(id)).toEqual(entry);
  });

  test("returns the set-aside with its reason on the order page", async () => {
    const { id } = await addOrder(sql, { payment_status: "unpaid" });
    const page = () =>
      call<{ set_aside: object | null }>(personClient(actions.member.accessToken), "staff_get_order_page", {
        p_order_id: id,
      });
    expect((await page()).set_aside).toBeNull();
    await aside(id, { p_note: "wet" });
    expect((await page()).set_aside).toMatchObject({
      reason: "unpaid",
      note: "wet",
      set_aside_by: actions.member.email,
    });
    await end(id);
    expect((await page()).set_aside).toBeNull();
  });
});

describe("staff warnings", () => {
  const sql = connect();
  let member: StaffMember;
  beforeAll(async () => {
    member = await signUpStaff(sql);
  });

  type Preview = { orders: { id: string; owner: string; warnings: WarningCode[] }[] };
  type Results = { results: { id: string; outcome: string; warnings?: WarningCode[]; action_id?: string }[] };

  const preview = async (orders: StoredOrder[], changes: object) =>
    (
      await call<Preview>(personClient(member.accessToken), "staff_get_orders", {
        p_order_ids: orders.map(({ id }) => id),
        p_changes: changes,
      })
    ).orders;
  const save = async (orders: StoredOrder[], changes: object, reason?: string) =>
    (
      await call<Results>(serverClient(), "staff_update_orders", {
        p_actor: member.id,
        p_items: orders.map(({ id, version }) => ({ id, version })),
        p_changes: changes,
        p_reason: reason ?? null,
      })
    ).results;

  const HERE = {
    fulfillment_status: "grading",
    submission_status: "received",
    received_at: new Date(),
    received_count: 10,
  };
  const at = (submission_status: string, more: OrderColumns = {}) => ({
    ...HERE,
    submission_status,
    ...more,
  });

  const cases: [name: string, Parameters<typeof addOrder>[1], object, WarningCode[]][] = [
    ["goes to the grader", HERE, { submission_status: "shipped" }, []],
    ["was never received", {}, { submission_status: "shipped" }, ["never_received"]],
    [
      "was never received when fulfillment changes",
      {},
      { fulfillment_status: "grading" },
      ["never_received"],
    ],
    ["is not paid", { ...HERE, payment_status: "unpaid" }, { submission_status: "shipped" }, ["not_paid"]],
    ["failed to pay", { ...HERE, payment_status: "failed" }, { submission_status: "graded" }, ["not_paid"]],
    ["is canceled", { ...HERE, payment_status: "canceled" }, { submission_status: "grading" }, ["canceled"]],
    [
      "is canceled and ships back",
      { ...HERE, payment_status: "canceled", tracking_number: "1Z1" },
      { submission_status: "completed" },
      [],
    ],
    [
      "has a different count",
      { ...HERE, received_count: 9 },
      { submission_status: "shipped" },
      ["count_differs"],
    ],
    [
      "has a different count and ships back",
      at("graded", { received_count: 9, tracking_number: "1Z1" }),
      { submission_status: "completed" },
      [],
    ],
    [
      "is disputed",
      { ...HERE, dispute_status: "needs_response" },
      { submission_status: "shipped" },
      ["disputed"],
    ],
    [
      "lost a dispute without a review",
      { ...HERE, dispute_status: "lost", review_reason: "dispute_lost" },
      { submission_status: "shipped" },
      ["disputed"],
    ],
    [
      "lost a dispute and is reviewed",
      { ...HERE, dispute_status: "lost" },
      { submission_status: "shipped" },
      [],
    ],
    ["won a dispute", { ...HERE, dispute_status: "won" }, { submission_status: "shipped" }, []],
    [
      "ships back without a tracking number",
      at("graded"),
      { fulfillment_status: "complete" },
      ["no_tracking"],
    ],
    [
      "ships back with a tracking number",
      at("graded"),
      { submission_status: "completed", tracking_number: "1Z2" },
      [],
    ],
    ["moves a step back", at("graded"), { submission_status: "received" }, ["goes_back"]],
    [
      "gets a different tracking number",
      at("completed", { tracking_number: "1Z1" }),
      { tracking_number: "1Z3" },
      ["replaces_tracking"],
    ],
    [
      "keeps its tracking number",
      at("completed", { tracking_number: "1Z1" }),
      { tracking_number: "1Z1" },
      [],
    ],
    [
      "loses its tracking number",
      at("completed", { tracking_number: "1Z1" }),
      { tracking_number: "" },
      ["replaces_tracking"],
    ],
    [
      "was neither received nor paid",
      { payment_status: "unpaid" },
      { submission_status: "delivered" },
      ["never_received", "not_paid", "no_tracking"],
    ],
    ["skips the grader", HERE, { submission_status: "completed", tracking_number: "1Z4" }, ["not_sent"]],
    [
      "skips the grader when fulfillment changes",
      { ...HERE, tracking_number: "1Z5" },
      { fulfillment_status: "complete" },
      ["not_sent"],
    ],
    [
      "was never received and is set to delivered",
      { tracking_number: "1Z6" },
      { submission_status: "delivered" },
      ["never_received", "not_sent"],
    ],
    [
      "ships back from the grader",
      at("shipped", { tracking_number: "1Z7" }),
      { submission_status: "completed" },
      [],
    ],
    ["gets only a submission number", {}, { grading_submission_number: "SUB-1" }, []],
  ];

  test.each(cases)("warns correctly about an order that %s", async (_, columns, changes, warnings) => {
    const order = await addOrder(sql, columns);
    expect(await preview([order], changes)).toMatchObject([{ id: order.id, warnings }]);
    const [result] = await save([order], changes);
    if (warnings.length > 0) {
      expect(result).toMatchObject({ outcome: "reason_for_odd", warnings });
      const [now] = await sql`select version from grading_orders where id = ${order.id}`;
      expect(now?.version).toBe(order.version);
      expect(await save([order], changes, " agreed by phone ")).toMatchObject([{ outcome: "updated" }]);
      expect(await eventsOf(sql, order.id)).toContainEqual(
        expect.objectContaining({
          type: "reason",
          message: "agreed by phone",
          public: false,
          actor_id: member.id,
        }),
      );
    } else {
      expect(["updated", "unchanged"]).toContain(result?.outcome);
    }
  });

  test("saves orders without a warning in one action beside those that need a reason", async () => {
    const [fits, odd] = [await addOrder(sql, HERE), await addOrder(sql)];
    const results = await save([fits, odd], { submission_status: "shipped" });
    const outcome = (id: string) => results.find((result) => result.id === id);
    expect(outcome(fits.id)).toMatchObject({ outcome: "updated", action_id: expect.any(String) });
    expect(outcome(odd.id)).toMatchObject({ outcome: "reason_for_odd" });
  });

  test("warns when two customers' orders share a tracking number", async () => {
    const number = `1Z${uniqueToken().toUpperCase()}`;
    const [one, two] = [await signedUp(sql), await signedUp(sql)];
    const of = ({ id, email }: { id: string; email: string }) => ({
      ...at("graded"),
      user_id: id,
      user_email: email,
    });
    const orders = [await addOrder(sql, of(one)), await addOrder(sql, of(one)), await addOrder(sql, of(two))];
    const previewed = await preview(orders, { tracking_number: number });
    expect(new Set(previewed.map(({ owner }) => owner)).size).toBe(2);
    expect(previewed.flatMap(({ warnings }) => warnings)).toEqual([]);
    await save(orders.slice(0, 2), { tracking_number: number });
    const [, , last] = orders;
    if (!last) throw new Error("no order");
    expect((await preview([last], { tracking_number: number }))[0]?.warnings).toEqual(["shared_tracking"]);
    expect(await save([last], { tracking_number: number })).toMatchObject([
      { warnings: ["shared_tracking"] },
    ]);
    expect(await updateAsStaff(member, last, { tracking_number: number })).toMatchObject({
      outcome: "reason_for_odd",
      warnings: ["shared_tracking"],
    });
    expect(await updateAsStaff(member, last, { tracking_number: number }, "one household")).toMatchObject({
      outcome: "updated",
    });
  });

  test.each(["account email", "browser"])(
    "recognizes a guest order as the same customer's by %s",
    async (by) => {
      const number = `1Z${uniqueToken().toUpperCase()}`;
      const person = await signedUp(sql);
      const guest_key = aGuestKey();
      const [other, own] =
        by === "browser"
          ? [{ guest_key }, { guest_key, guest_email: anEmail() }]
          : [{ user_id: person.id, user_email: person.email }, { guest_email: person.email.toUpperCase() }];
      await addOrder(sql, { ...at("graded"), ...other, tracking_number: number });
      const order = await addOrder(sql, { ...at("graded"), ...own });
      expect((await preview([order], { tracking_number: number }))[0]?.warnings).toEqual([]);
    },
  );

  test("has a text for every warning of the database", async () => {
    const [row] = await sql<
      { source: string }[]
    >`select prosrc as source from pg_proc where proname = 'change_warnings'`;
    const found = [...(row?.source ?? "").matchAll(/then '(\w+)' end/g)].map(([, code]) => code);
    expect(found.toSorted()).toEqual([...warningCodeSchema.options].toSorted());
  });

  test("previews without changing anything, for staff only", async () => {
    const order = await addOrder(sql);
    const gone = { ...order, id: "0b9c1d7e-3f64-4b3c-9d50-8a4a7d1f2e3b" };
    expect(await preview([order, gone], { submission_status: "graded" })).toHaveLength(1);
    const [now] = await sql`select version from grading_orders where id = ${order.id}`;
    expect(now?.version).toBe(order.version);
    const person = await signedUp(sql);
    await expect(
      call(personClient(person.accessToken), "staff_get_orders", {
        p_order_ids: [order.id],
        p_changes: {},
      }),
    ).rejects.toThrow();
  });
});
