import { changesOf, draftOf, rebase } from "@/lib/staff/order/order-draft";
import type { StaffOrder } from "@/lib/staff/staff-order";

const ORDER = {
  payment_status: "paid",
  fulfillment_status: "not_received",
  submission_status: "pending",
  tracking_number: null,
  grading_submission_number: "PSA-1",
  shelf_location: null,
  invoice_filename: null,
} as StaffOrder;

test("an untouched form has no changes, blanks around a text are none", () => {
  expect(changesOf(ORDER, draftOf(ORDER))).toBeNull();
  expect(changesOf(ORDER, { ...draftOf(ORDER), grading_submission_number: " PSA-1 " })).toBeNull();
  expect(changesOf(ORDER, { ...draftOf(ORDER), note: " \n" })).toBeNull();
});

test("what is not known yet is an empty field", () => {
  const unknown = { ...ORDER, grading_submission_number: null } as StaffOrder;
  expect(draftOf(unknown)).toEqual({
    payment_status: "paid",
    fulfillment_status: "not_received",
    submission_status: "pending",
    tracking_number: "",
    grading_submission_number: "",
    note: "",
    invoice_filename: "",
    shelf_location: "",
    delay_reason: "",
    delayed_until: "",
  });
});

test("blanks around a stored text are no difference either", () => {
  const stored = { ...ORDER, shelf_location: " C-1\n" } as StaffOrder;
  expect(changesOf(stored, { ...draftOf(stored), shelf_location: "C-1" })).toBeNull();
});

test.each([
  [{ fulfillment_status: "grading" }, { fulfillment_status: "grading" }],
  [{ tracking_number: "1Z" }, { tracking_number: "1Z" }],
  [{ grading_submission_number: "" }, { grading_submission_number: "" }],
  [
    { payment_status: "unpaid", note: "why" },
    { payment_status: "unpaid", note: "why" },
  ],
])("%j is sent as %j", (edit, changes) => {
  expect(changesOf(ORDER, { ...draftOf(ORDER), ...edit } as never)).toEqual(changes);
});

test("after a conflict the other's values stand, and mine are kept", () => {
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

test("a delay is one thing: who changes its reason or its date sends both", () => {
  const delayed = { ...ORDER, delay_reason: "The grader is slow", delayed_until: "2026-12-21" } as StaffOrder;
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
