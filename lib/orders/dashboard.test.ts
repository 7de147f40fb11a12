import { batchRow, dashboardSummary } from "@/lib/orders/dashboard";
import { anAdjustment, anOrder } from "@/sandbox/builders/order";

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
    ["that all cards are back", [home], "All your cards are back", null],
  ])("leads with %s", (_, orders, headline, detail) => {
    expect(dashboardSummary(orders, [], NOW)).toMatchObject({ headline, detail });
  });
});

describe("batch row", () => {
  const ORDER = anOrder({ batch_id: "BATCH-TEST0001-0001", num_cards: 12, submission_status: "pending" });
  const NOW = Date.parse("2026-12-10T17:00:00Z");

  test("names a row by its title, or its cards and day, and leaves out empty parts", () => {
    const row = batchRow({ ...ORDER, payment_status: "paid", submitted_at: "2026-12-01T12:00:00Z" }, NOW);
    expect(row).toMatchObject({
      name: "12 cards · Dec 1",
      code: "BATCH-TEST0001-0001",
      cards: 12,
      payment: "Paid",
      place: 1,
    });
    expect(Object.keys(row)).not.toContain("backBy");
    expect(Object.keys(row)).not.toContain("tracking");
    expect(batchRow({ ...ORDER, title: "Holo lot", batch_id: null }, NOW)).toMatchObject({
      name: "Holo lot",
      code: expect.stringMatching(/^ORDER-/),
    });
  });

  const ahead = { promised_from: "2026-12-11", promised_to: "2026-12-18" };
  const missed = { promised_from: "2026-12-02", promised_to: "2026-12-09" };
  const delayed = (until: string) => ({ delay_reason: "Snow", delayed_until: until });

  test.each([
    [ahead, "Dec 18", false],
    [missed, "Was due Dec 9", true],
    [{ ...missed, ...delayed("2026-12-23") }, "Dec 23", true],
    [{}, undefined, false],
  ] as const)("shows when a batch with %j is due back: %s (late: %s)", (fields, backBy, isLate) => {
    const row = batchRow({ ...ORDER, fulfillment_status: "grading", ...fields }, NOW);
    expect([row.backBy, row.status.label.endsWith(" · late")]).toEqual([backBy, isLate]);
  });

  test("shows the deadline of an open question", () => {
    const asked = anAdjustment({ deadline_at: "2026-12-15T12:00:00Z" });
    expect(batchRow(ORDER, NOW, asked).notes).toEqual([{ text: "Respond by Dec 15", tone: "warning" }]);
    const promised = { ...asked, status: "accepted", chosen_option: "send_rest" } as const;
    expect(batchRow(ORDER, NOW, promised).notes[0]?.text).toBe("Send the rest by Dec 15");
  });

  test.each([
    [{ inbound_shipped_at: "2026-12-09T12:00:00Z" }, "Shipped Dec 9 (reported by you)"],
    [
      {
        inbound_shipped_at: "2026-12-01T12:00:00Z",
        inbound_delivered_at: "2026-12-03T12:00:00Z",
        look_from: "2026-12-07",
      },
      "We're searching (since Dec 8)",
    ],
    [{ arrived_at: "2026-12-09T12:00:00Z", open_by: "2026-12-11" }, "We'll open it by Dec 11"],
    [{ cancel_requested_at: "2026-12-09T12:00:00Z" }, "Since Dec 9"],
  ])("shows what is known about the package of a batch with %j", (fields, text) => {
    expect(batchRow({ ...ORDER, ...fields }, NOW).notes.map((note) => note.text)).toEqual([text]);
  });
});
