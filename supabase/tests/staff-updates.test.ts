import { SUBMISSION_STEPS, statuses, statusesAfter } from "@/lib/orders/status";
import { aPaymentIntentId, uniqueToken } from "../../sandbox/builders/ids";
import { addOrder, eventsOf, type StaffMember, signUpStaff, storedOrder } from "../../sandbox/builders/rows";
import { updateAsStaff } from "../../sandbox/builders/sql-functions";
import { call, connect, serverClient, tally } from "../../sandbox/builders/test-database";

const sql = connect();
let member: StaffMember;
let other: StaffMember;
beforeAll(async () => {
  member = await signUpStaff(sql);
  other = await signUpStaff(sql);
});

test("records every changed field as an event with author, old value and new value", async () => {
  const order = await addOrder(sql);
  const number = uniqueToken();
  const saved = await updateAsStaff(member, order, {
    submission_status: "shipped",
    tracking_number: ` ${number} `,
    grading_submission_number: "SUB-7",
    internal_notes: "call first",
    invoice_filename: "invoice.pdf",
  });
  expect(saved.outcome).toBe("updated");
  expect(saved.order.version).toBe(order.version + 1);
  const events = await eventsOf(sql, order.id);
  expect(events.map((event) => [event.type, event.from_value, event.to_value, event.public])).toEqual([
    ["fulfillment_status", "not_received", "grading", false],
    ["submission_status", "pending", "shipped", true],
    ["tracking_number", null, number, true],
    ["grading_submission_number", null, "SUB-7", false],
    ["internal_notes", null, "call first", false],
    ["invoice_filename", null, "invoice.pdf", false],
  ]);
  expect(new Set(events.map((event) => event.actor_id))).toEqual(new Set([member.id]));
  const cleared = await updateAsStaff(member, saved.order, { tracking_number: "", internal_notes: "" });
  expect(cleared.order).toMatchObject({ tracking_number: null, internal_notes: null });
  const repeated = { tracking_number: "", submission_status: "shipped" };
  expect(await updateAsStaff(member, cleared.order, repeated)).toMatchObject({ outcome: "unchanged" });
});

test("saves one of two concurrent changes and reports it to the other caller", async () => {
  const order = await addOrder(sql);
  const results = await Promise.all([
    updateAsStaff(member, order, { internal_notes: "mine" }),
    updateAsStaff(other, order, { tracking_number: uniqueToken() }),
  ]);
  expect(tally(results.map((result) => result.outcome))).toEqual({ updated: 1, order_changed: 1 });
  const winner = results[0]?.outcome === "updated" ? member : other;
  const lost = results.find((result) => result.outcome === "order_changed");
  expect(lost?.changes).toMatchObject([{ actor_email: winner.email }]);
});

describe("payment", () => {
  test("changes the payment by hand only with a reason, which stays internal", async () => {
    const order = await addOrder(sql);
    expect(await updateAsStaff(member, order, { payment_status: "unpaid" }, "  ")).toMatchObject({
      outcome: "reason_required",
      order: { payment_status: "paid", version: order.version },
    });
    const unpaid = await updateAsStaff(member, order, { payment_status: "unpaid" }, "charged back by phone");
    expect(unpaid).toMatchObject({ outcome: "updated", order: { payment_status: "unpaid" } });
    const paid = await updateAsStaff(member, unpaid.order, { payment_status: "paid" }, "sorted out");
    expect(paid.outcome).toBe("updated");
    const events = await eventsOf(sql, order.id);
    expect(events.map((event) => [event.type, event.to_value, event.public, event.message])).toEqual([
      ["payment_status", "unpaid", false, null],
      ["reason", "unpaid", false, "charged back by phone"],
      ["payment_status", "paid", true, null],
      ["reason", "paid", false, "sorted out"],
    ]);
  });

  test.each(["unpaid", "pending", "failed", "canceled"])(
    "sets a payment that is %s to paid with a reason once its session was checked",
    async (payment_status) => {
      const order = await addOrder(sql, { payment_status });
      const save = (reason: string | null, askedSession: unknown = null) =>
        updateAsStaff(member, order, { payment_status: "paid" }, reason, askedSession);
      const session = order.stripe_session_id;
      expect(await save(null, session)).toMatchObject({ outcome: "reason_required" });
      const ask = { outcome: "ask_payment", stripe_session_id: session };
      expect(await save("Cash")).toMatchObject(ask);
      expect(await save("Cash", "cs_test_ofanother")).toMatchObject(ask);
      expect(await save("Cash", session)).toMatchObject({
        outcome: "updated",
        order: { payment_status: "paid", total_paid: 250, is_paid_by_card: false },
      });
      const [mail] = await sql`select 1 from outbox where dedupe_key = ${`order_confirmation:${order.id}`}`;
      expect(mail).toBeDefined();
    },
  );

  test("sets an order without a session to paid immediately", async () => {
    const order = await addOrder(sql, { payment_status: "unpaid", stripe_session_id: null });
    expect(await updateAsStaff(member, order, { payment_status: "paid" }, "Cash")).toMatchObject({
      outcome: "updated",
    });
  });

  test("refuses to set a fully refunded order to paid, but not a partly refunded one", async () => {
    const card = { stripe_payment_intent_id: aPaymentIntentId(), total_paid: 250 };
    const order = await addOrder(sql, { ...card, payment_status: "canceled", refunded_cents: 25_000 });
    const save = (version: number, payment_status: string) =>
      updateAsStaff(member, { ...order, version }, { payment_status }, "Paid in cash");
    const refused = { outcome: "order_all_refunded", order: { payment_status: "canceled" } };
    expect(await save(order.version, "paid")).toMatchObject(refused);
    expect(await save(order.version, "unpaid")).toMatchObject({ outcome: "updated" });
    await sql`update grading_orders set refunded_cents = 24999 where id = ${order.id}`;
    const { version } = await storedOrder(sql, order.id);
    expect(await save(version, "paid")).toMatchObject({ outcome: "updated" });
  });

  test.each(["pending", "failed", "canceled", "refunded"])(
    "refuses to set a payment to %s by hand",
    async (payment_status) => {
      const order = await addOrder(sql);
      await expect(updateAsStaff(member, order, { payment_status }, "Why not")).rejects.toThrow(
        "paid or unpaid only",
      );
    },
  );
});

