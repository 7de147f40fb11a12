import { canAskUpcharge, canHavePhotos, cardsHere, isUncounted } from "@/lib/staff/order/cards-here";
import { previewText, type WarningCode } from "@/lib/staff/order/change-warnings";
import { eventText } from "@/lib/staff/order/event-text";
import { changesOf, draftOf, isReasonNeeded, rebase } from "@/lib/staff/order/order-draft";
import { orderUpdateSchema } from "@/lib/staff/order/schema";
import { orderDetailsSchema } from "@/lib/staff/orders/data";
import { staffMessages } from "@/lib/staff/schema";
import type { StaffOrder } from "@/lib/staff/staff-order";
import { aStaffOrder } from "@/sandbox/builders/order";

describe("cards here", () => {
  const at = "2026-11-21T10:00:00Z";
  const counted = { fulfillment_status: "grading", arrived_at: at, received_at: at } as const;

  test.each([
    ["nothing arrived", {}, null],
    ["the package is unopened", { arrived_at: at }, "The unopened package is still here."],
    ["12 cards are counted", { ...counted, received_count: 12 }, "12 cards are still here."],
    [
      "one card is on a shelf",
      { ...counted, received_count: 1, shelf_location: "A-7" },
      "1 card is still here (shelf A-7).",
    ],
    ["the cards have left", { ...counted, received_count: 12, fulfillment_status: "complete" }, null],
  ] as const)("returns the cards to ship back when %s", (_, fields, text) => {
    expect(cardsHere(aStaffOrder(fields))).toBe(text);
  });

  test.each([
    [{ submission_status: "received" }, true],
    [{ submission_status: "received", received_count: 0 }, false],
    [{ submission_status: "received", payment_status: "canceled" }, false],
    [{ submission_status: "graded" }, false],
  ] as const)("flags uncounted cards for %j: %s", (fields, expected) => {
    expect(isUncounted(aStaffOrder({ payment_status: "paid", received_count: null, ...fields }))).toBe(
      expected,
    );
  });

  test.each([
    ["an unpaid order that never arrived", { payment_status: "unpaid" }, [], false],
    ["an unpaid order whose package arrived", { payment_status: "unpaid", arrived_at: at }, [], true],
    ["a canceled order with a photo", { payment_status: "canceled" }, ["photo"], true],
    ["a canceled order without a photo", { payment_status: "canceled" }, ["arrived"], false],
  ] as const)("decides whether to offer photos for %s", (_, fields, types, shown) => {
    const events = types.map((type) => ({ type }));
    expect(canHavePhotos(aStaffOrder({ arrived_at: null, ...fields }), events)).toBe(shown);
  });

  test.each([
    [{ submission_status: "received" }, false],
    [{ submission_status: "shipped" }, true],
    [{ submission_status: "graded" }, true],
    [{ submission_status: "completed" }, false],
    [{ submission_status: "graded", payment_status: "canceled" }, false],
    [{ submission_status: "shipped", received_count: null }, false],
  ] as const)("allows an upcharge for %j: %s", (fields, expected) => {
    expect(canAskUpcharge(aStaffOrder({ payment_status: "paid", received_count: 10, ...fields }))).toBe(
      expected,
    );
  });
});

