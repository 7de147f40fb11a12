import { randomUUID } from "node:crypto";
import { logInAsStaff, Product, type SignedIn } from "../../sandbox/builders/product.ts";
import { addOrder, storedOrder } from "../../sandbox/builders/rows.ts";
import { database } from "../../sandbox/builders/test-database.ts";
import { titled } from "../support/titled.ts";

const product = new Product();
let staff: SignedIn;

beforeAll(async () => {
  staff = await logInAsStaff(product, database());
});
afterAll(() => database().end());

const save = (id: string, body: object, who: object = staff) =>
  product.post(`/api/admin/orders/${id}`, body, who);
const saveAll = (orders: object[], changes: object) =>
  product.post("/api/admin/orders/bulk", { orders, changes }, staff);

describe("saving one order", () => {
  test("of an older version is refused with what others did, and changes nothing", async () => {
    const [order, other] = [await addOrder(database()), await logInAsStaff(product, database())];
    const first = await save(
      order.id,
      { version: order.version, changes: { fulfillment_status: "grading" } },
      other,
    );
    expect(first).toMatchObject({ status: 200, body: { order: { fulfillment_status: "grading" } } });
    const second = await save(order.id, { version: order.version, changes: { internal_notes: "mine" } });
    expect(second.status).toBe(409);
    expect(second.body.order.version).toBe(first.body.order.version);
    expect(second.body.changes).toContainEqual(
      expect.objectContaining({
        type: "fulfillment_status",
        from_value: "not_received",
        to_value: "grading",
        actor_email: other.email,
      }),
    );
    expect((await storedOrder(database(), order.id)).internal_notes).toBeNull();
    const again = await save(order.id, {
      version: second.body.order.version,
      changes: { internal_notes: "mine" },
    });
    expect(again.status).toBe(200);
  });

  test("as unpaid, which the payment service holds as paid, takes a reason", async () => {
    const order = await addOrder(database(), {
      stripe_payment_intent_id: `pi_${randomUUID().replaceAll("-", "")}`,
    });
    const body = { version: order.version, changes: { payment_status: "unpaid" } };
    expect((await save(order.id, body)).status).toBe(422);
    expect((await storedOrder(database(), order.id)).payment_status).toBe("paid");
    const reasoned = await save(order.id, { ...body, reason: "Charged back at the bank" });
    expect(reasoned).toMatchObject({ status: 200, body: { order: { payment_status: "unpaid" } } });
  });

  test("of what does not fit says what that is, and takes a reason", async () => {
    const here = { fulfillment_status: "grading", submission_status: "graded", received_at: new Date() };
    const order = await addOrder(database(), here);
    const body = { version: order.version, changes: { submission_status: "completed" } };
    expect(await save(order.id, body)).toMatchObject({
      status: 422,
      body: { error: "It has no tracking number. Please say why.", oddities: ["no_tracking"] },
    });
    const reasoned = await save(order.id, { ...body, reason: "Handed over" });
    expect(reasoned).toMatchObject({ status: 200, body: { order: { fulfillment_status: "complete" } } });
  });

  const bad: [string, object, string][] = [
    ["no change", {}, "Nothing was changed."],
    [
      "a field that staff do not set",
      { total_paid: 0 },
      "This request has values that we do not know: total_paid.",
    ],
    [
      "a payment state that only the payment service sets",
      { payment_status: "canceled" },
      "Please check the payment status: it is one of unpaid, paid.",
    ],
    [
      "an unknown step",
      { fulfillment_status: "lost" },
      "Please check the fulfillment status: it is one of not_received, grading, complete.",
    ],
    ["a file of another kind", { invoice_filename: "invoice.exe" }, "Please choose a PDF, JPG or PNG file."],
    ["a path", { invoice_filename: "../invoice.pdf" }, "Please choose a PDF, JPG or PNG file."],
    [
      "a text that is too long",
      { internal_notes: "x".repeat(5001) },
      "This can hold up to 5,000 characters.",
    ],
    ["what a database refuses", { internal_notes: "a\u0000b" }, "This request holds unreadable text."],
    ["half a letter", { tracking_number: "\ud800" }, "This request holds unreadable text."],
  ];
  test.each(bad)("is refused for %s", async (_name, changes, error) => {
    const order = await addOrder(database());
    const answer = await save(order.id, { version: order.version, changes });
    expect(answer).toMatchObject({ status: 400, body: { error } });
    expect((await storedOrder(database(), order.id)).version).toBe(order.version);
  });

  test.each(["42", randomUUID(), "%00", "a".repeat(3000)].map(titled))(
    "has no order %s",
    async (_title, id) => {
      const answer = await save(id, { version: 1, changes: { internal_notes: "x" } });
      expect(answer.status).toBe(404);
    },
  );

  test.each([0, -1, 1.5, 2 ** 31, "1", null])("knows no version %s", async (version) => {
    const order = await addOrder(database());
    expect((await save(order.id, { version, changes: { internal_notes: "x" } })).status).toBe(400);
  });
});

describe("saving several orders", () => {
  test("has a result for each, and one that fails stops no other", async () => {
    const [fresh, stale, same] = [
      await addOrder(database()),
      await addOrder(database()),
      await addOrder(database(), { fulfillment_status: "complete", submission_status: "completed" }),
    ];
    await save(stale.id, { version: stale.version, changes: { internal_notes: "seen" } });
    const missing = { id: randomUUID(), version: 1 };
    const { status, body } = await product.post(
      "/api/admin/orders/bulk",
      {
        orders: [fresh, stale, same, missing],
        changes: { fulfillment_status: "complete" },
        reason: "Handed over",
      },
      staff,
    );
    expect(status).toBe(200);
    const outcomes = Object.fromEntries(
      body.results.map(({ id, outcome }: { id: string; outcome: string }) => [id, outcome]),
    );
    expect(outcomes).toEqual({
      [fresh.id]: "updated",
      [stale.id]: "conflict",
      [same.id]: "unchanged",
      [missing.id]: "not_found",
    });
    expect(await storedOrder(database(), fresh.id)).toMatchObject({
      fulfillment_status: "complete",
      submission_status: "completed",
    });
    expect((await storedOrder(database(), stale.id)).fulfillment_status).toBe("not_received");
  });

  test.each<[string, object[], object, string]>([
    ["no orders", [], { fulfillment_status: "complete" }, "Please select at least one order."],
    [
      "more than 200",
      Array(201).fill({ id: randomUUID(), version: 1 }),
      { fulfillment_status: "complete" },
      "Up to 200 orders can be changed at once.",
    ],
    [
      "an id that is none",
      [{ id: "42", version: 1 }],
      { fulfillment_status: "complete" },
      "The ID is not valid. Please reload the page and try again.",
    ],
    ["no change", [{ id: randomUUID(), version: 1 }], {}, "Nothing was changed."],
    [
      "a payment",
      [{ id: randomUUID(), version: 1 }],
      { payment_status: "paid" },
      "This request has values that we do not know: payment_status.",
    ],
  ])("is refused for %s", async (_name, orders, changes, error) => {
    const answer = await saveAll(orders, changes);
    expect(answer).toMatchObject({ status: 400, body: { error } });
  });
});
