import {
  completePendingBatch,
  markPaymentPending,
  readOwnPendingBatch,
  readPendingDetails,
  readPendingPayment,
  savePendingBatch,
} from "@/lib/orders/checkout/pending-batch";
import { readPendingInput, savePendingInput } from "@/lib/orders/checkout/pending-input";
import { isDashboardStale, takePendingNotice } from "@/lib/orders/checkout/pending-notice";
import { PENDING_PAYG_COOKIE } from "@/lib/orders/checkout/pending-payg-cookie";
import { withTestStorage } from "@/sandbox/builders/test-session-store";

describe("pending batch", () => {
  const batch = { batchId: "BATCH-ABCDEFGH-2345", numCards: 3, notes: "", totalAmount: 75, timestamp: 1 };
  const casey = { email: "casey@example.com" };
  const sessionId = "cs_test_a1b2c3d4e5";
  const store = withTestStorage();
  let cookie: string;

  beforeEach(() => {
    cookie = "";
    Object.assign(globalThis, {
      document: {
        set cookie(text: string) {
          cookie = text;
        },
      },
      location: { protocol: "https:" },
    });
  });

  test("stores a guest's batch under the specified keys", () => {
    savePendingBatch(batch, { owner: null, plan: "payg", sessionId });
    expect(Object.fromEntries(store())).toEqual({
      pending_batch: JSON.stringify(batch),
      pending_session_id: sessionId,
      pending_plan: "payg",
      pendingPayg: "true",
      isGuest: "true",
    });
    expect(cookie).toBe(`${PENDING_PAYG_COOKIE}=1; Path=/submit; Max-Age=1860; SameSite=Lax; Secure`);
  });

  test.each([null, "platinum"])("returns a batch without its plan when the stored plan is %j", (plan) => {
    savePendingBatch(batch, { owner: casey, plan: "free" });
    if (plan === null) store().delete("pending_plan");
    else store().set("pending_plan", plan);
    expect(readPendingDetails(batch.batchId)).toEqual({ ...batch, plan: null });
  });

  test("returns a pending batch only to its owner", () => {
    savePendingBatch(batch, { owner: null, plan: "payg" });
    expect(readOwnPendingBatch(null)).toEqual(batch);
    expect(readOwnPendingBatch(casey)).toBeNull();
    savePendingBatch(batch, { owner: casey, plan: "free" });
    expect(readOwnPendingBatch(casey)).toEqual(batch);
    expect(readOwnPendingBatch({ email: "other@example.com" })).toBeNull();
    expect(readOwnPendingBatch(null)).toBeNull();
  });

  test("clears the earlier session ID on a new attempt", () => {
    savePendingBatch(batch, { owner: null, plan: "payg", sessionId });
    expect(readPendingPayment()).toEqual({ sessionId, batchId: batch.batchId, isPayg: true });
    savePendingBatch(batch, { owner: casey, plan: "free" });
    expect(readPendingPayment()).toBeNull();
    expect(readPendingDetails(batch.batchId)).toEqual({ ...batch, plan: "free" });
    expect(readPendingDetails("BATCH-ABCDEFGH-9999")).toBeNull();
  });

  test("leaves the dashboard one notice of a paid batch", () => {
    savePendingBatch(batch, { owner: null, plan: "payg", sessionId });
    completePendingBatch(batch.batchId);
    expect(Object.fromEntries(store())).toEqual({
      submission_completed: "true",
      new_submission_batch: batch.batchId,
      force_dashboard_refresh: "true",
    });
    expect(cookie).toContain("Max-Age=0");
    expect(isDashboardStale()).toBe(true);
    expect(takePendingNotice()).toBe(batch.batchId);
    expect(takePendingNotice()).toBeNull();
    expect(isDashboardStale()).toBe(false);
  });

  test.each(["null", '{"batchId":1}'])("ignores the stored value %j", (text) => {
    store().set("pending_batch", text);
    store().set("isGuest", "true");
    expect(readOwnPendingBatch(null)).toBeNull();
  });

  test("keeps a pending payment's details without offering to pay again", () => {
    savePendingBatch(batch, { owner: casey, plan: "free", sessionId });
    markPaymentPending("BATCH-OTHER123-2345");
    expect(readOwnPendingBatch(casey)).toEqual(batch);
    markPaymentPending(batch.batchId);
    expect(readOwnPendingBatch(casey)).toBeNull();
    expect(readPendingDetails(batch.batchId)).toMatchObject({ numCards: 3, plan: "free" });
  });
});

describe("pending input", () => {
  const casey = { email: "casey@example.com" };
  const typed = { numCards: "12", notes: "two are signed", title: "Signed" };
  const store = withTestStorage();

  test.each([casey, null])("returns what %p typed only to the same person", (owner) => {
    savePendingInput(owner, typed);
    expect(readPendingInput(owner)).toEqual(typed);
    expect(readPendingInput(owner ? null : casey)).toBeNull();
    expect(readPendingInput({ email: "other@example.com" })).toBeNull();
  });

  test("removes the stored input when the form is cleared", () => {
    savePendingInput(casey, typed);
    savePendingInput(casey, { numCards: "", notes: "" });
    expect(store().size).toBe(0);
    expect(readPendingInput(casey)).toBeNull();
  });
});
