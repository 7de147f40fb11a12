import {
  canShip,
  dayOf,
  inboundCarrierName,
  inboundEventWords,
  isToShip,
  localDay,
  wayHereOf,
} from "@/lib/orders/inbound";
import type { OrderEvent } from "@/lib/orders/order";
import { SUBMISSION_STEPS } from "@/lib/orders/status";
import { timelineOf, wentHomeUngraded } from "@/lib/orders/timeline";
import { anOrder } from "@/sandbox/builders/order";
import { anOrderEvent } from "@/sandbox/builders/order-event";

describe("timeline", () => {
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
    ["received", { from: "pending", to: "received" }, "Checked in"],
    ["processing", { from: "received", to: "processing" }, "Prepared"],
    ["shipped", { from: "processing", to: "shipped" }, "Sent to the grader"],
    ["grading", { from: "shipped", to: "grading" }, "Arrived at the grader"],
    ["graded", { from: "grading", to: "graded" }, "Graded"],
    ["completed", { from: "graded", to: "completed" }, "Shipped back"],
    ["back ungraded", { from: "received", to: "completed" }, "Shipped back"],
    ["delivered", { from: "completed", to: "delivered" }, "Delivered"],
    ["backwards", { from: "grading", to: "received" }, "Corrected: Checked in"],
    ["back to the start", { from: "received", to: "pending" }, "Corrected: Waiting for your cards"],
    ["the same again", { from: "received", to: "received" }, "Checked in"],
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
    expect(entries.map(({ title }) => title)).toEqual(["Checked in", "Payment received"]);
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
    timelineOf({ ...order, submission_status: status }, events).steps.map(
      ({ at }) => at?.slice(8, 10) ?? "-",
    );

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
});

describe("timeline late", () => {
  const order = { payment_status: "paid", submission_status: "grading", arrived_at: null } as const;

  test.each([
    ["ahead", 1],
    ["due", 1],
    ["delayed", 0],
    ["late", 0],
    [null, 1],
  ] as const)("of a promise that is %s the usual duration is told %d times", (promise, times) => {
    expect(timelineOf(order, [], promise).steps.filter(({ typical }) => typical)).toHaveLength(times);
  });
});

describe("timeline ungraded", () => {
  const moved = (from: string, to: string) => anOrderEvent({ from, to });
  const SHORT = { done: "d", now: "N", next: "n", skipped: "-" };

  test.each([
    [
      "graded",
      [moved("grading", "graded"), moved("graded", "completed")],
      "completed",
      "paid",
      "ddddddNn",
      false,
    ],
    [
      "ungraded",
      [moved("pending", "received"), moved("received", "completed")],
      "completed",
      "paid",
      "dd----Nn",
      true,
    ],
    [
      "ungraded and arrived",
      [moved("received", "completed"), moved("completed", "delivered")],
      "delivered",
      "paid",
      "dd----dN",
      true,
    ],
    ["at once to its end", [moved("processing", "delivered")], "delivered", "paid", "ddd---dN", true],
    ["from the grader", [moved("grading", "completed")], "completed", "paid", "ddddddNn", false],
    ["refunded", [moved("received", "completed")], "completed", "canceled", "dd----dn", true],
    [
      "home ungraded, taken back, then graded",
      [
        moved("received", "completed"),
        moved("completed", "received"),
        moved("grading", "graded"),
        moved("graded", "completed"),
      ],
      "completed",
      "paid",
      "ddddddNn",
      false,
    ],
    [
      "home ungraded, and taken back",
      [moved("received", "completed"), moved("completed", "received")],
      "received",
      "paid",
      "dNnnnnnn",
      true,
    ],
    [
      "from a status that nobody knows",
      [moved("on the moon", "completed")],
      "completed",
      "paid",
      "ddddddNn",
      false,
    ],
  ] as const)("a batch that went home: %s", (_, events, status, payment, expected, isUngraded) => {
    const { steps } = timelineOf({ payment_status: payment, submission_status: status, arrived_at: null }, [
      ...events,
    ]);
    expect(steps.map(({ state }) => SHORT[state]).join("")).toBe(expected);
    expect(wentHomeUngraded([...events])).toBe(isUngraded);
  });

  test("a batch that was never paid and went home has reached no step, and passed over none", () => {
    const { steps } = timelineOf(
      { payment_status: "unpaid", submission_status: "completed", arrived_at: null },
      [moved("received", "completed")],
    );
    expect(steps.every(({ state }) => state === "next")).toBe(true);
  });

  test("a batch of which nothing is told has left out nothing", () => {
    const { steps } = timelineOf(
      { payment_status: "paid", submission_status: "completed", arrived_at: null },
      [],
    );
    expect(steps.map(({ state }) => SHORT[state]).join("")).toBe("ddddddNn");
  });
});

describe("timeline unopened", () => {
  const HERE = {
    payment_status: "paid",
    submission_status: "pending",
    arrived_at: "2026-11-20T10:00:00Z",
  } as const;

  test.each([
    ["at its first step", {}, "Arrived"],
    ["once it is counted", { submission_status: "received" }, "Paid"],
    ["once it is canceled, and has no step", { payment_status: "canceled" }, undefined],
  ] as const)("a package that is here, unopened, is told of a batch %s", (_, stands, label) => {
    expect(timelineOf({ ...HERE, ...stands }, []).steps[0]?.label).toBe(label);
  });

  test.each([
    ["unopened", {}, HERE.arrived_at],
    ["counted in part", { is_counted_in_part: true }, HERE.arrived_at],
    ["on its way", { arrived_at: null }, "2026-11-10T10:00:00Z"],
    ["counted", { submission_status: "received" }, "2026-11-10T10:00:00Z"],
  ] as const)("the first step of a batch that is %s has the day of what it says", (_, stands, at) => {
    const paid = {
      type: "payment_status",
      from: "unpaid",
      to: "paid",
      actor: "stripe",
      message: null,
    } as const;
    const events = [{ ...paid, at: "2026-11-10T10:00:00Z" }];
    expect(timelineOf({ ...HERE, ...stands }, events).steps[0]?.at).toBe(at);
  });

  test("a box that is counted while the rest is awaited, in words", () => {
    const event = { from: "1", actor: "staff", at: "2026-11-21T10:00:00Z" } as const;
    const message = "We counted 4 of 10. We wait for the rest.";
    const { entries } = timelineOf(HERE, [{ ...event, type: "box_counted", to: "4", message }]);
    expect(entries).toMatchObject([
      { title: "Box 1 of your package counted: 4 cards", who: "our receiving team", message },
    ]);
  });
});

