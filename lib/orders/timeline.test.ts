import { canShip, inboundShipmentOf, isToShip } from "@/lib/orders/inbound";
import type { OrderEvent } from "@/lib/orders/order";
import { eventTitle, timelineOf, wasReturnedUngraded } from "@/lib/orders/timeline";
import { anOrder } from "@/sandbox/builders/order";

let day = 0;
beforeEach(() => {
  day = 0;
});

function anEvent(fields: Partial<OrderEvent>): OrderEvent {
  day += 1;
  const at = new Date(Date.UTC(2026, 10, day)).toISOString();
  return { type: "submission_status", from: null, to: null, actor: "system", message: null, at, ...fields };
}
const paid = () => anEvent({ type: "payment_status", from: "unpaid", to: "paid", actor: "stripe" });
const moved = (from: string, to: string) => anEvent({ from, to, actor: "staff" });

const order = { payment_status: "paid", submission_status: "pending", arrived_at: null } as const;
const received = { ...order, submission_status: "received" } as const;
const LETTER = { done: "d", now: "N", next: "n", skipped: "-" };
const statesOf = (...args: Parameters<typeof timelineOf>) =>
  timelineOf(...args)
    .map(({ state }) => LETTER[state])
    .join("");
/** The day of November on which each step was reached. */
const daysOf = (status: string, events: OrderEvent[], payment: "paid" | "canceled" = "paid") =>
  timelineOf({ ...order, submission_status: status, payment_status: payment }, events).map(
    ({ at }) => at?.slice(8, 10) ?? "-",
  );

describe("event title", () => {
  test.each<[Partial<OrderEvent>, string]>([
    [{ type: "payment_status", from: "unpaid", to: "paid" }, "Paid"],
    [{ type: "payment_status", from: "pending", to: "failed" }, "Payment failed, nothing charged"],
    [{ type: "payment_status", from: "paid", to: "canceled" }, "Canceled and fully refunded"],
    [{ type: "grading_submission_number", to: "S 1/2" }, "Grader submission: S 1/2"],
    [{ type: "grading_submission_number", from: "S1", to: null }, "Grader submission removed"],
    [
      { type: "refunded", from: "$0.00", to: "$20.00", message: "Refunded $20.00 of $50.00" },
      "Refunded $20.00 of $50.00",
    ],
    [{ from: "grading", to: "received" }, "Corrected: Checked in"],
    [{ from: "pending", to: "on the moon" }, "Status changed to on the moon"],
    [{ type: "tracking_number", to: "1Z999" }, "Return tracking: 1Z999"],
    [{ type: "delay", to: "2026-12-21" }, "Running late. New estimate: Dec 21"],
    [{ type: "delay", from: "2026-12-21" }, "Back on schedule"],
    [
      { type: "inbound_delivered", actor: "customer", to: "2026-11-22" },
      "Delivered to us Nov 22 (reported by the customer)",
    ],
  ])("shows the event %j as %s", (event, title) => {
    expect(eventTitle(anEvent(event))).toBe(title);
  });
});

