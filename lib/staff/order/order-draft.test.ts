import { changesOf, draftOf, rebase } from "@/lib/staff/order/order-draft";
import type { StaffOrder } from "@/lib/staff/staff-order";

const ORDER = {
  payment_status: "paid",
  fulfillment_status: "not_received",
  submission_status: "pending",
  tracking_number: null,
  grading_submission_number: "PSA-1",
  internal_notes: "fragile",
  invoice_filename: null,
} as StaffOrder;

test("an untouched form has no changes, blanks around a text are none", () => {
  expect(changesOf(ORDER, draftOf(ORDER))).toBeNull();
  expect(changesOf(ORDER, { ...draftOf(ORDER), internal_notes: " fragile " })).toBeNull();
});

test("what is not known yet is an empty field", () => {
  const unknown = { ...ORDER, grading_submission_number: null, internal_notes: null } as StaffOrder;
  expect(draftOf(unknown)).toEqual({
    payment_status: "paid",
    fulfillment_status: "not_received",
    submission_status: "pending",
    tracking_number: "",
    grading_submission_number: "",
    internal_notes: "",
    invoice_filename: "",
    shelf_location: "",
  });
});

test("blanks around a stored text are no difference either", () => {
  const stored = { ...ORDER, internal_notes: " fragile\n" } as StaffOrder;
  expect(changesOf(stored, { ...draftOf(stored), internal_notes: "fragile" })).toBeNull();
});

test.each([
  [{ fulfillment_status: "grading" }, { fulfillment_status: "grading" }],
  [{ tracking_number: "1Z" }, { tracking_number: "1Z" }],
  [{ grading_submission_number: "" }, { grading_submission_number: "" }],
  [
    { payment_status: "unpaid", internal_notes: "why" },
    { payment_status: "unpaid", internal_notes: "why" },
  ],
])("%j is sent as %j", (edit, changes) => {
  expect(changesOf(ORDER, { ...draftOf(ORDER), ...edit } as never)).toEqual(changes);
});

test("after a conflict the other's values stand, and mine are kept", () => {
  const draft = { ...draftOf(ORDER), internal_notes: "mine", tracking_number: "1Z" };
  const current = { ...ORDER, internal_notes: "theirs", fulfillment_status: "grading" } as StaffOrder;
  const rebased = rebase(draft, ORDER, current);
  expect(rebased).toMatchObject({
    internal_notes: "mine",
    tracking_number: "1Z",
    fulfillment_status: "grading",
  });
  expect(changesOf(current, rebased)).toEqual({ internal_notes: "mine", tracking_number: "1Z" });
});
