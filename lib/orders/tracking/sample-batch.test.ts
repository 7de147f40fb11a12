import { BATCH_ID } from "@/lib/orders/batch-id";
import { expectedBy, promiseWords } from "@/lib/orders/promise";
import { timelineOf } from "@/lib/orders/timeline";
import { SAMPLE_BATCH, SAMPLE_BATCH_ID } from "@/lib/orders/tracking/sample-batch";

test("the made-up batch has an ID as ours are", () => {
  expect(SAMPLE_BATCH_ID).toMatch(BATCH_ID);
  expect(SAMPLE_BATCH_ID.slice("BATCH-".length)).not.toMatch(/[01OI]/);
});

test("its story is whole, in order, and ends before it is looked at", () => {
  const { steps, entries } = timelineOf(SAMPLE_BATCH, SAMPLE_BATCH.events, expectedBy(SAMPLE_BATCH));
  const reached = steps.filter(({ state }) => state !== "next");
  expect(reached.map(({ status }) => status)).toEqual([
    "pending",
    "received",
    "processing",
    "shipped",
    "grading",
  ]);
  for (const { at } of reached) expect(at).not.toBeNull();
  const times = SAMPLE_BATCH.events.map(({ at }) => Date.parse(at));
  expect(times).toEqual([...times].sort((one, other) => one - other));
  expect(times.at(-1)).toBeLessThan(SAMPLE_BATCH.readAt);
  expect(entries.every(({ title }) => title !== "News from our team")).toBe(true);
});

test("it is promised as any batch is: 10 to 15 business days after its check-in", () => {
  expect(promiseWords(SAMPLE_BATCH, SAMPLE_BATCH.readAt)).toMatchObject({
    state: "ahead",
    text: expect.stringContaining("Nov 23 to Dec 1"),
  });
});

test("it names nobody, and asks for nothing", () => {
  expect(JSON.stringify(SAMPLE_BATCH)).not.toMatch(/@|user|address":"|http/);
  expect(SAMPLE_BATCH).toMatchObject({ cancel_cents: null, adjustments: [], photos: [], is_received: false });
});