describe("event words", () => {
  type Event = Parameters<typeof eventText>[0];
  const anEvent = (fields: Partial<Event>): Event => ({
    type: "created",
    from_value: null,
    to_value: null,
    data: null,
    ...fields,
  });

  test.each<[Partial<Event>, string, string | null]>([
    [{ type: "created", to_value: "unpaid" }, "Submitted", null],
    [{ type: "payment_status", from_value: "unpaid", to_value: "paid" }, "Paid", null],
    [{ type: "submission_status", from_value: "received", to_value: "processing" }, "Prepared", null],
    [
      { type: "submission_status", from_value: "grading", to_value: "received", data: { corrected: true } },
      "Status corrected",
      "At the grader → Checked in",
    ],
    [{ type: "tracking_number", to_value: "1Z" }, "Tracking number", "none → 1Z"],
    [
      { type: "review_reason", from_value: "refund_failed" },
      "Review",
      "A refund failed and the money came back to us → none",
    ],
    [{ type: "recounted", from_value: "9", to_value: "10" }, "Counted again", "9 → 10"],
    [{ type: "delay", to_value: "2026-12-21" }, "Delayed", "until Dec 21"],
    [{ type: "delay", from_value: "2026-12-21" }, "Delay ended", null],
    [{ type: "payment_status", to_value: "of-another-time" }, "Payment", "none → of-another-time"],
    [{ type: "undone", from_value: "check_in", to_value: "received_count" }, "Undone", "check-in"],
    [{ type: "undone", from_value: "of-another-time" }, "Undone", null],
    [{ type: "box_counted", from_value: "2", to_value: "5" }, "Box counted", "box 2: 5 cards"],
    [{ type: "set_aside", to_value: "unpaid" }, "Set aside", "Not paid"],
    [{ type: "photo", to_value: "count" }, "Photo", "cards counted"],
    [{ type: "photo", from_value: "card" }, "Photo", "removed: a card"],
    [{ type: "photo_shown", from_value: "false", to_value: "true" }, "Photo", "shown to the customer"],
  ])("describes the event %j as %s: %s", (fields, title, change) => {
    expect(eventText(anEvent(fields))).toEqual({ title, change });
  });
});

describe("needed reason", () => {
  test.each([
    ["paid", "received", { submission_status: "shipped" }, false],
    ["canceled", "graded", { submission_status: "completed", tracking_number: "1Z1" }, false],
    ["paid", "graded", { submission_status: "completed" }, true],
    ["paid", "completed", { submission_status: "delivered" }, false],
    ["paid", "received", { payment_status: "unpaid" }, true],
    ["paid", "shipped", { submission_status: "received" }, true],
    ["unpaid", "received", { submission_status: "processing" }, false],
    ["unpaid", "received", { submission_status: "shipped" }, true],
    ["paid", "processing", { submission_status: "completed", tracking_number: "1Z1" }, true],
    ["paid", "shipped", { submission_status: "completed", tracking_number: "1Z1" }, false],
  ] as const)(
    "requires a reason for %s and %s changed to %j: %s",
    (payment_status, submission_status, changes, isNeeded) => {
      const order = { payment_status, submission_status, tracking_number: null, address_held_until: null };
      expect(isReasonNeeded(order, changes)).toBe(isNeeded);
    },
  );

  test.each([
    [{ submission_status: "completed" }, true],
    [{}, false],
  ] as const)("requires a reason during an address hold for %j: %s", (changes, isNeeded) => {
    const asked = {
      payment_status: "paid",
      submission_status: "graded",
      tracking_number: "1Z1",
      address_held_until: "2026-11-27",
    } as const;
    expect(isReasonNeeded(asked, changes)).toBe(isNeeded);
  });
});

describe("warnings", () => {
  const order = (owner: string, ...warnings: WarningCode[]) => ({
    id: `${owner}-${warnings}`,
    owner,
    warnings,
  });

  test("warns about a shared tracking number only for several customers", () => {
    expect(previewText([order("a"), order("b")], true).warnings).toEqual([
      "One tracking number for 2 customers",
    ]);
    expect(previewText([order("a"), order("a")], true).warnings).toEqual([]);
  });
});

test("refuses an exception with an unknown reason", () => {
  const exceptions = [{ id: 1, reason: "unknown_order", resolved_at: null }];
  expect(orderDetailsSchema.shape.exceptions.safeParse(exceptions).success).toBe(false);
});

