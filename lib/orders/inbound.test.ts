import {
  canShip,
  dayOf,
  inboundCarrierName,
  inboundEventWords,
  isToShip,
  localDay,
  wayHereOf,
} from "@/lib/orders/inbound";
import { anOrder } from "@/sandbox/builders/order";

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
