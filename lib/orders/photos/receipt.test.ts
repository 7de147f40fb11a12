import { hasReceipt, type ReceivedBatch, receiptFacts } from "@/lib/orders/photos/receipt";
import { anOrder } from "@/sandbox/builders/order";

const batch: ReceivedBatch = {
  id: "00000000-0000-4000-8000-000000000001",
  batch_id: "BATCH-MGX2K9QW-7F3K",
  num_cards: 12,
  arrived_at: "2026-11-20T15:00:00Z",
  received_at: "2026-11-21T15:00:00Z",
  received_count: 12,
  promised_from: "2026-12-07",
  promised_to: "2026-12-14",
  delayed_until: null,
  payment_status: "paid",
  fulfillment_status: "grading",
  package_condition: "ok",
  receiver: "Sam",
};
const readAt = Date.parse("2026-11-25T12:00:00Z");
const factOf = (changes: Partial<ReceivedBatch>, name: string) =>
  receiptFacts({ ...batch, ...changes }, readAt).find(([fact]) => fact === name)?.[1];

test("a batch that is all there", () => {
  expect(receiptFacts(batch, readAt)).toEqual([
    ["Batch ID", "BATCH-MGX2K9QW-7F3K"],
    ["Cards paid for", "12 cards"],
    ["Cards counted", "12 cards"],
    ["Condition", "The package came undamaged"],
    ["Arrived on", "November 20, 2026"],
    ["Opened and counted on", "November 21, 2026"],
    ["Expected back", "Dec 7 to 14 (10-15 business days after check-in)"],
    ["Received by", "Sam"],
  ]);
});

test.each<[Partial<ReceivedBatch>, string, string | undefined]>([
  [{ received_count: 9 }, "Cards counted", "9 cards (3 fewer)"],
  [{ received_count: 13 }, "Cards counted", "13 cards (1 more)"],
  [{ package_condition: null }, "Condition", "The package came undamaged"],
  [{ package_condition: "tampered" }, "Condition", "The package had been opened on the way"],
  [{ arrived_at: null }, "Arrived on", undefined],
  [{ promised_from: null, promised_to: null }, "Expected back", undefined],
  [{ delayed_until: "2026-12-21" }, "Expected back", undefined],
  [{ delayed_until: "2026-12-21" }, "Now expected back by", "December 21, 2026"],
  [{ fulfillment_status: "complete" }, "Expected back", undefined],
  [{ payment_status: "canceled" }, "Expected back", undefined],
  [{ arrived_at: "2026-09-15T00:30:00Z" }, "Arrived on", "September 14, 2026"],
  [{ received_at: "2026-09-15T00:30:00Z" }, "Opened and counted on", "September 14, 2026"],
  [{ receiver: null }, "Received by", "Our receiving team"],
  [{ batch_id: null }, "Batch ID", "ORDER-00000000"],
])("with %j its %s reads %j", (changes, name, text) => {
  expect(factOf(changes, name)).toBe(text);
});

const PAID = "2026-11-01T10:01:00Z";
test.each<[string, Parameters<typeof anOrder>[0], boolean]>([
  ["is counted", { received_count: 9 }, true],
  ["was refunded after its count", { received_count: 9, payment_status: "canceled", paid_at: PAID }, true],
  ["is not counted", { received_count: null }, false],
  ["was refunded before its count", { payment_status: "canceled", paid_at: PAID }, false],
  ["is not paid", { received_count: 9, payment_status: "unpaid" }, false],
])("of a batch that %s there is a receipt or not", (_, fields, isThere) => {
  expect(hasReceipt(anOrder(fields))).toBe(isThere);
});
