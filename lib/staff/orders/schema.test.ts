import { MAX_BULK } from "@/lib/staff/orders/bulk-outcome";
import { bulkUpdateSchema } from "@/lib/staff/orders/schema";

const row = { id: "3f2b8a10-0c1d-4e2f-8a3b-4c5d6e7f8091", version: 3 };
const changes = {
  fulfillment_status: "grading",
  submission_status: "shipped",
  tracking_number: "1Z999AA10123456784",
  grading_submission_number: "PSA-1",
  note: "one box",
};
const problem = (body: unknown) => bulkUpdateSchema.safeParse(body).error?.issues[0]?.message ?? null;

test("several orders take what makes sense for many", () => {
  const body = { orders: [row, row], changes };
  expect(bulkUpdateSchema.parse({ orders: [{ ...row, payment_status: "paid" }, row], changes })).toEqual(
    body,
  );
});

test.each([
  { payment_status: "paid" },
  { internal_notes: "x" },
  { invoice_filename: "a.pdf" },
  { is_reviewed: true },
])("many orders cannot take %j", (more) => {
  expect(problem({ orders: [row], changes: { ...changes, ...more } })).not.toBeNull();
});

test.each([
  ["no order", { orders: [], changes }, "Please select at least one order."],
  [
    "too many orders",
    { orders: Array(MAX_BULK + 1).fill(row), changes },
    "Up to 200 orders can be changed at once.",
  ],
  ["no change", { orders: [row], changes: {} }, "Nothing was changed."],
])("%s is said so", (_, body, message) => {
  expect(problem(body)).toBe(message);
});

test("as many orders as a call may change pass", () => {
  expect(problem({ orders: Array(MAX_BULK).fill(row), changes })).toBeNull();
});

test.each([[{ ...row, id: "7" }], [{ id: row.id }], [{ version: 3 }], [{ ...row, version: 0 }], [row.id]])(
  "%j is no order with the version that was seen",
  (order) => {
    expect(problem({ orders: [order], changes })).not.toBeNull();
  },
);
