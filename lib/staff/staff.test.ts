import { reasonText } from "@/lib/orders/messages";
import {
  exceptionReasonSchema,
  type FulfillmentStatus,
  packageConditionSchema,
  paymentStatusSchema,
  reviewReasonSchema,
  type SubmissionStatus,
} from "@/lib/orders/order";
import { isCorrection, SUBMISSION_STEPS, statuses, statusesAfter } from "@/lib/orders/status";
import {
  conditionLabel,
  countText,
  disputeLabel,
  doerText,
  fulfillmentLabel,
  paymentLabel,
  rollUpLabel,
  storedReasonText,
  submissionLabel,
} from "@/lib/staff/labels";
import { refusalTexts } from "@/lib/staff/mutations";
import { reason, somethingIn, staffMessages, text, version } from "@/lib/staff/schema";
import { SHIPMENT_STEPS, shipmentStep } from "@/lib/staff/shipment-step";
import { actionText, type StaffAction } from "@/lib/staff/staff-action";
import { staffOrderEventSchema, staffOrderSchema } from "@/lib/staff/staff-order";
import { aStaffOrder } from "@/sandbox/builders/order";

describe("labels", () => {
  test.each([
    [{ count: 37, is_more: false }, "37"],
    [{ count: 1000, is_more: true }, "1,000+"],
  ])("writes the count %j as %s", (count, words) => expect(countText(count)).toBe(words));

  test.each([
    ["not_received", "Not received"],
    ["on the moon", "on the moon"],
  ])("labels the fulfillment %s as %s", (status, label) => expect(fulfillmentLabel(status)).toBe(label));

  test.each([
    ["needs_response", "needs a response", false],
    ["warning_closed", "inquiry closed", true],
    ["lost", "lost", true],
    ["of-another-time", "of-another-time", false],
  ])("labels the dispute status %s as %s (over: %s)", (status, label, isOver) => {
    expect(disputeLabel(status)).toEqual({ label, isOver });
  });

  test("gives each payment status and condition its own label", () => {
    const labels = [
      ...paymentStatusSchema.options.map((status) => paymentLabel(status).label),
      ...packageConditionSchema.options.map(conditionLabel),
    ];
    expect(new Set(labels).size).toBe(labels.length);
  });

  test.each([
    ["pending", "Waiting for the cards", "neutral"],
    ["grading", "At the grader", "accent"],
    ["delivered", "Delivered", "success"],
    ["teleported", "teleported", "neutral"],
  ])("labels the submission status %s as %s for staff", (status, label, tone) => {
    expect(submissionLabel(status)).toEqual({ label, tone });
  });
});

describe("shipment step", () => {
  test("gives each shipment step its own label", () => {
    const labels = SHIPMENT_STEPS.map((step) => shipmentStep(step).label);
    expect(new Set(labels).size).toBe(SHIPMENT_STEPS.length);
  });
});

describe("staff action", () => {
  test.each<[Pick<StaffAction, "kind" | "facts" | "count"> & Partial<StaffAction>, string]>([
    [{ kind: "arrival", facts: ["arrived_at"], count: null }, "Marked as arrived"],
    [{ kind: "match", facts: [], count: null }, "Matched a package"],
    [{ kind: "box", facts: ["box_counts"], count: 5 }, "Box counted: 5"],
    [{ kind: "set_aside", facts: ["set_aside"], count: null }, "Set aside"],
    [{ kind: "set_aside_note", facts: ["set_aside"], count: null }, "Added a note about asking the customer"],
    [{ kind: "set_aside_end", facts: ["set_aside"], count: null }, "No longer set aside"],
    [{ kind: "check_in", facts: ["received_count"], count: 1200 }, "Checked in, counted 1,200"],
    [{ kind: "check_in", facts: ["received_count"], count: 0 }, "Checked in, counted 0"],
    [{ kind: "check_in", facts: ["shelf_location"], count: null }, "Counted again, no difference"],
    [
      { kind: "change", facts: ["internal_notes", "received_at", "submission_status"], count: null },
      "Changed notes, status",
    ],
    [{ kind: "change", facts: ["received_at"], count: null }, "Changed the order"],
    [{ kind: "change", facts: ["delay_reason", "delayed_until"], count: null }, "Changed delay"],
    [{ kind: "group_add", facts: [], count: null, shipment_id: 12 }, "Added to shipment 12"],
    [{ kind: "group_out", facts: [], count: null, shipment_id: 12 }, "Removed from shipment 12"],
    [
      { kind: "group_close", facts: [], count: null, shipment_id: 12, group_step: "closed" },
      "Closed shipment 12",
    ],
    [
      { kind: "group_step", facts: [], count: null, shipment_id: 12, group_step: "back" },
      "Shipment 12: cards back",
    ],
    [{ kind: "return", facts: ["tracking_number"], count: null }, "Shipped back"],
  ])("describes the action %j as %s", (action, text) => {
    expect(actionText(action)).toBe(text);
  });
});

