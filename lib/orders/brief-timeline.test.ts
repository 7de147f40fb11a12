import { aboutNextWords, briefTimeline, byWhomWords, nextStep } from "@/lib/orders/brief-timeline";
import { type OrderEvent, orderEventTypeSchema } from "@/lib/orders/order";
import { timelineOf } from "@/lib/orders/timeline";
import { anOrder } from "@/sandbox/builders/order";

const event = (day: number, fields: Partial<OrderEvent> = {}): OrderEvent => ({
  type: "submission_status",
  from: null,
  to: "received",
  actor: "staff",
  message: "written for one pair of eyes",
  at: new Date(Date.UTC(2026, 10, day)).toISOString(),
  ...fields,
});
const promised = { promised_from: "2026-12-07", promised_to: "2026-12-14" };
const NOW = Date.parse("2026-11-25T12:00:00Z");
const here = { arrived_at: "2026-11-20T10:00:00Z" };
const saidDelivered = {
  inbound_shipped_at: "2026-11-18T12:00:00Z",
  inbound_delivered_at: "2026-11-20T12:00:00Z",
};
const next = (fields: Parameters<typeof anOrder>[0]) => {
  const step = briefTimeline(anOrder(fields), [], NOW).next;
  return step && [step.what, aboutNextWords(step)].filter(Boolean).join(" ");
};

test("tells the last three in the timeline's own words and order, newest first", () => {
  const events = [
    event(1, { type: "payment_status", from: "unpaid", to: "paid" }),
    event(2, { type: "arrived", to: null }),
    event(3),
    event(4, { type: "undone", to: "received_count,submission_status" }),
  ];
  const { entries } = briefTimeline(anOrder(), events, NOW);
  expect(entries.map(({ title }) => title)).toEqual([
    "Corrected: a count was entered here by mistake",
    "Your cards arrived and were counted",
    "Your package arrived, unopened",
  ]);
  expect(entries[0]?.at).toBe("2026-11-04T00:00:00.000Z");
  expect(briefTimeline(anOrder(), [], NOW).entries).toEqual([]);
});

test.each(orderEventTypeSchema.options)(
  "%s reads as on the timeline, without what was written beside it",
  (type) => {
    const to = type === "delay" || type === "inbound_delivered" ? "2026-12-21" : "received";
    const one = event(5, { type, to, ...(type === "refunded" ? { message: "Refunded $20.00" } : {}) });
    const [entry] = briefTimeline(anOrder(), [one], NOW).entries;
    expect(entry).toEqual({ title: timelineOf(anOrder(), [one]).entries[0]?.title, at: one.at });
    expect(entry?.title).not.toContain("one pair of eyes");
  },
);