describe("inbound", () => {
  const NOW = Date.parse("2026-11-25T12:00:00Z");
  const said = {
    inbound_carrier: "ups" as const,
    inbound_tracking: "1Z999AA10123456784",
    inbound_shipped_at: "2026-11-20T12:00:00+00:00",
    inbound_delivered_at: null,
  };

  test("of a paid batch that is not here something can be said", () => {
    const order = anOrder(said);
    expect(wayHereOf(order, NOW)).toEqual({
      order_id: order.id,
      paid_at: order.paid_at,
      ...said,
      search: "If it is not here by Nov 30, please ask the carrier.",
      isMissing: false,
    });
  });

  test("of one that is not here when the tenth day after it was shipped is over it says what its customer can do", () => {
    const order = anOrder({ ...said, inbound_shipped_at: "2026-11-15T12:00:00+00:00" });
    // The last and the first minute, where the business is.
    expect(wayHereOf(order, Date.parse("2026-11-26T04:59:00Z"))).toMatchObject({
      search: "If it is not here by Nov 25, please ask the carrier.",
      isMissing: false,
    });
    expect(wayHereOf(order, Date.parse("2026-11-26T05:00:00Z"))).toMatchObject({
      search:
        "It is not here 10 days after it was shipped: please ask the carrier. If it was delivered, press “It was delivered” below.",
      isMissing: true,
    });
  });

  test("of one that is to be canceled after it was shipped it is said on, for its customer waits for an answer", () => {
    const order = anOrder({ ...said, cancel_requested_at: "2026-11-21T10:00:00Z" });
    expect(wayHereOf(order, NOW)).toMatchObject(said);
    expect(canShip(order)).toBe(false);
  });

  test.each([
    // The second business day after the 20th, a Friday; the last and the first minute, where the business is.
    ["2026-11-25T04:59:00Z", "If it is not checked in by Nov 24, our team looks for it."],
    [
      "2026-11-25T05:00:00Z",
      "It is not checked in yet. Our team has been looking for it since Nov 25, and writes to you.",
    ],
  ])("of one that is said to be delivered it says at %s who looks for it, and from when on", (now, words) => {
    const order = anOrder({ ...said, inbound_delivered_at: "2026-11-20T12:00:00Z", look_from: "2026-11-24" });
    expect(wayHereOf(order, Date.parse(now))).toMatchObject({
      search: words,
      isMissing: /^It is not/.test(words),
    });
  });

  test.each<[string, Parameters<typeof anOrder>[0]]>([
    ["unpaid", { payment_status: "unpaid" }],
    ["to be canceled", { cancel_requested_at: "2026-11-21T10:00:00Z" }],
    ["canceled", { payment_status: "canceled" }],
    ["here, unopened", { arrived_at: "2026-11-21T10:00:00Z" }],
    ["received", { submission_status: "received", arrived_at: "2026-11-21T10:00:00Z" }],
  ])("of one that is %s nothing", (_, fields) => expect(wayHereOf(anOrder(fields), NOW)).toBeNull());

  test.each<[string, Parameters<typeof anOrder>[0], boolean]>([
    ["paid", {}, true],
    ["said to be shipped", said, false],
    ["received", { submission_status: "received" }, false],
    ["unpaid", { payment_status: "unpaid" }, false],
  ])("a batch that is %s is to be shipped: %j %s", (_, fields, expected) => {
    expect(isToShip(anOrder(fields))).toBe(expected);
  });

  test.each([
    ["inbound_shipped", null, "ups:2026-11-20:1Z999", "Shipped to us on November 20, 2026 with UPS (1Z999)"],
    ["inbound_shipped", null, "other:2026-11-20", "Shipped to us on November 20, 2026 with another carrier"],
    [
      "inbound_shipped",
      "ups:2026-11-19:1Z999",
      "usps:2026-11-20",
      "Corrected: shipped to us on November 20, 2026 with USPS",
    ],
    ["inbound_shipped", null, null, "Shipped to us on a day that was not noted"],
    ["inbound_delivered", null, "2026-11-22", "Delivered to us on November 22, 2026, as the carrier says"],
    ["inbound_delivered", "2026-11-22", null, "Corrected: not delivered to us yet"],
    ["inbound_withdrawn", "ups:2026-11-19:1Z999", null, "Corrected: not shipped to us yet"],
  ] as const)("%s from %j to %j reads as it happened", (type, from, to, words) => {
    expect(inboundEventWords(type, from, to)).toBe(words);
  });

  test("carriers have names", () => {
    expect(inboundCarrierName("dhl")).toBe("DHL");
    expect(inboundCarrierName("other")).toBe("another carrier");
  });

  test("days are written as the form's field has them", () => {
    expect(dayOf("2026-11-20T12:00:00+00:00")).toBe("2026-11-20");
    expect(localDay(new Date(2026, 0, 5, 23, 59))).toBe("2026-01-05");
  });
});