describe("order draft", () => {
  const ORDER = {
    payment_status: "paid",
    fulfillment_status: "not_received",
    submission_status: "pending",
    tracking_number: null,
    grading_submission_number: "PSA-1",
    shelf_location: null,
    invoice_filename: null,
  } as StaffOrder;

  test.each([
    [{ fulfillment_status: "grading" }, { fulfillment_status: "grading" }],
    [{ grading_submission_number: "" }, { grading_submission_number: "" }],
    [
      { payment_status: "unpaid", note: "why" },
      { payment_status: "unpaid", note: "why" },
    ],
  ])("returns the edit %j as the changes %j", (edit, changes) => {
    expect(changesOf(ORDER, { ...draftOf(ORDER), ...edit } as never)).toEqual(changes);
  });

  test("keeps the other person's values and the local edits after a conflict", () => {
    const draft = { ...draftOf(ORDER), note: "mine", tracking_number: "1Z" };
    const current = { ...ORDER, shelf_location: "theirs", fulfillment_status: "grading" } as StaffOrder;
    const rebased = rebase(draft, ORDER, current);
    expect(rebased).toMatchObject({
      note: "mine",
      shelf_location: "theirs",
      tracking_number: "1Z",
      fulfillment_status: "grading",
    });
    expect(changesOf(current, rebased)).toEqual({ note: "mine", tracking_number: "1Z" });
  });

  test("sends both parts of a delay when one changes", () => {
    const delayed = {
      ...ORDER,
      delay_reason: "The grader is slow",
      delayed_until: "2026-12-21",
    } as StaffOrder;
    expect(changesOf(delayed, { ...draftOf(delayed), delayed_until: "2026-12-28" })).toEqual({
      delay_reason: "The grader is slow",
      delayed_until: "2026-12-28",
    });
    expect(changesOf(delayed, { ...draftOf(delayed), delay_reason: "", delayed_until: "" })).toEqual({
      delay_reason: "",
      delayed_until: "",
    });
    expect(changesOf(delayed, draftOf(delayed))).toBeNull();
  });
});

describe("schema", () => {
  const takes = (invoice_filename: string) =>
    orderUpdateSchema.safeParse({ version: 1, changes: { invoice_filename } }).success;

  test.each(["Invoice 7.pdf", "invoice.jpg", "invoice.jpeg", "scan.PNG", ""])(
    "accepts the invoice filename %j",
    (name) => expect(takes(name)).toBe(true),
  );

  test.each([
    { version: 1, changes: {} },
    { version: 1, changes: { payment_status: "canceled" } },
    { version: 1, changes: { total_paid: 0 } },
    { version: 1, changes: { tracking_number: "x".repeat(101) } },
  ])("refuses the update %j", (update) => expect(orderUpdateSchema.safeParse(update).success).toBe(false));

  test.each(["invoice.exe", "invoice", ".pdf", "../invoice.pdf", "invoice.pdf.html"])(
    "refuses the invoice filename %j",
    (name) => expect(takes(name)).toBe(false),
  );

  describe("a delay", () => {
    const resultOf = (changes: object) => {
      const { success, error } = orderUpdateSchema.safeParse({ version: 1, changes });
      return success ? "saved" : error.issues[0]?.message;
    };
    const delay = { delay_reason: "The grading company is slow.", delayed_until: "2126-12-21" };

    test.each([
      [delay, "saved"],
      [{ delay_reason: "", delayed_until: "" }, "saved"],
      [{ ...delay, delay_reason: "x".repeat(301) }, staffMessages.delayReason],
      [{ ...delay, delay_reason: "  Ice   " }, staffMessages.delayReason],
      [{ delayed_until: delay.delayed_until }, staffMessages.delayWhole],
      [{ ...delay, delayed_until: "2026-01-05" }, staffMessages.delayDate],
      [{ ...delay, delayed_until: "2126-13-41" }, staffMessages.delayDate],
    ])("validates the delay %j: %s", (changes, result) => {
      expect(resultOf(changes)).toBe(result);
    });
  });
});