test.each<[string, Parameters<typeof anOrder>[0], string | null]>([
  ["awaited", {}, "You send us your package, if it is not on its way yet."],
  [
    "said to be shipped",
    { inbound_shipped_at: "2026-11-18T12:00:00Z" },
    "The carrier brings us your package. If it is not here by Nov 28, please ask the carrier.",
  ],
  [
    "said to be shipped ten days ago",
    { inbound_shipped_at: "2026-11-15T12:00:00Z" },
    "The carrier brings us your package. If it is not here by Nov 25, please ask the carrier.",
  ],
  [
    "said to be shipped longer ago",
    { inbound_shipped_at: "2026-11-14T12:00:00Z" },
    "You ask the carrier where your package is.",
  ],
  [
    "said to be shipped long ago, and delivered",
    { ...saidDelivered, inbound_shipped_at: "2026-11-01T12:00:00Z", look_from: "2026-11-25" },
    "We check your package in. If it is not checked in by Nov 25, our team looks for it.",
  ],
  [
    "said to be delivered",
    { ...saidDelivered, look_from: "2026-11-25" },
    "We check your package in. If it is not checked in by Nov 25, our team looks for it.",
  ],
  [
    "said to be delivered, and not checked in two business days later",
    { ...saidDelivered, look_from: "2026-11-24" },
    "Our team looks for your package, and writes to you.",
  ],
  [
    "here, unopened",
    { ...here, open_by: "2026-11-25" },
    "We open your package and count the cards by Nov 25.",
  ],
  [
    "here, unopened, and late",
    { ...here, open_by: "2026-11-24" },
    "We open your package and count the cards. That was to be done by Nov 24, and we are sorry that it is not.",
  ],
  [
    "here, and counted in part",
    { ...here, is_counted_in_part: true },
    "When the rest arrives, we count it and check your cards in.",
  ],
  [
    "here, and counted in part, of which the rest is awaited",
    { ...here, is_counted_in_part: true, open_by: "2026-11-25" },
    "When the rest arrives, we count it and check your cards in. If it is not here by Nov 25, our team asks you about it.",
  ],
  [
    "here, and counted in part, of which the rest did not come",
    { ...here, is_counted_in_part: true, open_by: "2026-11-24" },
    "When the rest arrives, we count it and check your cards in. It was awaited until Nov 24. If it is not on its way to us, please write to us.",
  ],
  [
    "here, unopened, and to be canceled",
    { ...here, open_by: "2026-11-24", cancel_requested_at: "2026-11-20T09:00:00Z" },
    "We answer the request to cancel this batch.",
  ],
  [
    "on its way, and to be canceled",
    { inbound_shipped_at: "2026-11-18T12:00:00Z", cancel_requested_at: "2026-11-20T09:00:00Z" },
    "We answer the request to cancel this batch when your package is here. If it is not here by Nov 28, please ask the carrier.",
  ],
  [
    "said to be shipped long ago, and to be canceled",
    { inbound_shipped_at: "2026-11-14T12:00:00Z", cancel_requested_at: "2026-11-20T09:00:00Z" },
    "We answer the request to cancel this batch when your package is here. It is not here 10 days after it was shipped: please ask the carrier.",
  ],
  [
    "said to be delivered, and to be canceled",
    { ...saidDelivered, look_from: "2026-11-25", cancel_requested_at: "2026-11-20T09:00:00Z" },
    "We answer the request to cancel this batch when your package is here. If it is not checked in by Nov 25, our team looks for it.",
  ],
  [
    "received",
    { ...here, ...promised, submission_status: "received" },
    "We prepare them for the grading company. Expected back Dec 7 to 14.",
  ],
  [
    "being prepared, and put off",
    { ...here, ...promised, submission_status: "processing", delayed_until: "2026-12-21" },
    "They leave with our next shipment. Our team does this. Now expected back by Dec 21.",
  ],
  [
    "on its way to the grader",
    { ...promised, submission_status: "shipped" },
    "The grading company checks them in and grades them. Expected back Dec 7 to 14.",
  ],
  [
    "at the grader, of before there was a promise",
    { submission_status: "grading" },
    "When the grades are in, the cards come back to us. The grading company does this.",
  ],
  [
    "graded",
    { ...promised, submission_status: "graded" },
    "We check them and send them to the return address of this batch. Expected back Dec 7 to 14.",
  ],
  [
    "graded, and its owner is asked where to",
    { ...promised, submission_status: "graded", address_asked_until: "2026-11-27T03:00:00Z" },
    "You tell us which address counts, by Nov 26. Expected back Dec 7 to 14.",
  ],
  [
    "graded, and its owner did not answer",
    { ...promised, submission_status: "graded", address_asked_until: "2026-11-25T11:00:00Z" },
    "We check them and send them to the return address of this batch. Expected back Dec 7 to 14.",
  ],
  ["on its way back", { ...promised, submission_status: "completed" }, "The carrier delivers them to you."],
  ["delivered", { ...promised, submission_status: "delivered" }, null],
  ["not paid", { payment_status: "unpaid" }, null],
  ["canceled", { payment_status: "canceled" }, null],
  ["canceled, and here", { payment_status: "canceled", ...here }, "We send your cards back to you."],
  [
    "canceled, and at the grader",
    { payment_status: "canceled", ...here, submission_status: "grading" },
    "Once your cards are back from the grading company, we send them to you.",
  ],
  [
    "canceled, and graded",
    { payment_status: "canceled", ...here, submission_status: "graded" },
    "Once your cards are back from the grading company, we send them to you.",
  ],
  [
    "canceled, and on its way to us",
    { payment_status: "canceled", inbound_shipped_at: "2026-11-18T12:00:00Z" },
    null,
  ],
  [
    "canceled, and on its way back",
    { payment_status: "canceled", ...here, submission_status: "completed" },
    "The carrier delivers them to you.",
  ],
  [
    "canceled because it was lost on its way back",
    { payment_status: "canceled", ...here, submission_status: "completed", is_lost: true },
    null,
  ],
])(
  "of one that is %s it says what comes next, who does it where that is not in the words, and until when",
  (_, fields, words) => {
    expect(next(fields)).toBe(words);
  },
);

test("who has only the link of a batch reads that its owner is asked", () => {
  const order = anOrder({ submission_status: "graded", address_asked_until: "2026-11-27T15:00:00Z" });
  expect(nextStep(order, NOW, "link")?.what).toBe(
    "The owner of this batch tells us which address counts, by Nov 27.",
  );
});

test("where the page says what is done about a package, what comes next says it not again", () => {
  const awaited = nextStep(anOrder({ inbound_shipped_at: "2026-11-18T12:00:00Z" }), NOW);
  expect(awaited).toMatchObject({
    what: "The carrier brings us your package.",
    search: "If it is not here by Nov 28, please ask the carrier.",
  });
  expect(awaited && byWhomWords(awaited)).toBeNull();
});

test("who does it and until when are told apart", () => {
  const step = { what: "It goes on.", by: "Our team", search: null, until: "Expected back Dec 7 to 14." };
  expect([byWhomWords(step), aboutNextWords(step)]).toEqual([
    "Our team does this.",
    "Our team does this. Expected back Dec 7 to 14.",
  ]);
  expect([byWhomWords({ ...step, by: null }), aboutNextWords({ ...step, by: null, until: null })]).toEqual([
    null,
    null,
  ]);
});
