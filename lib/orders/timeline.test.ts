import type { OrderEvent } from "@/lib/orders/order";
import { SUBMISSION_STEPS } from "@/lib/orders/status";
import { timelineOf } from "@/lib/orders/timeline";

let day = 0;
function anEvent(fields: Partial<OrderEvent>): OrderEvent {
  day += 1;
  const at = new Date(Date.UTC(2026, 10, day)).toISOString();
  return { type: "submission_status", from: null, to: null, actor: "system", message: null, at, ...fields };
}
beforeEach(() => {
  day = 0;
});

const paid = (fields: Partial<OrderEvent> = {}) =>
  anEvent({ type: "payment_status", from: "unpaid", to: "paid", actor: "stripe", ...fields });
const moved = (from: string, to: string) => anEvent({ from, to, actor: "staff" });
const order = { payment_status: "paid", submission_status: "pending", arrived_at: null } as const;

test.each<[string, Partial<OrderEvent>, string]>([
  ["paid", { type: "payment_status", from: "unpaid", to: "paid" }, "Payment received"],
  [
    "numbered late",
    { type: "grading_submission_number", to: "S 1/2" },
    "Number at the grading company: S 1/2",
  ],
  [
    "numbered anew",
    { type: "grading_submission_number", from: "S1", to: "S2" },
    "Corrected number at the grading company: S2",
  ],
  [
    "numbered no more",
    { type: "grading_submission_number", from: "S1", to: null },
    "Corrected: no number at the grading company yet",
  ],
  ["paid after all", { type: "payment_status", from: "canceled", to: "paid" }, "Payment received"],
  ["delayed", { type: "payment_status", from: "unpaid", to: "pending" }, "Your payment is on its way"],
  [
    "failed",
    { type: "payment_status", from: "pending", to: "failed" },
    "The payment failed, and nothing was charged",
  ],
  [
    "expired",
    { type: "payment_status", from: "unpaid", to: "canceled" },
    "Order canceled, and nothing was charged",
  ],
  [
    "refunded whole",
    { type: "payment_status", from: "paid", to: "canceled" },
    "Order canceled after a full refund",
  ],
  [
    "refund",
    { type: "refunded", from: "$0.00", to: "$20.00", message: "Refunded $20.00 of $50.00" },
    "Refunded $20.00 of $50.00",
  ],
  ["refund without words", { type: "refunded", from: "$0.00", to: "$20.00" }, "Refunded $20.00"],
  ["a new payment status", { type: "payment_status", to: "held" }, "Payment changed to held"],
  ["arrived", { type: "arrived" }, "Your package arrived, unopened"],
  ["received", { from: "pending", to: "received" }, "Your cards arrived and were counted"],
  ["processing", { from: "received", to: "processing" }, "We began to prepare your cards"],
  ["shipped", { from: "processing", to: "shipped" }, "Your cards left for the grading company"],
  ["grading", { from: "shipped", to: "grading" }, "The grading company received your cards"],
  ["graded", { from: "grading", to: "graded" }, "Your cards were graded"],
  ["completed", { from: "graded", to: "completed" }, "Your cards left for your return address"],
  ["back ungraded", { from: "received", to: "completed" }, "Your cards left for your return address"],
  ["delivered", { from: "completed", to: "delivered" }, "Your cards were delivered"],
  ["backwards", { from: "grading", to: "received" }, "Corrected: Received and counted"],
  ["back to the start", { from: "received", to: "pending" }, "Corrected: Waiting for your cards"],
  ["the same again", { from: "received", to: "received" }, "Your cards arrived and were counted"],
  ["an unknown status", { from: "pending", to: "on the moon" }, "Status changed to on the moon"],
  ["first tracking number", { type: "tracking_number", to: "1Z999" }, "Return tracking: 1Z999"],
  [
    "another tracking number",
    { type: "tracking_number", from: "1Z999", to: "9400" },
    "Corrected return tracking: 9400",
  ],
  ["counted", { type: "counted", to: "9" }, "We opened your package"],
  ["recounted", { type: "recounted", from: "9", to: "10" }, "We counted your cards again"],
  ["count differs", { type: "count_mismatch" }, "The count differs from what was paid for"],
  ["damaged", { type: "package_condition", to: "damaged_outside" }, "The package was damaged outside"],
  ["odd condition", { type: "package_condition", to: "wet" }, "The condition of the package was noted"],
  [
    "a check-in taken back",
    { type: "undone", to: "received_at,received_count,submission_status" },
    "Corrected: a count was entered here by mistake",
  ],
  [
    "a tracking number taken back",
    { type: "undone", to: "submission_status,tracking_number" },
    "Corrected: a tracking number was entered here by mistake",
  ],
  [
    "a step taken back",
    { type: "undone", to: "submission_status" },
    "Corrected: a step was entered here by mistake",
  ],
  [
    "an arrival taken back",
    { type: "undone", to: "arrived_at" },
    "Corrected: a package was noted here by mistake",
  ],
  [
    "a delay taken back",
    { type: "undone", to: "delay_reason,delayed_until" },
    "Corrected: a delay was entered here by mistake",
  ],
  ["late cards", { type: "late_cards_sent", to: "2:S" }, "2 more of your cards left for the grading company"],
  ["late grades", { type: "late_cards_graded", to: "2:S" }, "2 more of your cards were graded"],
  [
    "a step of late cards taken back",
    { type: "undone", to: "late_cards" },
    "Corrected: a step was entered here by mistake",
  ],
  ["a delay", { type: "delay", to: "2026-12-21" }, "It takes longer than promised: until Dec 21"],
  ["a delay that is over", { type: "delay", from: "2026-12-21" }, "The delay is over"],
  ["something that has no words of its own", { type: "linked" }, "News from our team"],
])("%s, in words", (_, event, title) => {
  expect(timelineOf(order, [anEvent(event)]).entries[0]?.title).toBe(title);
});

