import { batchRow } from "@/lib/orders/tracking/batch-row";
import { anOrder } from "@/sandbox/builders/order";

const ORDER = anOrder({ batch_id: "BATCH-TEST0001-0001", num_cards: 12, submission_status: "pending" });

test("a batch that is awaited can be printed for, and has no parcel back yet", () => {
  expect(batchRow({ ...ORDER, payment_status: "paid" })).toMatchObject({
    name: "BATCH-TEST0001-0001",
    cards: 12,
    payment: { label: "Paid", tone: "success" },
    isAwaited: true,
    tracking: { text: "Not shipped back yet", page: null },
    hasTracking: false,
  });
});

test("one that is on its way back has its parcel's page", () => {
  const row = batchRow({ ...ORDER, submission_status: "delivered", tracking_number: "1Z999AA10198765432" });
  expect(row).toMatchObject({ isAwaited: false, hasTracking: true });
  expect(row.tracking).toEqual({
    text: "1Z999AA10198765432",
    page: { carrier: "UPS", url: "https://www.ups.com/track?tracknum=1Z999AA10198765432" },
  });
});

test("one without a batch ID is named after its own id", () => {
  expect(batchRow({ ...ORDER, batch_id: null }).name).toMatch(/^ORDER-/);
});
