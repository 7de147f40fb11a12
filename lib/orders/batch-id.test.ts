import { BATCH_ID, displayBatchId, newBatchId, readTypedBatchId } from "@/lib/orders/batch-id";

test("a new id has the specified format and four random characters at the end", () => {
  const id = newBatchId(1_790_000_000_000);
  expect(id).toMatch(BATCH_ID);
  expect(id).toMatch(/^BATCH-3N5472V22-[2-9A-HJ-NP-Z]{4}$/);
});

test("no id has a letter that is taken for a digit, or the other way round", () => {
  for (let round = 0; round < 200; round++) {
    expect(newBatchId(1_790_000_000_000 + round * 7_654_321).slice("BATCH-".length)).not.toMatch(/[01OI]/);
  }
});

test.each([
  [1_790_000_000_000, 1_790_000_000_001],
  [1_790_000_000_031, 1_790_000_000_032],
  [Date.UTC(2026, 0), Date.UTC(2039, 8)],
  [Date.UTC(2039, 8), Date.UTC(3084, 0)],
])("the id of %d sorts before that of %d", (earlier, later) => {
  expect(newBatchId(earlier) < newBatchId(later)).toBe(true);
});

test.each(["BATCH-MG0I2KQO-7F3K", "BATCH-ABCDEF-2345", "BATCH-0O1IABCDEFGHJKLM-0O1I"])(
  "%j, of before or of another source, stays one",
  (id) => expect(BATCH_ID.test(id)).toBe(true),
);

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

describe("a batch id that somebody types", () => {
  const ID = "BATCH-MG0I2KQO-7F3K";
  const READ = "BATCHMG012KQ07F3K";

  test.each([
    ID,
    "MG0I2KQO-7F3K",
    "mg0i2kqo 7f3k",
    "  batch mg0i2kqo7f3k ",
    "Batch#MG0I 2KQO.7F3K",
    "BATCH\u2013MG0I2KQO\u20147F3K",
    "BATCH\u2212MG0I2KQO\u00a07F3K",
    "BATCH-MGOI2KQ0-7F3K",
    "BATCH-MG012KQO-7F3K",
    "\uff22\uff21\uff34\uff23\uff28-MG0I2KQO-7F3K",
  ])("%j is found", (typed) => expect(readTypedBatchId(typed)).toBe(READ));

  test.each(["ORDER-3F2A9C1E", "order 3f2a9c1e", "0RDER3F2A9CIE"])("%j is an order's own id", (typed) =>
    expect(readTypedBatchId(typed)).toBe("ORDER3F2A9C1E"),
  );

  test.each([
    "",
    " - ",
    "BATCH-",
    "7F3K",
    "MG0I2KQO7",
    "BATCH-MG0I2KQO-7F3K7F3K7F3K7",
    "jane@example.org",
    "BATCH-MG0I2KQO-7F3K'",
    "BATCH-MG0I2KQO-7F3\u041a",
  ])("%j is none", (typed) => expect(readTypedBatchId(typed)).toBeNull());

  test("every id that we make is read as the database compares it", () => {
    for (let round = 0; round < 100; round++) {
      const id = newBatchId(1_790_000_000_000 + round * 7_654_321);
      const stored = id.replaceAll("-", "").replaceAll("O", "0").replaceAll("I", "1");
      expect(readTypedBatchId(id)).toBe(stored);
      expect(readTypedBatchId(id.slice(6).toLowerCase())).toBe(stored);
    }
  });
});
