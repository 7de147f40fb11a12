import {
  completePendingBatch,
  discardPendingBatch,
  markPaymentOnItsWay,
  readOwnPendingBatch,
  readPendingDetails,
  readPendingPayment,
  savePendingBatch,
} from "@/lib/orders/checkout/pending-batch";
import { isDashboardStale, takePendingNotice } from "@/lib/orders/checkout/pending-notice";
import { withTestStorage } from "@/sandbox/builders/test-session-store";

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

test("a guest's batch is kept under the names of the specification", () => {
  savePendingBatch(batch, { owner: null, plan: "payg", sessionId });
  expect(Object.fromEntries(store())).toEqual({
    pending_batch: JSON.stringify(batch),
    pending_session_id: sessionId,
    pending_plan: "payg",
    pendingPayg: "true",
    isGuest: "true",
  });
  expect(cookie).toBe("pending_payg=1; Path=/submit; Max-Age=1860; SameSite=Lax; Secure");
});

test("an account's batch is kept with its address, and is no guest's", () => {
  savePendingBatch(batch, { owner: casey, plan: "free", sessionId });
  expect(Object.fromEntries(store())).toEqual({
    pending_batch: JSON.stringify(batch),
    pending_session_id: sessionId,
    pending_plan: "free",
    email: casey.email,
    isGuest: "false",
  });
  expect(cookie).toContain("Max-Age=0");
  expect(readPendingPayment()).toEqual({ sessionId, batchId: batch.batchId, isPayg: false });
});

test("the cookie of a page without encryption asks for none", () => {
  Object.assign(globalThis, { location: { protocol: "http:" } });
  savePendingBatch(batch, { owner: null, plan: "payg", sessionId });
  expect(cookie).toBe("pending_payg=1; Path=/submit; Max-Age=1860; SameSite=Lax");
});

test.each([null, "platinum", "constructor"])("a batch under the plan %j is under no plan of ours", (plan) => {
  savePendingBatch(batch, { owner: casey, plan: "free" });
  if (plan === null) store().delete("pending_plan");
  else store().set("pending_plan", plan);
  expect(readPendingDetails(batch.batchId)).toEqual({ ...batch, plan: null });
});

test("without a pending batch there is nothing to read, and nothing to note", () => {
  markPaymentOnItsWay(batch.batchId);
  expect(readPendingDetails(batch.batchId)).toBeNull();
  expect(store().size).toBe(0);
});

test("a pending batch is shown to its owner alone", () => {
  savePendingBatch(batch, { owner: null, plan: "payg" });
  expect(readOwnPendingBatch(null)).toEqual(batch);
  expect(readOwnPendingBatch(casey)).toBeNull();
  savePendingBatch(batch, { owner: casey, plan: "free" });
  expect(readOwnPendingBatch(casey)).toEqual(batch);
  expect(readOwnPendingBatch({ email: "other@example.com" })).toBeNull();
  expect(readOwnPendingBatch(null)).toBeNull();
});

test("a new try forgets the payment page of the one before", () => {
  savePendingBatch(batch, { owner: null, plan: "payg", sessionId });
  expect(readPendingPayment()).toEqual({ sessionId, batchId: batch.batchId, isPayg: true });
  savePendingBatch(batch, { owner: casey, plan: "free" });
  expect(readPendingPayment()).toBeNull();
  expect(readPendingDetails(batch.batchId)).toEqual({ ...batch, plan: "free" });
  expect(readPendingDetails("BATCH-ABCDEFGH-9999")).toBeNull();
});

test("a paid batch leaves the news of it, once", () => {
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

test.each(["", "null", "[]", '{"batchId":1}', "{"])("what is no batch (%j) is no pending batch", (text) => {
  store().set("pending_batch", text);
  store().set("isGuest", "true");
  expect(readOwnPendingBatch(null)).toBeNull();
});

test("without storage nothing is kept and nothing fails", () => {
  Object.assign(globalThis, { sessionStorage: undefined });
  savePendingBatch(batch, { owner: null, plan: "payg" });
  expect(readOwnPendingBatch(null)).toBeNull();
  expect(takePendingNotice()).toBeNull();
  discardPendingBatch();
});

test("a payment that is on its way keeps its facts and is not offered to be sent again", () => {
  savePendingBatch(batch, { owner: casey, plan: "free", sessionId });
  markPaymentOnItsWay("BATCH-OTHER123-2345");
  expect(readOwnPendingBatch(casey)).toEqual(batch);
  markPaymentOnItsWay(batch.batchId);
  expect(readOwnPendingBatch(casey)).toBeNull();
  expect(readPendingDetails(batch.batchId)).toMatchObject({ numCards: 3, plan: "free" });
});