test.each<[OrderEvent["actor"], Partial<OrderEvent>, string | null]>([
  ["staff", { to: "received" }, "our receiving team"],
  ["staff", { type: "arrived" }, "our receiving team"],
  ["staff", { type: "counted" }, "our receiving team"],
  ["staff", { to: "graded" }, "our team"],
  ["stripe", { type: "payment_status", to: "paid" }, "our payment service"],
  ["customer", {}, "the owner of this batch"],
  ["system", {}, null],
])("what %s did says who (%j)", (actor, event, who) => {
  expect(timelineOf(order, [anEvent({ actor, ...event })]).entries[0]?.who).toBe(who);
});

test("a count that differs is told once, with the count itself", () => {
  const counted = { type: "counted", to: "9", message: "We counted 9 of 10." } as const;
  const events = [anEvent(counted), anEvent({ ...counted, type: "count_mismatch" })];
  expect(timelineOf(order, events).entries.map(({ message }) => message)).toEqual([
    null,
    "We counted 9 of 10.",
  ]);
});

test("a refund's message is its title, and is not said twice", () => {
  const refund = anEvent({ type: "refunded", to: "$20.00", message: "Refunded $20.00 of $50.00" });
  expect(timelineOf(order, [refund]).entries[0]?.message).toBeNull();
});

test("the story was updated when the last thing happened, and never where nothing has", () => {
  const events = [paid(), moved("pending", "received"), moved("received", "processing")];
  expect(timelineOf(order, events).updatedAt).toBe("2026-11-03T00:00:00.000Z");
  expect(timelineOf(order, []).updatedAt).toBeNull();
});

