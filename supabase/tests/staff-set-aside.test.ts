import type { WarningCode } from "@/lib/staff/order/change-warnings";
import { warningCodeSchema } from "@/lib/staff/order/schema";
import { addReceived, ShipmentActions } from "../../sandbox/builders/grader-shipment";
import { anEmail, uniqueToken } from "../../sandbox/builders/ids";
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
  addSignedInPerson,
  call,
  connect,
  personClient,
  serverClient,
  tally,
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

  test("sets an order aside with its reason, shelf and carrier number", async () => {
    const { id } = await addOrder(sql, { payment_status: "unpaid" });
    expect(await aside(id, { p_note: " wet ", p_shelf: "X-1", p_inbound_tracking: "1Z9" })).toMatchObject({
      outcome: "set_aside",
      order: {
        set_aside: { reason: "unpaid", note: "wet", set_aside_by: actions.member.email },
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

  test("sets a package aside once for several concurrent calls", async () => {
    const { id } = await addOrder(sql, { payment_status: "unpaid" });
    const outcomes = (await Promise.all([aside(id), aside(id), aside(id)])).map(({ outcome }) => outcome);
    expect(tally(outcomes)).toEqual({ set_aside: 1, set_aside_changed: 2 });
    const ends = (await Promise.all([end(id), end(id)])).map(({ outcome }) => outcome);
    expect(tally(ends)).toEqual({ ended: 1, set_aside_changed: 1 });
    expect((await ask(id, "too late")).outcome).toBe("set_aside_changed");
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
  });

  test("ends a set-aside when the order is counted, and restores it on undo", async () => {
    const order = await addOrder(sql, { payment_status: "unpaid", num_cards: 10 });
    await aside(order.id);
    const counted = await actions.checkIn(order.id, 10);
    expect(counted).toMatchObject({ outcome: "received", order: { set_aside: null } });
    expect(await storedOrder(sql, order.id)).toMatchObject({ is_set_aside: false });
    await actions.undo(counted.action_id);
    expect(await storedOrder(sql, order.id)).toMatchObject({ is_set_aside: true, received_count: null });
  });

  test("removes every trace of a set-aside when it is undone", async () => {
    const { id } = await addOrder(sql, { payment_status: "unpaid" });
    const before = await actions.readOrder(id);
    const { action_id } = await aside(id, { p_note: "wet", p_shelf: "X-1", p_inbound_tracking: "1Z" });
    expect(await actions.undo(action_id)).toMatchObject([{ outcome: "undone" }]);
    expect(await actions.readOrder(id)).toEqual(before);
    expect(await entryOf(id)).toBeUndefined();
  });

  test("restores the set-aside entry when a question or its removal is undone", async () => {
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

  test("keeps a set-aside package out of shipments until the set-aside ends", async () => {
    const order = await addReceived(sql);
    await aside(order.id);
    const shipment = await ShipmentActions.begin(actions);
    expect((await shipment.add([order])).outcomes).toEqual({ [order.id]: "set_aside" });
    expect(await actions.listed(order.id, "ready_to_send")).toBeUndefined();
    await end(order.id);
    expect(await actions.listed(order.id, "ready_to_send")).toBeDefined();
    expect((await shipment.add([order])).outcomes).toEqual({ [order.id]: "added" });
    await aside(order.id);
    expect(await shipment.close("SUB-1", 10)).toMatchObject({
      outcome: "shipment_refused",
      results: [{ id: order.id, outcome: "set_aside" }],
    });
  });

  test("ends a set-aside when the package ships back, and restores it on undo", async () => {
    const { id } = await addOrder(sql, { payment_status: "canceled", refunded_cents: 100, total_paid: 250 });
    await aside(id, { p_note: "wet", p_shelf: "X-2" });
    const entry = await entryOf(id);
    const { version } = await storedOrder(sql, id);
    const args = { p_order_id: id, p_version: version, p_carrier: "ups", p_tracking_number: uniqueToken() };
    const sent = await actions.write<Answer>("staff_return_order", args);
    expect(sent.outcome).toBe("returned");
    expect(await storedOrder(sql, id)).toMatchObject({ submission_status: "completed", is_set_aside: false });
    expect((await actions.undo(sent.action_id))[0]).toMatchObject({ outcome: "undone" });
    expect(await storedOrder(sql, id)).toMatchObject({ submission_status: "pending", is_set_aside: true });
    expect(await entryOf(id)).toEqual(entry);
  });
});

describe("staff warnings", () => {
  const sql = connect();
  let member: StaffMember;
  beforeAll(async () => {
    member = await signUpStaff(sql);
  });

  type Preview = { orders: { id: string; warnings: WarningCode[] }[] };
  type Results = { results: { id: string; outcome: string; warnings?: WarningCode[]; action_id?: string }[] };

  const preview = async ({ id }: StoredOrder, p_changes: object) => {
    const args = { p_order_ids: [id], p_changes };
    return (await call<Preview>(personClient(member.accessToken), "staff_get_orders", args)).orders;
  };
  const save = async ({ id, version }: StoredOrder, p_changes: object, p_reason: string | null = null) => {
    const args = { p_actor: member.id, p_items: [{ id, version }], p_changes, p_reason };
    return (await call<Results>(serverClient(), "staff_update_orders", args)).results;
  };

  const HERE = { fulfillment_status: "grading", received_at: new Date(), received_count: 10 };
  const at = (submission_status: string, more: Parameters<typeof addOrder>[1] = {}) => ({
    ...HERE,
    submission_status,
    ...more,
  });

  const shipped = { submission_status: "shipped" };
  const cases: [name: string, Parameters<typeof addOrder>[1], object, WarningCode[]][] = [
    ["goes to the grader", at("received"), shipped, []],
    ["was never received", {}, shipped, ["never_received"]],
    ["is not paid", at("received", { payment_status: "unpaid" }), shipped, ["not_paid"]],
    [
      "is canceled",
      at("received", { payment_status: "canceled" }),
      { submission_status: "grading" },
      ["canceled"],
    ],
    ["has a different count", at("received", { received_count: 9 }), shipped, ["count_differs"]],
    [
      "has a different count and ships back",
      at("graded", { received_count: 9, tracking_number: "1Z1" }),
      { submission_status: "completed" },
      [],
    ],
    ["is disputed", at("received", { dispute_status: "needs_response" }), shipped, ["disputed"]],
    [
      "ships back without a tracking number",
      at("graded"),
      { fulfillment_status: "complete" },
      ["no_tracking"],
    ],
    ["moves a step back", at("graded"), { submission_status: "received" }, ["goes_back"]],
    [
      "gets a different tracking number",
      at("completed", { tracking_number: "1Z1" }),
      { tracking_number: "1Z3" },
      ["replaces_tracking"],
    ],
    [
      "skips the grader",
      at("received"),
      { submission_status: "completed", tracking_number: "1Z4" },
      ["not_sent"],
    ],
  ];

  test.each(cases)(
    "returns the right warnings for an order that %s",
    async (_, columns, changes, warnings) => {
      const order = await addOrder(sql, columns);
      expect(await preview(order, changes)).toMatchObject([{ id: order.id, warnings }]);
      const [result] = await save(order, changes);
      if (warnings.length > 0) {
        expect(result).toMatchObject({ outcome: "reason_for_odd", warnings });
        expect(await storedOrder(sql, order.id)).toMatchObject({ version: order.version });
        expect(await save(order, changes, " agreed by phone ")).toMatchObject([{ outcome: "updated" }]);
        expect(await eventsOf(sql, order.id)).toContainEqual(
          expect.objectContaining({ type: "reason", message: "agreed by phone", public: false }),
        );
      } else {
        expect(["updated", "unchanged"]).toContain(result?.outcome);
      }
    },
  );

  test("warns if two customers' orders share a tracking number", async () => {
    const tracking_number = uniqueToken();
    await addOrder(sql, { ...at("completed"), guest_email: anEmail(), tracking_number });
    const order = await addOrder(sql, { ...at("graded"), guest_email: anEmail() });
    const warned = { outcome: "reason_for_odd", warnings: ["shared_tracking"] };
    expect(await preview(order, { tracking_number })).toMatchObject([{ warnings: ["shared_tracking"] }]);
    expect(await save(order, { tracking_number })).toMatchObject([warned]);
    expect(await updateAsStaff(member, order, { tracking_number })).toMatchObject(warned);
    const updated = await updateAsStaff(member, order, { tracking_number }, "one household");
    expect(updated).toMatchObject({ outcome: "updated" });
  });

  test("treats a guest order as the customer's own if the account has the same email", async () => {
    const tracking_number = uniqueToken();
    const { id, email } = await addSignedInPerson(sql);
    await addOrder(sql, { ...at("graded"), user_id: id, user_email: email, tracking_number });
    const order = await addOrder(sql, { ...at("graded"), guest_email: email.toUpperCase() });
    expect(await preview(order, { tracking_number })).toMatchObject([{ warnings: [] }]);
  });

  test("lists every warning from the database in the warning schema", async () => {
    const [row] = await sql<
      { source: string }[]
    >`select prosrc as source from pg_proc where proname = 'change_warnings'`;
    const found = [...(row?.source ?? "").matchAll(/then '(\w+)' end/g)].map(([, code]) => code);
    expect(found.toSorted()).toEqual([...warningCodeSchema.options].toSorted());
  });
});
