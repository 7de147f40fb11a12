import {
  canShip,
  dayOf,
  inboundCarrierName,
  inboundEventText,
  inboundShipmentOf,
  isToShip,
  localDay,
} from "@/lib/orders/inbound";
import type { OrderEvent } from "@/lib/orders/order";
import { eventTitle, timelineOf, wasReturnedUngraded } from "@/lib/orders/timeline";
import { anOrder, anOrderEvent } from "@/sandbox/builders/order";

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
    ["paid", { type: "payment_status", from: "unpaid", to: "paid" }, "Paid"],
    ["numbered late", { type: "grading_submission_number", to: "S 1/2" }, "Grader submission: S 1/2"],
    [
      "numbered anew",
      { type: "grading_submission_number", from: "S1", to: "S2" },
      "New grader submission: S2",
    ],
    [
      "numbered no more",
      { type: "grading_submission_number", from: "S1", to: null },
      "Grader submission removed",
    ],
    ["paid after all", { type: "payment_status", from: "canceled", to: "paid" }, "Paid"],
    ["delayed", { type: "payment_status", from: "unpaid", to: "pending" }, "Payment pending"],
    ["failed", { type: "payment_status", from: "pending", to: "failed" }, "Payment failed, nothing charged"],
    ["expired", { type: "payment_status", from: "unpaid", to: "canceled" }, "Canceled, nothing charged"],
    [
      "refunded whole",
      { type: "payment_status", from: "paid", to: "canceled" },
      "Canceled and fully refunded",
    ],
    [
      "refund",
      { type: "refunded", from: "$0.00", to: "$20.00", message: "Refunded $20.00 of $50.00" },
      "Refunded $20.00 of $50.00",
    ],
    ["refund without words", { type: "refunded", from: "$0.00", to: "$20.00" }, "Refunded $20.00"],
    ["a new payment status", { type: "payment_status", to: "held" }, "Payment changed to held"],
    ["arrived", { type: "arrived" }, "Package arrived"],
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
      "New return tracking: 9400",
    ],
    ["counted", { type: "counted", to: "9" }, "Package opened"],
    ["recounted", { type: "recounted", from: "9", to: "10" }, "Cards recounted"],
    ["count differs", { type: "count_mismatch" }, "Count doesn't match your order"],
    [
      "damaged",
      { type: "package_condition", to: "damaged_outside" },
      "The package was damaged on the outside",
    ],
    ["odd condition", { type: "package_condition", to: "wet" }, "The package condition was noted"],
    ["a delay", { type: "delay", to: "2026-12-21" }, "Running late. New estimate: Dec 21"],
    ["a delay that is over", { type: "delay", from: "2026-12-21" }, "Back on schedule"],
    ["an event without words of its own", { type: "linked" }, "Update from our team"],
    ["a request of the customer's", { type: "cancel_asked", actor: "customer" }, "Cancellation requested"],
    [
      "the customer's word",
      { type: "inbound_delivered", actor: "customer", to: "2026-11-22" },
      "Delivered to us Nov 22 (reported by the customer)",
    ],
  ])("%s, in words", (_, event, title) => {
    expect(eventTitle(anEvent(event))).toBe(title);
  });

  const received = { ...order, submission_status: "received" } as const;

  test("shows what else happened below the step before it, oldest first", () => {
    const [first, second, third] = timelineOf(received, [
      paid(),
      anEvent({ type: "inbound_shipped", actor: "customer", to: "ups:2026-11-02:1Z999" }),
      anEvent({ type: "arrived", actor: "staff" }),
      { ...moved("pending", "received"), message: "Nice cards" },
      anEvent({ type: "delay", to: "2026-12-21", message: "Snow" }),
    ]);
    expect(first?.events.map(({ title }) => title)).toEqual([
      "Shipped to us Nov 2 with UPS (1Z999) (reported by the customer)",
      "Package arrived",
    ]);
    expect(second).toMatchObject({
      message: "Nice cards",
      events: [{ title: "Running late. New estimate: Dec 21", message: "Snow" }],
    });
    expect(third?.events).toEqual([]);
  });

  test("shows the count at check-in as part of that step", () => {
    const step = moved("pending", "received");
    const counted = { ...step, type: "counted", to: "9", message: "9 of 9 cards" } as const;
    const [first, second] = timelineOf(received, [paid(), counted, step]);
    expect(first?.events).toEqual([]);
    expect(second).toMatchObject({ label: "Checked in", message: "9 of 9 cards", events: [] });
  });

  test("shows a count that differs once, with the count itself", () => {
    const recounted = { type: "recounted", to: "9", message: "9 of 10 cards" } as const;
    const events = [paid(), anEvent(recounted), anEvent({ ...recounted, type: "count_mismatch" })];
    expect(timelineOf(order, events)[0]?.events.map(({ message }) => message)).toEqual([
      "9 of 10 cards",
      null,
    ]);
  });

  test("shows a refund's message once, as its title", () => {
    const refund = anEvent({ type: "refunded", to: "$20.00", message: "Refunded $20.00 of $50.00" });
    expect(timelineOf(order, [paid(), refund])[0]?.events).toMatchObject([
      { title: "Refunded $20.00 of $50.00", message: null },
    ]);
  });

  test("shows a step that was taken back below the step before it", () => {
    const steps = timelineOf(received, [
      paid(),
      moved("pending", "received"),
      moved("received", "processing"),
      moved("processing", "received"),
    ]);
    expect(steps[0]?.events.map(({ title }) => title)).toEqual(["Checked in", "Prepared"]);
    expect(steps[1]).toMatchObject({ state: "now", at: "2026-11-04T00:00:00.000Z", events: [] });
  });

  const states = (status: string, payment: "paid" | "pending" | "canceled" = "paid", events = [paid()]) =>
    timelineOf({ payment_status: payment, submission_status: status, arrived_at: null }, events)
      .map(({ state }) => (state === "now" ? "N" : state[0]))
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

  test("a batch canceled before its cards are here keeps its payment, and nothing lies ahead", () => {
    expect(states("pending", "canceled")).toBe("d");
    expect(states("pending", "canceled", [])).toBe("");
  });

  test("a payment that is on its way has reached no step", () => {
    const steps = timelineOf({ ...order, payment_status: "pending", submission_status: "grading" }, []);
    expect(steps.every(({ state, at }) => state === "next" && at === null)).toBe(true);
  });

  test("a refund leaves the steps that the cards have reached, none is the present one, and none lies ahead", () => {
    const steps = timelineOf({ ...order, payment_status: "canceled", submission_status: "received" }, [
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
    const steps = timelineOf({ ...order, submission_status: "shipped" }, events);
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
    timelineOf({ ...order, submission_status: status }, events).map(({ at }) => at?.slice(8, 10) ?? "-");

  test("the step a batch is at has the day on which it got there", () => {
    const events = [paid(), moved("pending", "received")];
    expect(reachedOn("received", events).join("")).toBe("0102------");
  });

  test("the way begins with the payment, and with no other word on it", () => {
    const failed = anEvent({ type: "payment_status", from: "unpaid", to: "failed" });
    const number = anEvent({ type: "tracking_number", to: "paid" });
    expect(reachedOn("pending", [failed, number])[0]).toBe("-");
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
    const steps = timelineOf({ payment_status: payment, submission_status: status, arrived_at: null }, [
      ...events,
    ]);
    expect(steps.map(({ state }) => SHORT[state]).join("")).toBe(expected);
    expect(wasReturnedUngraded([...events])).toBe(isUngraded);
  });

  test("a batch that was never paid and went home has reached no step, and passed over none", () => {
    const steps = timelineOf({ payment_status: "unpaid", submission_status: "completed", arrived_at: null }, [
      moved("received", "completed"),
    ]);
    expect(steps.every(({ state }) => state === "next")).toBe(true);
  });

  test("a batch of which nothing is told has left out nothing", () => {
    const steps = timelineOf(
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
    expect(timelineOf({ ...HERE, ...stands }, [])[0]?.label).toBe(label);
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
    expect(timelineOf({ ...HERE, ...stands }, events)[0]?.at).toBe(at);
  });

  test("a box that is counted while the rest is awaited, in words", () => {
    const event = { from: "1", actor: "staff", at: "2026-11-21T10:00:00Z" } as const;
    const message = "We counted 4 of 10. We're waiting for the rest.";
    const [first] = timelineOf(HERE, [{ ...event, type: "box_counted", to: "4", message }]);
    expect(first?.events).toMatchObject([{ title: "Box 1 counted: 4 cards", message }]);
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
    expect(inboundShipmentOf(order, NOW)).toEqual({
      order_id: order.id,
      paid_at: order.paid_at,
      ...said,
      search: "If it isn't here by Nov 30, please check with the carrier.",
      isMissing: false,
    });
  });

  test("of one that is not here when the tenth day after it was shipped is over it says what its customer can do", () => {
    const order = anOrder({ ...said, inbound_shipped_at: "2026-11-15T12:00:00+00:00" });
    // The last and the first minute, where the business is.
    expect(inboundShipmentOf(order, Date.parse("2026-11-26T04:59:00Z"))).toMatchObject({
      search: "If it isn't here by Nov 25, please check with the carrier.",
      isMissing: false,
    });
    expect(inboundShipmentOf(order, Date.parse("2026-11-26T05:00:00Z"))).toMatchObject({
      search:
        "10 days and still not here. Please check with the carrier. If it was delivered, tell us below.",
      isMissing: true,
    });
  });

  test("of one that is to be canceled after it was shipped it is said on, for its customer waits for an answer", () => {
    const order = anOrder({ ...said, cancel_requested_at: "2026-11-21T10:00:00Z" });
    expect(inboundShipmentOf(order, NOW)).toMatchObject(said);
    expect(canShip(order)).toBe(false);
  });

  test.each([
    // The second business day after the 20th, a Friday; the last and the first minute, where the business is.
    ["2026-11-25T04:59:00Z", "If we haven't checked it in by Nov 24, we'll search for it."],
    ["2026-11-25T05:00:00Z", "We've been searching for it since Nov 25 and will email you."],
  ])("of one that is said to be delivered it says at %s who looks for it, and from when on", (now, words) => {
    const order = anOrder({ ...said, inbound_delivered_at: "2026-11-20T12:00:00Z", look_from: "2026-11-24" });
    expect(inboundShipmentOf(order, Date.parse(now))).toMatchObject({
      search: words,
      isMissing: /^We've been/.test(words),
    });
  });

  test.each<[string, Parameters<typeof anOrder>[0]]>([
    ["unpaid", { payment_status: "unpaid" }],
    ["to be canceled", { cancel_requested_at: "2026-11-21T10:00:00Z" }],
    ["canceled", { payment_status: "canceled" }],
    ["here, unopened", { arrived_at: "2026-11-21T10:00:00Z" }],
    ["received", { submission_status: "received", arrived_at: "2026-11-21T10:00:00Z" }],
  ])("of one that is %s nothing", (_, fields) => expect(inboundShipmentOf(anOrder(fields), NOW)).toBeNull());

  test.each<[string, Parameters<typeof anOrder>[0], boolean]>([
    ["paid", {}, true],
    ["said to be shipped", said, false],
    ["received", { submission_status: "received" }, false],
    ["unpaid", { payment_status: "unpaid" }, false],
  ])("a batch that is %s is to be shipped: %j %s", (_, fields, expected) => {
    expect(isToShip(anOrder(fields))).toBe(expected);
  });

  test.each([
    ["inbound_shipped", null, "ups:2026-11-20:1Z999", "Shipped to us Nov 20 with UPS (1Z999)"],
    ["inbound_shipped", null, "other:2026-11-20", "Shipped to us Nov 20 with another carrier"],
    [
      "inbound_shipped",
      "ups:2026-11-19:1Z999",
      "usps:2026-11-20",
      "Corrected: Shipped to us Nov 20 with USPS",
    ],
    ["inbound_shipped", null, null, "Shipped to us"],
    ["inbound_delivered", null, "2026-11-22", "Delivered to us Nov 22"],
    ["inbound_delivered", "2026-11-22", null, "Corrected: Not delivered to us yet"],
    ["inbound_withdrawn", "ups:2026-11-19:1Z999", null, "Corrected: Not shipped to us yet"],
  ] as const)("%s from %j to %j reads as it happened", (type, from, to, words) => {
    expect(inboundEventText(type, from, to)).toBe(words);
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
