import {
  batchStanding,
  batchStatus,
  hasLeft,
  hasReached,
  isAwaited,
  packageCondition,
  paymentStatus,
  SUBMISSION_STEPS,
  stepStatus,
  submissionStatus,
} from "@/lib/orders/status";

const AT = "2026-11-20T10:00:00Z";
const ORDER = { arrived_at: null, received_count: null, cancel_requested_at: null };

test.each([
  ["pending", "Waiting for your cards", "neutral"],
  ["received", "Received and counted", "accent"],
  ["processing", "Being prepared", "accent"],
  ["shipped", "Shipped to grader", "accent"],
  ["grading", "At the grader", "accent"],
  ["graded", "Grades ready", "success"],
  ["completed", "On its way back", "success"],
  ["delivered", "Returned to you", "success"],
  ["something new", "something new", "neutral"],
  ["constructor", "constructor", "neutral"],
])("%s reads %s", (status, label, tone) => {
  expect(submissionStatus(status)).toEqual({ label, tone });
});

test.each([
  ["paid", "Paid", "success"],
  ["unpaid", "Unpaid", "neutral"],
  ["failed", "Unpaid", "neutral"],
  ["canceled", "Unpaid", "neutral"],
  ["pending", "Unpaid, payment on its way", "warning"],
] as const)("a payment that is %s reads %s in the colour %s", (status, label, tone) => {
  expect(paymentStatus(status)).toEqual({ label, tone });
});

test.each([
  ["paid", "pending", "Waiting for your cards", "neutral"],
  ["unpaid", "pending", "Pending", "neutral"],
  ["pending", "pending", "Pending", "neutral"],
  ["canceled", "pending", "Canceled", "neutral"],
  ["paid", "grading", "At the grader", "accent"],
  ["canceled", "received", "Received and counted", "accent"],
] as const)("a batch that is %s and %s reads %s", (payment_status, submission_status, label, tone) => {
  expect(batchStatus({ ...ORDER, payment_status, submission_status })).toEqual({ label, tone });
});

test.each([
  ["paid", "pending", "Here, not opened yet"],
  ["paid", "received", "Received and counted"],
  ["canceled", "pending", "Canceled"],
] as const)(
  "a batch that is %s and %s, and whose package came, reads %s",
  (payment_status, submission_status, label) => {
    const order = { ...ORDER, payment_status, submission_status, arrived_at: AT };
    expect([batchStatus(order).label, batchStanding(order).label]).toEqual([label, label]);
    expect(stepStatus(order).label).toBe(submission_status === "pending" ? "Here, not opened yet" : label);
  },
);

test.each([
  ["on its way or with its owner", {}, "Asked to cancel"],
  ["here", { arrived_at: AT }, "Asked to cancel"],
  [
    "counted all the same",
    { arrived_at: AT, received_count: 2, submission_status: "received" },
    "Received and counted",
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
  expect(stepStatus({ submission_status: "pending", arrived_at: "2026-11-20T10:00:00Z" })).toEqual({
    label: "Here, not opened yet",
    tone: "neutral",
  });
  expect(stepStatus({ submission_status: "pending", arrived_at: null }).label).toBe("Waiting for your cards");
});

test.each([
  ["pending", "2026-11-20T10:00:00Z", "Here, counted in part"],
  ["pending", null, "Waiting for your cards"],
  ["received", "2026-11-20T10:00:00Z", "Received and counted"],
] as const)("of a batch at %s that came at %j one box is counted: it reads %s", (step, arrived_at, label) => {
  const order = { submission_status: step, arrived_at, is_counted_in_part: true };
  expect(stepStatus(order).label).toBe(label);
  const paid = { ...order, payment_status: "paid", cancel_requested_at: null, received_count: null } as const;
  expect(batchStatus(paid).label).toBe(label);
  expect(batchStanding(paid).label).toBe(label);
});

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
  const reached = SUBMISSION_STEPS.filter((submission_status) => hasReached({ submission_status }, "graded"));
  expect(reached).toEqual(["graded", "completed", "delivered"]);
  expect(hasReached({ submission_status: "something new" }, "pending")).toBe(false);
});

test.each([
  ["ok", "The package was in good order"],
  ["damaged_cards", "Cards in the package were damaged"],
  ["tampered", "The package had been opened on the way"],
  ["constructor", "The condition of the package was noted"],
])("a package that is noted as %s reads: %s", (condition, words) => {
  expect(packageCondition(condition)).toBe(words);
});

test.each([
  ["paid", "grading", "At the grader", "accent"],
  ["paid", "teleported", "teleported", "neutral"],
  ["unpaid", "pending", "Unpaid", "neutral"],
  ["pending", "pending", "Unpaid, payment on its way", "warning"],
  ["canceled", "received", "Canceled", "neutral"],
] as const)(
  "looked at by itself, a batch that is %s and %s stands at: %s",
  (payment_status, submission_status, label, tone) => {
    expect(batchStanding({ ...ORDER, payment_status, submission_status })).toEqual({ label, tone });
  },
);
