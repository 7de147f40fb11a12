import { expectedBy, expectedFact, promiseState, promiseWords, windowWords } from "@/lib/orders/promise";
import { anOrder } from "@/sandbox/builders/order";

const promised = {
  promised_from: "2026-12-07",
  promised_to: "2026-12-14",
  fulfillment_status: "grading",
} as const;
const delay = { delay_reason: "The grading company is slow", delayed_until: "2026-12-21" };
/** Noon where the business is. */
const on = (day: string) => Date.parse(`${day}T17:00:00Z`);
const words = (fields: Parameters<typeof anOrder>[0], day: string) => promiseWords(anOrder(fields), on(day));

test.each<[Parameters<typeof anOrder>[0], string, string, string, string]>([
  [{}, "2026-12-01", "before", "neutral", "Back 10-15 business days after check-in."],
  [
    promised,
    "2026-12-06",
    "ahead",
    "neutral",
    "Expected back Dec 7 to 14 (10-15 business days after check-in)",
  ],
  [promised, "2026-12-07", "due", "warning", "Due back by Dec 14 (10-15 business days after check-in)"],
  [promised, "2026-12-14", "due", "warning", "Due back by Dec 14 (10-15 business days after check-in)"],
  [
    promised,
    "2026-12-15",
    "late",
    "danger",
    "Late since Dec 15: we are finding out why, and will say so here and by email.",
  ],
  [
    { ...promised, ...delay },
    "2026-12-15",
    "late",
    "danger",
    "Late since Dec 15: The grading company is slow. Now expected back by Dec 21.",
  ],
  [
    { ...promised, ...delay, delay_reason: "Snow!" },
    "2026-12-22",
    "late",
    "danger",
    "Late since Dec 15: Snow! That was to be over by Dec 21, and we are sorry that it is not.",
  ],
  [
    { ...promised, ...delay },
    "2026-12-08",
    "delayed",
    "warning",
    "Delayed: The grading company is slow. Now expected back by Dec 21.",
  ],
])("%j on %s is %s", (fields, day, state, tone, text) => {
  expect(words(fields, day)).toEqual({ state, tone, text });
});

test.each([
  [{ ...promised, fulfillment_status: "complete" }],
  [{ ...promised, ...delay, fulfillment_status: "complete" }],
  [{ ...promised, payment_status: "canceled" }],
  [{ payment_status: "unpaid" }],
] as Parameters<typeof anOrder>[0][][])("of %j nothing is promised (any more)", (fields) => {
  expect(words(fields, "2026-12-20")).toBeNull();
});

test("the day is that of the business, whatever the clock of who looks", () => {
  const order = anOrder(promised);
  expect(promiseState(order, Date.parse("2026-12-15T04:59:59Z"))).toBe("due");
  expect(promiseState(order, Date.parse("2026-12-15T05:00:00Z"))).toBe("late");
});

test("days of one month, and of two", () => {
  expect(windowWords("2026-12-07", "2026-12-14")).toBe("Dec 7 to 14");
  expect(windowWords("2026-12-28", "2027-01-05")).toBe("Dec 28 to Jan 5");
});

test("what is expected is the new date, else the promise, and nothing once it has left", () => {
  expect(expectedBy(anOrder(promised), on("2026-12-14"))).toBe("2026-12-14");
  expect(expectedBy(anOrder(promised), on("2026-12-15"))).toBeNull();
  expect(expectedBy(anOrder({ ...promised, ...delay }), on("2026-12-21"))).toBe("2026-12-21");
  expect(expectedBy(anOrder({ ...promised, fulfillment_status: "complete" }), on("2026-12-01"))).toBeNull();
  expect(expectedBy(anOrder(), on("2026-12-01"))).toBeNull();
});

test.each<[string, Parameters<typeof anOrder>[0], string, object | null]>([
  [
    "promised",
    promised,
    "2026-12-14",
    { label: "Expected back", value: "Dec 7 to 14 (10-15 business days after check-in)" },
  ],
  [
    "late",
    promised,
    "2026-12-15",
    { label: "Promised by", value: "December 14, 2026, which is over. We are sorry." },
  ],
  [
    "put off",
    { ...promised, ...delay },
    "2026-12-15",
    { label: "Now expected back by", value: "December 21, 2026" },
  ],
  [
    "put off and late again",
    { ...promised, ...delay },
    "2026-12-22",
    { label: "Promised by", value: "December 14, 2026, which is over. We are sorry." },
  ],
  [
    "put off to a day before the promised one",
    { ...promised, ...delay, delayed_until: "2026-12-10" },
    "2026-12-12",
    { label: "Expected back", value: "Dec 7 to 14 (10-15 business days after check-in)" },
  ],
  ["gone", { ...promised, fulfillment_status: "complete" }, "2026-12-01", null],
  ["not counted yet", {}, "2026-12-01", null],
])("a mail about a batch that is %s says until when", (_, fields, day, fact) => {
  expect(expectedFact(anOrder(fields), on(day))).toEqual(fact);
});
