import { packageConditionSchema, paymentStatusSchema } from "@/lib/orders/order";
import { type FulfillmentStatus, type SubmissionStatus, statuses, statusesAfter } from "@/lib/orders/status";
import { conditionLabel, countText, paymentLabel, performedByText, rollUpLabel } from "@/lib/staff/labels";
import { refusalTexts } from "@/lib/staff/mutations";
import { hasChanges, reasonSchema, staffMessages, textSchema, versionSchema } from "@/lib/staff/schema";
import { SHIPMENT_STEPS, shipmentSteps } from "@/lib/staff/shipment-step";
import { actionText, type StaffAction } from "@/lib/staff/staff-action";
import { staffOrderEventSchema } from "@/lib/staff/staff-order";

describe("labels", () => {
  test.each([
    [{ count: 37, is_more: false }, "37"],
    [{ count: 1000, is_more: true }, "1,000+"],
  ])("formats the count %j as %s", (count, words) => expect(countText(count)).toBe(words));

  test("gives each payment status and condition its own label", () => {
    const labels = [
      ...paymentStatusSchema.options.map((status) => paymentLabel(status).label),
      ...packageConditionSchema.options.map(conditionLabel),
    ];
    expect(new Set(labels).size).toBe(labels.length);
  });
});

test("gives each shipment step its own label", () => {
  const labels = SHIPMENT_STEPS.map((step) => shipmentSteps[step].label);
  expect(new Set(labels).size).toBe(SHIPMENT_STEPS.length);
});

describe("staff action", () => {
  test.each<[Pick<StaffAction, "kind" | "facts" | "count"> & Partial<StaffAction>, string]>([
    [{ kind: "arrival", facts: ["arrived_at"], count: null }, "Marked as arrived"],
    [{ kind: "box", facts: ["box_counts"], count: 5 }, "Box counted: 5"],
    [{ kind: "check_in", facts: ["received_count"], count: 1200 }, "Checked in, counted 1,200"],
    [{ kind: "check_in", facts: ["shelf_location"], count: null }, "Counted again, no difference"],
    [
      { kind: "change", facts: ["internal_notes", "received_at", "submission_status"], count: null },
      "Changed notes, status",
    ],
    [{ kind: "change", facts: ["received_at"], count: null }, "Changed the order"],
    [
      { kind: "group_close", facts: [], count: null, shipment_id: 12, group_step: "closed" },
      "Closed shipment 12",
    ],
    [
      { kind: "group_step", facts: [], count: null, shipment_id: 12, group_step: "back" },
      "Shipment 12: cards back",
    ],
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
    // The submission status already belongs to the new fulfillment.
    ["not_received/graded", { fulfillment: "grading" }, "grading/graded"],
    ["not_received/pending", { submission: "received" }, "grading/received"],
    ["grading/graded", { submission: "completed" }, "complete/completed"],
    // Both were picked.
    ["not_received/pending", { fulfillment: "complete", submission: "grading" }, "complete/grading"],
    ["grading/grading", {}, "grading/grading"],
  ])("changes %s with %j to %s", (now, picked, after) => {
    expect(statusesAfter(pair(now), picked)).toEqual(pair(after));
  });
});

describe("words", () => {
  test.each([
    ["00000000-0000-4000-8000-000000000001", "sam@example.test", "sam@example.test"],
    ["00000000-0000-4000-8000-000000000001", null, "Deleted account"],
    [null, null, "System"],
  ])("returns for the actor with the ID %s and the email %s the name %s", (actor_id, actor_email, words) => {
    expect(performedByText({ actor_id, actor_email })).toBe(words);
  });
});

describe("schema", () => {
  test.each([
    [{ a: undefined }, false],
    [{ a: "" }, true],
    [{ a: undefined, b: "shipped" }, true],
  ])("returns whether %p sets a field: %s", (change, expected) => {
    expect(hasChanges(change)).toBe(expected);
  });

  test("refuses text above its limit and names the limit", () => {
    expect(textSchema(5000).safeParse("x".repeat(5000)).success).toBe(true);
    const { error } = textSchema(5000).safeParse("x".repeat(5001));
    expect(error?.issues[0]?.message).toBe("Use up to 5,000 characters.");
  });

  test("trims a reason", () => {
    expect(reasonSchema(500).parse(" \t\r\n")).toBe("");
    expect(reasonSchema(500).parse(" As agreed\n")).toBe("As agreed");
    expect(reasonSchema(5).safeParse("x".repeat(6)).error?.issues[0]?.message).toBe(
      "Use up to 5 characters.",
    );
  });

  test.each([
    [2_147_483_647, true],
    [0, false],
    [2_147_483_648, false],
    ["1", false],
  ])("validates %j as an order version: %s", (value, expected) => {
    expect(versionSchema.safeParse(value).success).toBe(expected);
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
      "shipment_changed",
      { shipment: { changed_by_email: null, changed_at: ago(5) } },
      "Changed by Staff just now. Check the changes, then try again.",
    ],
    ["invalid_input", { counted: 10_000 }, staffMessages.tooManyCards],
    [
      "cards_differ",
      { told: "declared", cards: 1420, expected: 1418 },
      "You declared 1,420, but we counted 1,418",
    ],
    [
      "code_ambiguous",
      { orders: two.map((order) => ({ ...order, inbound_tracking: "9400110200881234567890" })) },
      "BATCH-A, BATCH-B share the tracking number 9400110200881234567890. Scan the batch ID instead.",
    ],
    // Imported orders without a batch ID can share the first eight characters of their IDs.
    ["code_ambiguous", { orders: two.map((order) => ({ ...order, inbound_tracking: null })) }, severalText],
  ] as const)("explains %s with %j", (code, facts, text) => {
    expect(refusalTexts[code]?.(facts)).toBe(text);
  });
});
