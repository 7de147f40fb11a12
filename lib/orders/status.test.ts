import { expectedBy, expectedFact, openingDue, promiseState, promiseText } from "@/lib/orders/promise";
import {
  batchStanding,
  batchStatus,
  hasLeft,
  hasReached,
  paymentStatus,
  SUBMISSION_STEPS,
  statusOf,
} from "@/lib/orders/status";
import { nextStep } from "@/lib/orders/timeline";
import { anOrder } from "@/sandbox/builders/order";

type Fields = Parameters<typeof anOrder>[0];

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
  ])("shows the status %s as %s", (status, label, tone) => {
    expect(statusOf(status)).toMatchObject({ badge: label, tone });
  });

  test.each([
    ["paid", "Paid", "success"],
    ["unpaid", "Unpaid", "neutral"],
    ["failed", "Unpaid", "neutral"],
    ["canceled", "Unpaid", "neutral"],
    ["pending", "Unpaid, payment pending", "warning"],
  ] as const)("shows the payment %s as %s in the color %s", (status, label, tone) => {
    expect(paymentStatus(status)).toEqual({ label, tone });
  });

  test.each([
    [{ payment_status: "unpaid" }, "Pending", "Unpaid", "neutral"],
    [{ payment_status: "pending" }, "Pending", "Unpaid, payment pending", undefined],
    [{ payment_status: "canceled" }, "Canceled", "Canceled", "neutral"],
    [{ payment_status: "canceled", submission_status: "received" }, "Checked in", "Canceled", undefined],
    [{ arrived_at: AT }, "Arrived", "Arrived", "neutral"],
    [{ arrived_at: AT, is_counted_in_part: true }, "Partly counted", "Partly counted", "neutral"],
    [{ cancel_requested_at: AT }, "Cancellation requested", "Cancellation requested", "neutral"],
  ] as const)("shows a batch with %j as %s in a list and %s on its page", (fields, listed, own, tone) => {
    const order = { ...ORDER, payment_status: "paid", submission_status: "pending", ...fields } as const;
    const [row, page] = [batchStatus(order), batchStanding(order)];
    expect([row.label, page.label]).toEqual([listed, own]);
    if (tone) expect([row.tone, page.tone]).toEqual([tone, tone]);
  });

  test("compares statuses by step, with unknown ones before the first", () => {
    expect(SUBMISSION_STEPS.filter(hasLeft)).toEqual(["completed", "delivered"]);
    expect(hasLeft("something new")).toBe(false);
    const reached = SUBMISSION_STEPS.filter((step) => hasReached({ submission_status: step }, "graded"));
    expect(reached).toEqual(["graded", "completed", "delivered"]);
    expect(hasReached({ submission_status: "something new" }, "pending")).toBe(false);
  });
});

describe("next step", () => {
  const NOW = Date.parse("2026-11-25T12:00:00Z");
  const promised = { promised_from: "2026-12-07", promised_to: "2026-12-14" };
  const here = { arrived_at: "2026-11-20T10:00:00Z" };
  const part = { ...here, is_counted_in_part: true };
  const request = { cancel_requested_at: "2026-11-20T09:00:00Z" };
  const shipped = (day: string) => ({ inbound_shipped_at: `2026-11-${day}T12:00:00Z` });
  const delivered = { ...shipped("18"), inbound_delivered_at: "2026-11-20T12:00:00Z" };
  const canceled = { payment_status: "canceled" } as const;
  const CARRIER = "The carrier will deliver your package to us.";
  const CHECK_IN = "We'll check your package in. If we haven't checked it in by Nov 25, we'll search for it.";
  const REST = "When the rest arrive, we'll count them and check your cards in.";
  const FROM_GRADER = "Once your cards are back from the grader, we'll ship them to you.";

  test.each<[string, Fields, string | null]>([
    ["is awaited", {}, "Ship your package."],
    [
      "was shipped",
      shipped("18"),
      `${CARRIER} If we don't have it by Nov 28, please check with the carrier.`,
    ],
    [
      "was shipped ten days ago",
      shipped("15"),
      `${CARRIER} If we don't have it by Nov 25, please check with the carrier.`,
    ],
    ["was shipped eleven days ago", shipped("14"), "Ask the carrier where your package is."],
    ["was delivered", { ...delivered, look_from: "2026-11-25" }, CHECK_IN],
    [
      "is here, unopened",
      { ...here, open_by: "2026-11-25" },
      "We'll open your package and count your cards by Nov 25.",
    ],
    ["is partly counted", part, REST],
    [
      "is partly counted, with the rest overdue",
      { ...part, open_by: "2026-11-24" },
      `${REST} We expected them by Nov 24. If they aren't on the way, please email us.`,
    ],
    [
      "is here with a cancellation request",
      { ...here, ...request, open_by: "2026-11-24" },
      "We'll decide on your cancellation.",
    ],
    [
      "is checked in",
      { ...here, ...promised, submission_status: "received" },
      "We'll get your cards ready for the grader. Expected back Dec 7–14.",
    ],
    [
      "was shipped back",
      { ...promised, submission_status: "completed" },
      "The carrier will deliver your cards to you.",
    ],
    ["was delivered back", { ...promised, submission_status: "delivered" }, null],
    ["is unpaid", { payment_status: "unpaid" }, null],
    ["is canceled", canceled, null],
    ["is canceled and here", { ...canceled, ...here }, "We'll ship your cards back to you."],
    ["is canceled and at the grader", { ...canceled, ...here, submission_status: "grading" }, FROM_GRADER],
    [
      "was lost on its way back",
      { ...canceled, ...here, submission_status: "completed", is_lost: true },
      null,
    ],
  ])("returns the next step, and by when, when a batch %s", (_, fields, words) => {
    const step = nextStep(anOrder(fields), NOW);
    expect(step && [step.what, step.about].filter(Boolean).join(" ")).toBe(words);
  });
});

