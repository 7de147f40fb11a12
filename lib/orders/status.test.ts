import { expectedBy, expectedFact, promiseState, promiseText, windowText } from "@/lib/orders/promise";
import {
  batchStanding,
  batchStatus,
  hasLeft,
  hasReached,
  isAwaited,
  packageCondition,
  paymentStatus,
  SUBMISSION_STEPS,
  statusOf,
  stepStatus,
} from "@/lib/orders/status";
import { nextStep, timelineOf } from "@/lib/orders/timeline";
import { anOrder } from "@/sandbox/builders/order";

describe("status", () => {
  const AT = "2026-11-20T10:00:00Z";
  const ORDER = { arrived_at: null, received_count: null, cancel_requested_at: null };

  test.each([
    ["pending", "Waiting for your cards", "neutral"],
    ["received", "Checked in", "accent"],
    ["processing", "Getting ready", "accent"],
    ["shipped", "On its way to the grader", "accent"],
    ["grading", "At the grader", "accent"],
    ["graded", "Grades ready", "success"],
    ["completed", "On its way back", "success"],
    ["delivered", "Delivered", "success"],
    ["something new", "something new", "neutral"],
    ["constructor", "constructor", "neutral"],
  ])("%s reads %s", (status, label, tone) => {
    expect(statusOf(status)).toMatchObject({ badge: label, tone });
  });

  test.each([
    ["paid", "Paid", "success"],
    ["unpaid", "Unpaid", "neutral"],
    ["failed", "Unpaid", "neutral"],
    ["canceled", "Unpaid", "neutral"],
    ["pending", "Unpaid, payment pending", "warning"],
  ] as const)("a payment that is %s reads %s in the color %s", (status, label, tone) => {
    expect(paymentStatus(status)).toEqual({ label, tone });
  });

  test.each([
    ["paid", "pending", "Waiting for your cards", "neutral"],
    ["unpaid", "pending", "Pending", "neutral"],
    ["pending", "pending", "Pending", "neutral"],
    ["canceled", "pending", "Canceled", "neutral"],
    ["paid", "grading", "At the grader", "accent"],
    ["canceled", "received", "Checked in", "accent"],
  ] as const)("a batch that is %s and %s reads %s", (payment_status, submission_status, label, tone) => {
    expect(batchStatus({ ...ORDER, payment_status, submission_status })).toEqual({ label, tone });
  });

  test.each([
    ["paid", "pending", "Arrived"],
    ["paid", "received", "Checked in"],
    ["canceled", "pending", "Canceled"],
  ] as const)(
    "a batch that is %s and %s, and whose package came, reads %s",
    (payment_status, submission_status, label) => {
      const order = { ...ORDER, payment_status, submission_status, arrived_at: AT };
      expect([batchStatus(order).label, batchStanding(order).label]).toEqual([label, label]);
      expect(stepStatus(order).badge).toBe(submission_status === "pending" ? "Arrived" : label);
    },
  );

  test.each([
    ["on its way or with its owner", {}, "Cancellation requested"],
    ["here", { arrived_at: AT }, "Cancellation requested"],
    [
      "counted all the same",
      { arrived_at: AT, received_count: 2, submission_status: "received" },
      "Checked in",
    ],
    ["canceled", { payment_status: "canceled" }, "Canceled"],
  ] as const)(
    "a batch whose owner asked to cancel it, and that is %s, says so everywhere (%j)",
    (_, fields, label) => {
      const asked = {
        ...ORDER,
        payment_status: "paid",
        submission_status: "pending",
        cancel_requested_at: AT,
      } as const;
      const order = { ...asked, ...fields };
      expect([batchStatus(order), batchStanding(order)]).toEqual([
        expect.objectContaining({ label }),
        expect.objectContaining({ label }),
      ]);
    },
  );

  test("what is here and not opened is styled as pending", () => {
    expect(stepStatus({ submission_status: "pending", arrived_at: "2026-11-20T10:00:00Z" })).toMatchObject({
      badge: "Arrived",
      tone: "neutral",
    });
    expect(stepStatus({ submission_status: "pending", arrived_at: null }).badge).toBe(
      "Waiting for your cards",
    );
  });

  test.each([
    ["pending", "2026-11-20T10:00:00Z", "Partly counted"],
    ["pending", null, "Waiting for your cards"],
    ["received", "2026-11-20T10:00:00Z", "Checked in"],
  ] as const)(
    "of a batch at %s that came at %j one box is counted: it reads %s",
    (step, arrived_at, label) => {
      const order = { submission_status: step, arrived_at, is_counted_in_part: true };
      expect(stepStatus(order).badge).toBe(label);
      const paid = {
        ...order,
        payment_status: "paid",
        cancel_requested_at: null,
        received_count: null,
      } as const;
      expect(batchStatus(paid).label).toBe(label);
      expect(batchStanding(paid).label).toBe(label);
    },
  );

  test.each([
    ["paid", "pending", true],
    ["paid", "received", false],
    ["paid", "delivered", false],
    ["unpaid", "pending", false],
    ["pending", "pending", false],
    ["canceled", "pending", false],
  ] as const)(
    "cards of a batch that is %s and %s are still to be sent: %s",
    (payment, submission, expected) => {
      expect(isAwaited({ payment_status: payment, submission_status: submission })).toBe(expected);
    },
  );

  test("graded cards are on their way back from the step that says so on, not before", () => {
    expect(SUBMISSION_STEPS.filter(hasLeft)).toEqual(["completed", "delivered"]);
    expect(hasLeft("something new")).toBe(false);
    const reached = SUBMISSION_STEPS.filter((submission_status) =>
      hasReached({ submission_status }, "graded"),
    );
    expect(reached).toEqual(["graded", "completed", "delivered"]);
    expect(hasReached({ submission_status: "something new" }, "pending")).toBe(false);
  });

  test.each([
    ["ok", "The package arrived in good condition"],
    ["damaged_cards", "Cards in the package were damaged"],
    ["tampered", "The package was opened in transit"],
    ["constructor", "The package condition was noted"],
  ])("a package that is noted as %s reads: %s", (condition, words) => {
    expect(packageCondition(condition)).toBe(words);
  });

  test.each([
    ["paid", "grading", "At the grader", "accent"],
    ["paid", "teleported", "teleported", "neutral"],
    ["unpaid", "pending", "Unpaid", "neutral"],
    ["pending", "pending", "Unpaid, payment pending", "warning"],
    ["canceled", "received", "Canceled", "neutral"],
  ] as const)(
    "looked at by itself, a batch that is %s and %s stands at: %s",
    (payment_status, submission_status, label, tone) => {
      expect(batchStanding({ ...ORDER, payment_status, submission_status })).toEqual({ label, tone });
    },
  );
});