describe("timeline", () => {
  test("shows other events below the step before them, oldest first", () => {
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

  test("shows the message of a differing count only once", () => {
    const counted = { to: "9", message: "9 of 10 cards" };
    const events = [
      anEvent({ type: "recounted", ...counted }),
      anEvent({ type: "count_mismatch", ...counted }),
    ];
    const shown = [{ message: "9 of 10 cards" }, { message: null }];
    expect(timelineOf(order, [paid(), ...events])[0]?.events).toMatchObject(shown);
  });

  test.each([
    ["pending", "paid", "Nnnnnnnn"],
    ["completed", "paid", "ddddddNn"],
    ["delivered", "paid", "dddddddN"],
    ["on the moon", "paid", "Nnnnnnnn"],
    // A canceled batch keeps the steps it reached, with none ahead.
    ["pending", "canceled", "d"],
    ["grading", "canceled", "ddddd"],
  ] as const)("marks the steps of a batch at %s that is %s", (status, payment, pattern) => {
    expect(statesOf({ ...order, submission_status: status, payment_status: payment }, [paid()])).toBe(
      pattern,
    );
  });

  test("dates each reached step by the last time it was reached", () => {
    const checkedIn = () => [paid(), moved("pending", "received")];
    expect(daysOf("received", checkedIn()).join("")).toBe("0102------");
    day = 0;
    expect(daysOf("received", checkedIn(), "canceled")).toEqual(["01", "02"]);
    day = 0;
    const back = [...checkedIn(), moved("received", "grading"), moved("grading", "received")];
    expect(daysOf("shipped", back).join("")).toBe("0104------");
  });
});

describe("timeline of cards shipped back ungraded", () => {
  test.each<[string, [from: string, to: string][], string, "paid" | "canceled", string, boolean]>([
    [
      "graded",
      [
        ["grading", "graded"],
        ["graded", "completed"],
      ],
      "completed",
      "paid",
      "ddddddNn",
      false,
    ],
    [
      "ungraded",
      [
        ["pending", "received"],
        ["received", "completed"],
      ],
      "completed",
      "paid",
      "dd----Nn",
      true,
    ],
    ["back from the grader", [["grading", "completed"]], "completed", "paid", "ddddddNn", false],
    ["refunded", [["received", "completed"]], "completed", "canceled", "dd----dn", true],
  ])("skips steps that a batch never reached: %s", (_, moves, status, payment, expected, isUngraded) => {
    const events = moves.map(([from, to]) => moved(from, to));
    expect(statesOf({ ...order, submission_status: status, payment_status: payment }, events)).toBe(expected);
    expect(wasReturnedUngraded(events)).toBe(isUngraded);
  });
});

describe("timeline of an arrived package", () => {
  const HERE = { ...order, arrived_at: "2026-11-20T10:00:00Z" };
  const PAID_AT = "2026-11-01T00:00:00.000Z";

  test.each([
    ["unopened", {}, "Arrived", HERE.arrived_at],
    ["partly counted", { is_counted_in_part: true }, "Partly counted", HERE.arrived_at],
    ["still on its way", { arrived_at: null }, "Waiting for your cards", PAID_AT],
    ["counted", { submission_status: "received" }, "Paid", PAID_AT],
  ] as const)("labels and dates the first step when the package is %s", (_, fields, label, at) => {
    const [first, second] = timelineOf({ ...HERE, ...fields }, [paid()]);
    expect(first).toMatchObject({ label, at });
    expect(second?.label).toBe("Checked in");
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
  const delivered = { inbound_delivered_at: "2026-11-20T12:00:00Z", look_from: "2026-11-24" };
  const requested = { cancel_requested_at: "2026-11-21T10:00:00Z" };

  test("returns the expected package of a paid batch", () => {
    const { id: order_id, paid_at } = anOrder();
    const search = "If we don't have it by Nov 30, please check with the carrier.";
    expect(inboundShipmentOf(anOrder(said), NOW)).toEqual({
      order_id,
      paid_at,
      ...said,
      search,
      isMissing: false,
    });
  });

  test("keeps a shipped package after a cancellation request, but not its label", () => {
    const order = anOrder({ ...said, ...requested });
    expect(inboundShipmentOf(order, NOW)).toMatchObject(said);
    expect(canShip(order)).toBe(false);
  });

  const after = "2026-11-26T05:00:00Z";
  test.each<[string, string, Parameters<typeof anOrder>[0], string, boolean]>([
    [
      "shipped eleven days ago",
      after,
      { inbound_shipped_at: "2026-11-15T12:00:00Z" },
      "It's been 10 days, and your package still isn't here. Please check with the carrier. If it was delivered, tell us below.",
      true,
    ],
    [
      "delivered three business days ago",
      "2026-11-25T05:00:00Z",
      delivered,
      "We've been searching for it since Nov 25 and will email you.",
      true,
    ],
  ])("explains the delay of a package %s", (_, now, fields, search, isMissing) => {
    const order = anOrder({ ...said, ...fields });
    expect(inboundShipmentOf(order, Date.parse(now))).toMatchObject({ search, isMissing });
  });

  test.each<[Parameters<typeof anOrder>[0]]>([
    [{ payment_status: "unpaid" }],
    [requested],
    [{ arrived_at: "2026-11-21T10:00:00Z" }],
  ])("returns no package for a batch with %j", (fields) => {
    expect(inboundShipmentOf(anOrder(fields), NOW)).toBeNull();
  });

  test.each<[Parameters<typeof anOrder>[0], boolean]>([
    [{}, true],
    [said, false],
    [{ payment_status: "unpaid" }, false],
  ])("returns whether a batch with %j still has to be shipped: %s", (fields, expected) => {
    expect(isToShip(anOrder(fields))).toBe(expected);
  });
});