describe("opening", () => {
  const HERE = { arrived_at: "2026-11-20T10:00:00Z", open_by: "2026-11-24" };
  const DUE = { by: "2026-11-24", isLate: false };

  test.each<[string, string, Fields, object | null]>([
    ["due on its last business day", "2026-11-25T04:59:59Z", {}, DUE],
    ["late the day after", "2026-11-25T05:00:00Z", {}, { ...DUE, isLate: true }],
    ["nothing before it arrives", "2026-11-25T05:00:00Z", { arrived_at: null, open_by: null }, null],
  ])("returns when a package must be opened: %s", (_, now, fields, due) => {
    expect(openingDue(anOrder({ ...HERE, ...fields }), Date.parse(now))).toEqual(due);
  });
});

describe("promise", () => {
  const promised = {
    promised_from: "2026-12-07",
    promised_to: "2026-12-14",
    fulfillment_status: "grading",
  } as const;
  const delayed = { ...promised, delay_reason: "The grader is behind", delayed_until: "2026-12-21" };
  const left = { ...promised, fulfillment_status: "complete" } as const;
  const NEW = "Running late. New estimate: Dec 21. The grader is behind.";
  const on = (day: string) => Date.parse(`2026-12-${day}T17:00:00Z`);

  test.each<[Fields, string, string, string]>([
    [promised, "06", "neutral", "Expected back Dec 7–14"],
    [promised, "14", "neutral", "Back by Dec 14"],
    [promised, "15", "danger", "Running late. We're finding out why and will email you."],
    [delayed, "15", "danger", NEW],
    [delayed, "08", "warning", NEW],
    [
      { ...delayed, delay_reason: "Snow!" },
      "22",
      "danger",
      "Running late. Snow! We expected your cards back by Dec 21. Sorry for the wait.",
    ],
  ])("describes the estimate of a batch with %j on December %s", (fields, day, tone, text) => {
    expect(promiseText(anOrder(fields), on(day))).toEqual({ tone, text });
  });

  test.each<[Fields]>([
    [left],
    [{ ...promised, payment_status: "canceled" }],
    [{ payment_status: "unpaid" }],
  ])("returns no estimate for a batch with %j", (fields) => {
    expect(promiseText(anOrder(fields), on("20"))).toBeNull();
  });

  test("changes state at midnight in the business time zone", () => {
    const order = anOrder(promised);
    expect(promiseState(order, Date.parse("2026-12-15T04:59:59Z"))).toBe("due");
    expect(promiseState(order, Date.parse("2026-12-15T05:00:00Z"))).toBe("late");
  });

  const PROMISE = { label: "Expected back", value: "Dec 7–14 (10–15 business days after check-in)" };
  test.each<[string, Fields, string, string | null, object | null]>([
    ["promised", promised, "14", "2026-12-14", PROMISE],
    ["late", promised, "15", null, { label: "Was due", value: "Dec 14" }],
    ["delayed", delayed, "21", "2026-12-21", { label: "New estimate", value: "Dec 21" }],
    ["shipped back", left, "01", null, null],
    ["not counted", {}, "01", null, null],
  ])("returns the due date and the email's wording for a batch that is %s", (_, fields, day, by, fact) => {
    const order = anOrder(fields);
    expect([expectedBy(order, on(day)), expectedFact(order, on(day))]).toEqual([by, fact]);
  });
});
