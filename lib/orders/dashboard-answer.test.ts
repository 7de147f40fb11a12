import { dashboardAnswer } from "@/lib/orders/dashboard";
import { anOrder } from "@/sandbox/builders/order";

describe("dashboard answer", () => {
  const NOW = Date.parse("2026-11-29T17:00:00Z");
  const PAID = { payment_status: "paid" } as const;
  const toShip = anOrder({ ...PAID, num_cards: 8 });
  const due = anOrder({
    ...PAID,
    num_cards: 11,
    submission_status: "grading",
    fulfillment_status: "grading",
    promised_from: "2026-11-30",
    promised_to: "2026-12-07",
    inbound_shipped_at: "2026-11-10T10:00:00Z",
    arrived_at: "2026-11-14T10:00:00Z",
    received_at: "2026-11-14T10:00:00Z",
    received_count: 11,
  });
  const late = anOrder({ ...due, promised_from: "2026-11-13", promised_to: "2026-11-20" });
  const shipped = anOrder({ ...toShip, inbound_shipped_at: "2026-11-26T12:00:00Z" });
  const here = anOrder({ ...shipped, arrived_at: "2026-11-28T10:00:00Z" });
  const leaving = anOrder({
    ...due,
    num_cards: 1,
    submission_status: "completed",
    fulfillment_status: "complete",
  });
  const home = anOrder({ ...due, submission_status: "delivered", fulfillment_status: "complete" });

  test.each([
    [
      "cards due back, then what needs the customer",
      [toShip, due],
      "11 cards due back by Dec 7",
      "1 batch needs you.",
    ],
    ["a batch to ship when nothing is due", [toShip], "Ship your 8 cards", null],
    ["late batches when nothing else needs the customer", [late], "1 batch is running late", null],
    [
      "cards on their way to us when nothing else is known",
      [shipped, shipped, home],
      "16 cards are on their way to us",
      null,
    ],
    [
      "cards on their way back before those on their way to us",
      [shipped, leaving],
      "1 card is on its way back",
      null,
    ],
    ["nothing to do when a package is here and has no estimate", [here], "Nothing to do right now", null],
    ["that all cards are back", [home], "All your cards are back", null],
  ])("leads with %s", (_, orders, headline, detail) => {
    expect(dashboardAnswer(orders, [], NOW)).toMatchObject({ headline, detail });
  });
});
