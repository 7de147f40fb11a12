import { labelSheet, labelsHref, MAX_LABELS, TOO_MANY_LABELS } from "@/lib/staff/orders/label-sheet";
import { readPickedOrders } from "@/lib/staff/orders/list-query";

const id = (nth: number) => `00000000-0000-4000-8000-${String(nth).padStart(12, "0")}`;
const ids = (count: number) => Array.from({ length: count }, (_, nth) => id(nth));
const labeled = (nth: number, batch_id: string | null = `BATCH-TEST0001-${1000 + nth}`) => ({
  id: id(nth),
  batch_id,
});

test("the address names the orders, and reads as it was written", () => {
  const href = labelsHref([id(2), id(1)]);
  expect(href).toMatch(/^\/admin\/labels\?orders=/);
  const orders = new URL(href, "http://localhost").searchParams.get("orders") ?? "";
  expect(readPickedOrders(orders)).toEqual([id(2), id(1)]);
});

test("what has no batch ID, is gone or is too much is refused with a reason", () => {
  expect(labelSheet(ids(2), [labeled(0), labeled(1)])).toEqual({
    batchIds: ["BATCH-TEST0001-1000", "BATCH-TEST0001-1001"],
    refusals: [],
  });
  expect(labelSheet(ids(3), [labeled(0), labeled(1, null)])).toEqual({
    batchIds: ["BATCH-TEST0001-1000"],
    refusals: ["ORDER-00000000: no label, because it has no batch ID.", "1 of the selected orders is gone."],
  });
  expect(labelSheet(ids(4), [labeled(0, null), labeled(1, null)]).refusals).toEqual([
    "ORDER-00000000, ORDER-00000000: no label, because they have no batch ID.",
    "2 of the selected orders are gone.",
  ]);
  const most = ids(MAX_LABELS).map((_, nth) => labeled(nth));
  expect(labelSheet(ids(MAX_LABELS), most).refusals).toEqual([]);
  expect(labelSheet(ids(MAX_LABELS + 1), most)).toEqual({
    batchIds: most.map(({ batch_id }) => batch_id),
    refusals: [TOO_MANY_LABELS],
  });
});
