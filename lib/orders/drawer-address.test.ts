import { drawerAddress } from "@/lib/orders/drawer-address";

test.each([
  ["opens", "", "BATCH-A-1", "/dashboard?batch=BATCH-A-1"],
  ["opens on the same tab", "tab=all", "BATCH-A-1", "/dashboard?tab=all&batch=BATCH-A-1"],
  ["opens in place of another", "batch=BATCH-B-2&tab=all", "BATCH-A-1", "/dashboard?batch=BATCH-A-1&tab=all"],
  ["closes", "tab=all&batch=BATCH-A-1", null, "/dashboard?tab=all"],
  ["closes on the overview", "batch=BATCH-A-1", null, "/dashboard"],
])("a batch %s", (_what, query, batchId, expected) => {
  const now = new URLSearchParams(query);
  expect(drawerAddress(now, batchId)).toBe(expected);
  expect(now.toString()).toBe(query);
});