describe("staff order", () => {
  const event = {
    id: 1,
    type: "submission_status",
    from_value: "grading",
    to_value: "received",
    actor_type: "staff",
    actor_id: null,
    actor_email: null,
    public: true,
    message: null,
    data: null,
    occurred_at: "2026-08-20T12:00:00+00:00",
    order_version: null,
  };

  test.each([
    { package_condition: "wet" },
    { review_reason: "late_payment" },
    { payment_status: "refunded" },
    { open_exceptions: null },
  ])("refuses an order with %j", (fields) => {
    expect(staffOrderSchema.safeParse({ ...aStaffOrder(), ...fields }).success).toBe(false);
  });

  test("reads only the correction flag of an event's data", () => {
    const data = { corrected: true, package_id: "1" };
    expect(staffOrderEventSchema.parse({ ...event, data }).data).toEqual({ corrected: true });
    expect(staffOrderEventSchema.parse(event)).toEqual(event);
  });
});

describe("status mapping", () => {
  test.each<[SubmissionStatus, FulfillmentStatus, string]>([
    ["pending", "not_received", "Pending"],
    ["received", "grading", "Processing"],
    ["graded", "grading", "Processing"],
    ["completed", "complete", "Completed"],
    ["delivered", "complete", "Completed"],
  ])("maps %s to the fulfillment %s and the stage %s", (submission, fulfillment, rollUp) => {
    expect(statuses[submission].fulfillment).toBe(fulfillment);
    expect(rollUpLabel(submission)).toBe(rollUp);
  });

  type Pair = `${FulfillmentStatus}/${SubmissionStatus}`;
  const pair = (text: Pair) => {
    const [fulfillment, submission] = text.split("/") as [FulfillmentStatus, SubmissionStatus];
    return { fulfillment, submission };
  };

  test.each<[Pair, { fulfillment?: FulfillmentStatus; submission?: SubmissionStatus }, Pair]>([
    ["not_received/pending", { fulfillment: "grading" }, "grading/processing"],
    ["grading/shipped", { fulfillment: "complete" }, "complete/completed"],
    ["complete/delivered", { fulfillment: "not_received" }, "not_received/pending"],
    ["grading/shipped", { fulfillment: "grading" }, "grading/shipped"],
    // The submission status already belongs to the new fulfillment.
    ["not_received/graded", { fulfillment: "grading" }, "grading/graded"],
    ["not_received/pending", { submission: "received" }, "grading/received"],
    ["grading/graded", { submission: "completed" }, "complete/completed"],
    ["complete/delivered", { submission: "pending" }, "not_received/pending"],
    // Both were picked.
    ["not_received/pending", { fulfillment: "complete", submission: "grading" }, "complete/grading"],
    ["grading/grading", {}, "grading/grading"],
  ])("turns %s with %j into %s", (now, picked, after) => {
    expect(statusesAfter(pair(now), picked)).toEqual(pair(after));
  });

  test("treats only a step back as a correction", () => {
    for (const [i, from] of SUBMISSION_STEPS.entries()) {
      for (const [j, to] of SUBMISSION_STEPS.entries()) expect(isCorrection(from, to)).toBe(j < i);
    }
  });
});