describe("step meaning", () => {
  const ARRIVED = "2026-11-20T10:00:00Z";

  test("the timeline of a batch of which one box is counted says so of its first step alone", () => {
    const [first, second] = timelineOf(
      { payment_status: "paid", submission_status: "pending", arrived_at: ARRIVED, is_counted_in_part: true },
      [],
    );
    expect(first?.label).toBe("Partly counted");
    expect(second?.label).toBe("Checked in");
  });
});

describe("next step", () => {
  const promised = { promised_from: "2026-12-07", promised_to: "2026-12-14" };
  const NOW = Date.parse("2026-11-25T12:00:00Z");
  const here = { arrived_at: "2026-11-20T10:00:00Z" };
  const saidDelivered = {
    inbound_shipped_at: "2026-11-18T12:00:00Z",
    inbound_delivered_at: "2026-11-20T12:00:00Z",
  };
  const next = (fields: Parameters<typeof anOrder>[0]) => {
    const step = nextStep(anOrder(fields), NOW);
    return step && [step.what, step.about].filter(Boolean).join(" ");
  };

  test.each<[string, Parameters<typeof anOrder>[0], string | null]>([
    ["awaited", {}, "Ship your package."],
    [
      "said to be shipped",
      { inbound_shipped_at: "2026-11-18T12:00:00Z" },
      "The carrier will deliver your package to us. If it isn't here by Nov 28, please check with the carrier.",
    ],
    [
      "said to be shipped ten days ago",
      { inbound_shipped_at: "2026-11-15T12:00:00Z" },
      "The carrier will deliver your package to us. If it isn't here by Nov 25, please check with the carrier.",
    ],
    [
      "said to be shipped longer ago",
      { inbound_shipped_at: "2026-11-14T12:00:00Z" },
      "Ask the carrier where your package is.",
    ],
    [
      "said to be shipped long ago, and delivered",
      { ...saidDelivered, inbound_shipped_at: "2026-11-01T12:00:00Z", look_from: "2026-11-25" },
      "We'll check your package in. If we haven't checked it in by Nov 25, we'll search for it.",
    ],
    [
      "said to be delivered",
      { ...saidDelivered, look_from: "2026-11-25" },
      "We'll check your package in. If we haven't checked it in by Nov 25, we'll search for it.",
    ],
    [
      "said to be delivered, and not checked in two business days later",
      { ...saidDelivered, look_from: "2026-11-24" },
      "We're searching for your package and will email you.",
    ],
    [
      "here, unopened",
      { ...here, open_by: "2026-11-25" },
      "We'll open your package and count your cards by Nov 25.",
    ],
    [
      "here, unopened, and late",
      { ...here, open_by: "2026-11-24" },
      "We'll open your package and count your cards. That was due Nov 24. Sorry, we're running late.",
    ],
    [
      "here, and counted in part",
      { ...here, is_counted_in_part: true },
      "When the rest arrive, we'll count them and check your cards in.",
    ],
    [
      "here, and counted in part, of which the rest is awaited",
      { ...here, is_counted_in_part: true, open_by: "2026-11-25" },
      "When the rest arrive, we'll count them and check your cards in. If they aren't here by Nov 25, we'll email you.",
    ],
    [
      "here, and counted in part, of which the rest did not come",
      { ...here, is_counted_in_part: true, open_by: "2026-11-24" },
      "When the rest arrive, we'll count them and check your cards in. We expected it by Nov 24. If they aren't on the way, please email us.",
    ],
    [
      "here, unopened, and to be canceled",
      { ...here, open_by: "2026-11-24", cancel_requested_at: "2026-11-20T09:00:00Z" },
      "We'll decide on your cancellation.",
    ],
    [
      "on its way, and to be canceled",
      { inbound_shipped_at: "2026-11-18T12:00:00Z", cancel_requested_at: "2026-11-20T09:00:00Z" },
      "We'll decide on your cancellation when your package arrives. If it isn't here by Nov 28, please check with the carrier.",
    ],
    [
      "said to be shipped long ago, and to be canceled",
      { inbound_shipped_at: "2026-11-14T12:00:00Z", cancel_requested_at: "2026-11-20T09:00:00Z" },
      "We'll decide on your cancellation when your package arrives. 10 days and still not here. Please check with the carrier.",
    ],
    [
      "said to be delivered, and to be canceled",
      { ...saidDelivered, look_from: "2026-11-25", cancel_requested_at: "2026-11-20T09:00:00Z" },
      "We'll decide on your cancellation when your package arrives. If we haven't checked it in by Nov 25, we'll search for it.",
    ],
    [
      "received",
      { ...here, ...promised, submission_status: "received" },
      "We'll get them ready for the grader. Expected back Dec 7–14.",
    ],
    [
      "being prepared, and put off",
      { ...here, ...promised, submission_status: "processing", delayed_until: "2026-12-21" },
      "They'll leave with our next shipment to the grader. New estimate: Dec 21.",
    ],
    [
      "on its way to the grader",
      { ...promised, submission_status: "shipped" },
      "The grader will check them in and grade them. Expected back Dec 7–14.",
    ],
    [
      "at the grader, of before there was a promise",
      { submission_status: "grading" },
      "The grader will grade your cards and return them to us.",
    ],
    [
      "graded",
      { ...promised, submission_status: "graded" },
      "We'll check them and ship them to your return address. Expected back Dec 7–14.",
    ],
    [
      "on its way back",
      { ...promised, submission_status: "completed" },
      "The carrier will deliver them to you.",
    ],
    ["delivered", { ...promised, submission_status: "delivered" }, null],
    ["not paid", { payment_status: "unpaid" }, null],
    ["canceled", { payment_status: "canceled" }, null],
    ["canceled, and here", { payment_status: "canceled", ...here }, "We'll ship your cards back to you."],
    [
      "canceled, and at the grader",
      { payment_status: "canceled", ...here, submission_status: "grading" },
      "Once your cards are back from the grader, we'll ship them to you.",
    ],
    [
      "canceled, and graded",
      { payment_status: "canceled", ...here, submission_status: "graded" },
      "Once your cards are back from the grader, we'll ship them to you.",
    ],
    [
      "canceled, and on its way to us",
      { payment_status: "canceled", inbound_shipped_at: "2026-11-18T12:00:00Z" },
      null,
    ],
    [
      "canceled, and on its way back",
      { payment_status: "canceled", ...here, submission_status: "completed" },
      "The carrier will deliver them to you.",
    ],
    [
      "canceled because it was lost on its way back",
      { payment_status: "canceled", ...here, submission_status: "completed", is_lost: true },
      null,
    ],
  ])("a batch that is %s says what comes next and by when", (_, fields, words) => {
    expect(next(fields)).toBe(words);
  });

  test("keeps what happens to a missing package apart from the next step", () => {
    expect(nextStep(anOrder({ inbound_shipped_at: "2026-11-18T12:00:00Z" }), NOW)).toEqual({
      what: "The carrier will deliver your package to us.",
      about: "If it isn't here by Nov 28, please check with the carrier.",
    });
  });
});