test("maps statuses the same way as the forms", async () => {
  for (const step of SUBMISSION_STEPS) {
    const [row] = await sql<{ name: string }[]>`select private.fulfillment_of(${step}) as name`;
    expect(row?.name).toBe(statuses[step].fulfillment);
  }
  for (const from of SUBMISSION_STEPS) {
    const now = { fulfillment: statuses[from].fulfillment, submission: from };
    for (const picked of ["not_received", "grading", "complete"] as const) {
      const order = await addOrder(sql, { fulfillment_status: now.fulfillment, submission_status: from });
      const after = statusesAfter(now, { fulfillment: picked });
      expect(await updateAsStaff(member, order, { fulfillment_status: picked }, "As picked")).toMatchObject({
        order: { fulfillment_status: after.fulfillment, submission_status: after.submission },
      });
    }
  }
});

test("marks a step backward as a correction", async () => {
  const order = await addOrder(sql, { fulfillment_status: "complete", submission_status: "delivered" });
  await updateAsStaff(member, order, { submission_status: "grading" }, "By mistake");
  const events = await eventsOf(sql, order.id);
  expect(events.map(({ type, data }) => [type, data])).toEqual([
    ["fulfillment_status", { corrected: true }],
    ["submission_status", { corrected: true }],
    ["reason", null],
  ]);
});

const bulk = (items: { id: string; version: number }[]) =>
  call<{ results: { id: string; outcome: string }[] }>(serverClient(), "staff_update_orders", {
    p_actor: member.id,
    p_items: items,
    p_changes: { submission_status: "shipped", grading_submission_number: "SUB-9" },
    p_reason: "Seen at the counter",
  });

test("returns a result per row even if some rows fail", async () => {
  const [good, stale, done] = [await addOrder(sql), await addOrder(sql), await addOrder(sql)];
  await updateAsStaff(other, stale, { internal_notes: "seen" });
  const first = await updateAsStaff(other, done, {
    submission_status: "shipped",
    grading_submission_number: "SUB-9",
  });
  const missing = "00000000-0000-4000-8000-000000000000";
  const { results } = await bulk([good, stale, { ...first.order }, { id: missing, version: 1 }]);
  expect(Object.fromEntries(results.map(({ id, outcome }) => [id, outcome]))).toEqual({
    [good.id]: "updated",
    [stale.id]: "order_changed",
    [done.id]: "unchanged",
    [missing]: "order_not_found",
  });
});

test("avoids a deadlock between bulk changes in opposite order", async () => {
  const orders = await Promise.all(Array.from({ length: 20 }, () => addOrder(sql)));
  const all = await Promise.all([bulk(orders), bulk([...orders].reverse()), bulk(orders)]);
  expect(tally(all.flatMap(({ results }) => results.map(({ outcome }) => outcome)))).toEqual({
    updated: 20,
    order_changed: 40,
  });
});
