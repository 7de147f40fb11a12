import { isDashboardStale, savePendingNotice, takePendingNotice } from "@/lib/orders/checkout/pending-notice";
import { withTestStorage } from "@/sandbox/builders/test-session-store";

const BATCH = "BATCH-ABCDEFGH-2345";
const store = withTestStorage();

test("a paid batch is told once, under the names of the specification", () => {
  savePendingNotice(BATCH);
  expect(Object.fromEntries(store())).toEqual({
    submission_completed: "true",
    new_submission_batch: BATCH,
    force_dashboard_refresh: "true",
  });
  expect(isDashboardStale()).toBe(true);
  expect(takePendingNotice()).toBe(BATCH);
  expect(takePendingNotice()).toBeNull();
  expect(isDashboardStale()).toBe(false);
});

test("a batch that is not marked as completed is told to nobody, and forgotten", () => {
  store().set("new_submission_batch", BATCH);
  expect(takePendingNotice()).toBeNull();
  expect(store().size).toBe(0);
});