test("entries are the newest first, with what our team wrote", () => {
  const events = [paid(), { ...moved("pending", "received"), message: "We counted 4 of 4" }];
  const { entries, updatedAt } = timelineOf({ ...order, submission_status: "received" }, events);
  expect(entries.map(({ title }) => title)).toEqual([
    "Your cards arrived and were counted",
    "Payment received",
  ]);
  expect(entries[0]?.message).toBe("We counted 4 of 4");
  expect(updatedAt).toBe("2026-11-02T00:00:00.000Z");
});

const states = (status: string, payment: "paid" | "pending" | "canceled" = "paid", events = [paid()]) =>
  timelineOf({ payment_status: payment, submission_status: status, arrived_at: null }, events)
    .steps.map(({ state }) => (state === "now" ? "N" : state[0]))
    .join("");

test.each([
  ["pending", "Nnnnnnnn"],
  ["received", "dNnnnnnn"],
  ["processing", "ddNnnnnn"],
  ["shipped", "dddNnnnn"],
  ["grading", "ddddNnnn"],
  ["graded", "dddddNnn"],
  ["completed", "ddddddNn"],
  ["delivered", "dddddddN"],
  ["on the moon", "Nnnnnnnn"],
])("steps of a batch that is %s", (status, pattern) => {
  expect(states(status)).toBe(pattern);
});

test("a batch that is canceled before its cards are here has no step, neither reached nor ahead", () => {
  expect(states("pending", "canceled")).toBe("");
});

test("a payment that is on its way has reached no step", () => {
  const { steps } = timelineOf({ ...order, payment_status: "pending", submission_status: "grading" }, []);
  expect(steps.every(({ state, at }) => state === "next" && at === null)).toBe(true);
});

test("a refund leaves the steps that the cards have reached, none is the present one, and none lies ahead", () => {
  const { steps } = timelineOf({ ...order, payment_status: "canceled", submission_status: "received" }, [
    paid(),
    moved("pending", "received"),
  ]);
  expect(steps.map(({ at }) => at?.slice(8, 10) ?? null)).toEqual(["01", "02"]);
  expect(states("grading", "canceled")).toBe("ddddd");
});

test("each step has the date it was last reached; what was passed over, and what is ahead again, has none", () => {
  const events = [
    paid(),
    moved("pending", "received"),
    moved("received", "grading"),
    moved("grading", "received"),
  ];
  const { steps } = timelineOf({ ...order, submission_status: "shipped" }, events);
  expect(steps.map(({ at }) => at?.slice(8, 10) ?? null)).toEqual([
    "01",
    "04",
    null,
    null,
    null,
    null,
    null,
    null,
  ]);
});

const reachedOn = (status: string, events: OrderEvent[]) =>
  timelineOf({ ...order, submission_status: status }, events).steps.map(({ at }) => at?.slice(8, 10) ?? "-");

test("the step a batch is at has the day on which it got there", () => {
  const events = [paid(), moved("pending", "received")];
  expect(reachedOn("received", events).join("")).toBe("0102------");
});

test("the way begins with the payment, and with no other word on it", () => {
  const failed = anEvent({ type: "payment_status", from: "unpaid", to: "failed" });
  const number = anEvent({ type: "tracking_number", to: "paid" });
  expect(reachedOn("pending", [failed, number])[0]).toBe("-");
});

test("the usual duration stands beside the step a batch is at, from check-in until it is sent back", () => {
  const typical = (status: string) =>
    timelineOf({ ...order, submission_status: status }, []).steps.filter((step) => step.typical).length;
  expect(["pending", "received", "graded", "completed", "delivered"].map(typical)).toEqual([0, 1, 1, 0, 0]);
});

test("the present step says how long it usually takes, and no day: that stands above the steps", () => {
  const { steps } = timelineOf({ ...order, submission_status: "grading" }, [paid()]);
  const typical = "Usually back in about 2-3 weeks (10-15 business days), counted from check-in.";
  expect(steps.map((step) => step.typical)).toEqual(
    SUBMISSION_STEPS.map((step) => (step === "grading" ? typical : null)),
  );
});
