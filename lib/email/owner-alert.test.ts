import {
  exportAlertSchema,
  refundAlertSchema,
  renderExportAlert,
  renderRefundAlert,
} from "@/lib/email/owner-alert";

const origins = { appUrl: "https://slabrelay.test", receiptOrigin: "https://pay.slabrelay.test" };
const refund = {
  to: "olive@example.com",
  by: "sam@example.com",
  order_id: "3f2b8a10-0c1d-4e2f-8a3b-4c5d6e7f8091",
  batch_id: "BATCH-MGX2K9QW-7F3K",
  cents: 60_000,
  limit_cents: 50_000,
  reason: "Lost on its way",
};
const file = {
  to: "olive@example.com",
  by: "sam@example.com",
  kind: "orders",
  filter: { payment: "paid" },
  has_search: false,
  at: "2026-11-21T10:00:00+00:00",
  rows: 18_984,
  is_complete: true,
};
const refundMail = (changes: object = {}) =>
  renderRefundAlert(refundAlertSchema.parse({ ...refund, ...changes }), origins);
const exportMail = (changes: object = {}) =>
  renderExportAlert(exportAlertSchema.parse({ ...file, ...changes }), origins);

test("a large refund is told with who, how much, why, and the way to its batch", async () => {
  const { to, subject, text } = await refundMail();
  expect(to).toMatchObject({ address: "olive@example.com" });
  expect(subject).toBe("$600.00 were refunded");
  for (const part of [
    "By: sam@example.com",
    "Amount: $600.00",
    "Batch: BATCH-MGX2K9QW-7F3K",
    "Reason: Lost on its way",
    "above $500.00",
    `${origins.appUrl}/admin/order/${refund.order_id}`,
  ])
    expect(text).toContain(part);
});

test("refunds that are one together say the sum of the day and the last of them", async () => {
  const { subject, text } = await refundMail({ cents: 20_000, day_cents: 51_000 });
  expect(subject).toBe("$510.00 were refunded within a day");
  expect(text).toContain("The last one: $200.00");
});

test("an account that is gone, and a batch without an id, are named all the same", async () => {
  const { text } = await refundMail({ by: null, batch_id: null });
  expect(text).toContain("By: Somebody whose account is gone");
  expect(text).toContain("Batch: ORDER-3F2B8A10");
});

test.each([
  [{}, "Orders were exported", "Asked for: payment paid", "How much: 18,984 rows"],
  [{ kind: "activity", filter: {} }, "The activity log was exported", "Asked for: All of it", "18,984 rows"],
  [{ has_search: true }, "Orders were exported", "payment paid, a search", "18,984 rows"],
  [{ rows: undefined }, "Orders were exported", "payment paid", "How much: Still on its way"],
  [{ rows: 1, is_complete: false }, "Orders were exported", "paid", "1 row, then it broke off"],
])("an export %j is told with who, when, what and how much", async (changes, title, asked, rows) => {
  const { subject, text } = await exportMail(changes);
  expect(subject).toBe(title);
  for (const part of [asked, rows, "By: sam@example.com", "When: Nov 21, 2026, 10:00 AM UTC", "kind=exports"])
    expect(text).toContain(part);
});

test.each([{ kind: "manifest" }, { to: null }, { at: undefined }])("%j is no export to tell of", (changes) =>
  expect(exportAlertSchema.safeParse({ ...file, ...changes }).success).toBe(false),
);