describe("words", () => {
  const reasons = [...exceptionReasonSchema.options, ...reviewReasonSchema.options];

  test.each(reasons)("shows %s as a sentence, not as stored", (reason) => {
    const words = reasonText(reason);
    expect(words).toMatch(/^[A-Z][a-z]* \w/);
    expect(words.toLowerCase()).not.toBe(reason.replaceAll("_", " "));
    expect(storedReasonText(reason)).toBe(words);
  });

  test("gives each reason its own text", () => {
    expect(new Set(reasons.map(reasonText)).size).toBe(reasons.length);
  });

  test("returns an unknown stored reason unchanged", () => {
    expect(storedReasonText("needs_response")).toBe("needs_response");
  });

  test.each([
    ["00000000-0000-4000-8000-000000000001", "sam@example.test", "sam@example.test"],
    ["00000000-0000-4000-8000-000000000001", null, "Deleted account"],
    [null, null, "System"],
  ])("names the actor with the ID %s and the email %s as %s", (actor_id, actor_email, words) => {
    expect(doerText({ actor_id, actor_email })).toBe(words);
  });
});

describe("schema", () => {
  test.each([
    [{}, false],
    [{ a: undefined }, false],
    [{ a: undefined, b: undefined }, false],
    [{ a: "" }, true],
    [{ a: false }, true],
    [{ a: undefined, b: "shipped" }, true],
  ])("tells whether %p sets a field: %s", (change, expected) => {
    expect(somethingIn(change)).toBe(expected);
  });

  test("refuses a text above its limit and names the limit", () => {
    expect(text(5000).safeParse("x".repeat(5000)).success).toBe(true);
    const { error } = text(5000).safeParse("x".repeat(5001));
    expect(error?.issues[0]?.message).toBe("Use up to 5,000 characters.");
  });

  test("trims a reason", () => {
    expect(reason(500).parse(" \t\r\n")).toBe("");
    expect(reason(500).parse(" As agreed\n")).toBe("As agreed");
    expect(reason(5).safeParse("x".repeat(6)).error?.issues[0]?.message).toBe("Use up to 5 characters.");
  });

  test.each([
    [1, true],
    [2_147_483_647, true],
    [0, false],
    [2_147_483_648, false],
    [1.5, false],
    ["1", false],
  ])("accepts %j as an order version: %s", (value, expected) => {
    expect(version.safeParse(value).success).toBe(expected);
  });
});

describe("refusal texts", () => {
  const change = { id: 1, type: "note", from_value: null, to_value: null, actor_id: null } as const;
  const shown = { public: false, message: null, data: null, order_version: 2 };
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();
  const first = { ...change, ...shown, actor_type: "stripe", actor_email: null, occurred_at: ago(3605) };
  const last = {
    ...first,
    actor_type: "staff",
    actor_email: "staff2@example.com",
    occurred_at: ago(150),
  };
  const two = ["BATCH-A", "BATCH-B"].map((batch_id) => ({ id: batch_id, batch_id }));
  const severalText = "Several batches have this ID. Pick one from the list.";

  test.each([
    [
      "order_changed",
      { changes: [first, last] },
      "Changed by staff2@example.com 2 minutes ago. Check the changes, then save again.",
    ],
    [
      "order_changed",
      { changes: [first] },
      "Changed by Stripe 1 hour ago. Check the changes, then save again.",
    ],
    ["order_changed", { changes: [] }, undefined],
    [
      "shipment_changed",
      { shipment: { changed_by_email: null, changed_at: ago(5) } },
      "Changed by Staff just now. Check the changes, then try again.",
    ],
    ["package_changed", { package: { changed_by_email: null, changed_at: null } }, undefined],
    ["invalid_input", { counted: 10_000 }, staffMessages.tooManyCards],
    ["invalid_input", {}, undefined],
    [
      "cards_differ",
      { told: "declared", cards: 1420, expected: 1418 },
      "You declared 1,420, but we counted 1,418",
    ],
    ["cards_differ", { told: "back", cards: 9, expected: 10 }, "9 came back, but we declared 10"],
    [
      "code_ambiguous",
      { orders: two.map((order) => ({ ...order, inbound_tracking: "9400110200881234567890" })) },
      "BATCH-A, BATCH-B share the tracking number 9400110200881234567890. Scan the batch ID instead.",
    ],
    // Imported orders without a batch ID can share the first eight characters of their IDs.
    ["code_ambiguous", { orders: two.map((order) => ({ ...order, inbound_tracking: null })) }, severalText],
    [
      "code_ambiguous",
      { orders: two.map((order) => ({ ...order, inbound_tracking: order.id })) },
      severalText,
    ],
  ] as const)("explains %s with %j", (code, facts, text) => {
    expect(refusalTexts[code]?.(facts)).toBe(text);
  });
});