describe("promise", () => {
  const promised = {
    promised_from: "2026-12-07",
    promised_to: "2026-12-14",
    fulfillment_status: "grading",
  } as const;
  const delay = { delay_reason: "The grader is behind", delayed_until: "2026-12-21" };
  /** Noon where the business is. */
  const on = (day: string) => Date.parse(`${day}T17:00:00Z`);
  const words = (fields: Parameters<typeof anOrder>[0], day: string) => promiseText(anOrder(fields), on(day));

  test.each<[Parameters<typeof anOrder>[0], string, string, string]>([
    [{}, "2026-12-01", "neutral", "Back 10–15 business days after check-in."],
    [promised, "2026-12-06", "neutral", "Expected back Dec 7–14"],
    [promised, "2026-12-07", "neutral", "Back by Dec 14"],
    [promised, "2026-12-14", "neutral", "Back by Dec 14"],
    [promised, "2026-12-15", "danger", "Running late. We're finding out why and will email you."],
    [
      { ...promised, ...delay },
      "2026-12-15",
      "danger",
      "Running late. New estimate: Dec 21. The grader is behind.",
    ],
    [
      { ...promised, ...delay, delay_reason: "Snow!" },
      "2026-12-22",
      "danger",
      "Running late. Snow! We expected it by Dec 21. Sorry for the wait.",
    ],
    [
      { ...promised, ...delay },
      "2026-12-08",
      "warning",
      "Running late. New estimate: Dec 21. The grader is behind.",
    ],
  ])("says when %j, on %s, is due back", (fields, day, tone, text) => {
    expect(words(fields, day)).toEqual({ tone, text });
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
    expect(windowText("2026-12-07", "2026-12-14")).toBe("Dec 7–14");
    expect(windowText("2026-12-28", "2027-01-05")).toBe("Dec 28 – Jan 5");
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
      { label: "Expected back", value: "Dec 7–14 (10–15 business days after check-in)" },
    ],
    ["late", promised, "2026-12-15", { label: "Was due", value: "Dec 14" }],
    ["put off", { ...promised, ...delay }, "2026-12-15", { label: "New estimate", value: "Dec 21" }],
    [
      "put off and late again",
      { ...promised, ...delay },
      "2026-12-22",
      { label: "Was due", value: "Dec 14" },
    ],
    [
      "put off to a day before the promised one",
      { ...promised, ...delay, delayed_until: "2026-12-10" },
      "2026-12-12",
      { label: "Expected back", value: "Dec 7–14 (10–15 business days after check-in)" },
    ],
    ["gone", { ...promised, fulfillment_status: "complete" }, "2026-12-01", null],
    ["not counted yet", {}, "2026-12-01", null],
  ])("a mail about a batch that is %s says until when", (_, fields, day, fact) => {
    expect(expectedFact(anOrder(fields), on(day))).toEqual(fact);
  });
});
