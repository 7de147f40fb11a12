import { canAskUpcharge, canHavePhotos, cardsHere, isUncounted } from "@/lib/staff/order/cards-here";
import { aStaffOrder } from "@/sandbox/builders/order";

const at = "2026-11-21T10:00:00Z";
const counted = { fulfillment_status: "grading", arrived_at: at, received_at: at } as const;

test.each([
  ["nothing came", {}, null],
  [
    "it came and was not opened",
    { arrived_at: at },
    "Its package is here, unopened, and must go back to the customer.",
  ],
  [
    "12 were counted",
    { ...counted, received_count: 12 },
    "12 cards of it are here and must go back to the customer.",
  ],
  [
    "one lies on a shelf",
    { ...counted, received_count: 1, shelf_location: "A-7" },
    "1 card of it is here (shelf A-7) and must go back to the customer.",
  ],
  [
    "its count was taken back",
    { ...counted, received_count: null },
    "Its package is here, unopened, and must go back to the customer.",
  ],
  ["a count without a package", { received_count: 12 }, null],
  ["it has left again", { ...counted, received_count: 12, fulfillment_status: "complete" }, null],
] as const)("%s", (_, fields, words) => {
  expect(cardsHere(aStaffOrder(fields))).toBe(words);
});

test.each([
  [{ submission_status: "received" }, true],
  [{ submission_status: "processing" }, true],
  [{ submission_status: "received", received_count: 0 }, false],
  [{ submission_status: "received", payment_status: "canceled" }, false],
  [{ submission_status: "pending" }, false],
  [{ submission_status: "graded" }, false],
] as const)("of %j nobody has counted what is here: %s", (fields, expected) => {
  expect(isUncounted(aStaffOrder({ payment_status: "paid", received_count: null, ...fields }))).toBe(
    expected,
  );
});

test.each([
  ["a paid order, whose cards come", { payment_status: "paid" }, [], true],
  ["an unpaid one that never came", { payment_status: "unpaid" }, [], false],
  ["an unpaid one whose package is here", { payment_status: "unpaid", arrived_at: at }, [], true],
  ["a canceled one that has a photograph", { payment_status: "canceled" }, ["photo"], true],
  ["a canceled one that has none", { payment_status: "canceled" }, ["arrived"], false],
] as const)("photographs of %s", (_, fields, types, shown) => {
  const events = types.map((type) => ({ type }));
  expect(canHavePhotos(aStaffOrder({ arrived_at: null, ...fields }), events)).toBe(shown);
});

test.each([
  [{ submission_status: "received" }, false],
  [{ submission_status: "processing" }, false],
  [{ submission_status: "shipped" }, true],
  [{ submission_status: "grading" }, true],
  [{ submission_status: "graded" }, true],
  [{ submission_status: "completed" }, false],
  [{ submission_status: "graded", payment_status: "canceled" }, false],
  [{ submission_status: "shipped", received_count: null }, false],
] as const)("of %j the grader may ask for more: %s", (fields, expected) => {
  expect(canAskUpcharge(aStaffOrder({ payment_status: "paid", received_count: 10, ...fields }))).toBe(
    expected,
  );
});
