import { BATCH_ID, displayBatchId, newBatchId } from "@/lib/orders/batch-id";

test("a new id has the specified format and four random characters at the end", () => {
  const id = newBatchId(1_790_000_000_000);
  expect(id).toMatch(BATCH_ID);
  expect(id).toMatch(/^BATCH-[0-9A-Z]{8}-[2-9A-HJ-NP-Z]{4}$/);
});

test("ids of one millisecond differ", () => {
  const ids = new Set(Array.from({ length: 200 }, () => newBatchId(1_790_000_000_000)));
  expect(ids.size).toBeGreaterThan(190);
});

test.each([
  "BATCH-ABCDEF-12",
  "batch-abcdef-1234",
  "BATCH-ABC-1234",
  "BATCH-ABCDEF-12345",
  " BATCH-ABCDEF-1234",
  "BATCH-ABCDEF-1234\n",
  "ORDER-12345678",
  "",
])("refuses %j", (id) => {
  expect(BATCH_ID.test(id)).toBe(false);
});

test("an order without a batch id shows eight characters of its own id", () => {
  const id = "3f2a9c1e-0000-4000-8000-000000000000";
  expect(displayBatchId({ id, batch_id: null })).toBe("ORDER-3F2A9C1E");
  expect(displayBatchId({ id, batch_id: "BATCH-ABCDEF-2345" })).toBe("BATCH-ABCDEF-2345");
});
