import { connect } from "../../sandbox/builders/test-database";

const sql = connect();

/** Whether a mail of this kind is as an order is now. */
async function isAsTold(order: Record<string, unknown>, kind: string, mail: Record<string, unknown>) {
  const [row] = await sql<{ is_so: boolean }[]>`
    select private.is_as_told(jsonb_populate_record(null::grading_orders, ${sql.json(order as never)}), ${kind},
      ${sql.json(mail as never)}) is true as is_so`;
  return row?.is_so;
}

const step = (submission_status: string, rest = {}) => ({ submission_status, ...rest });
const says = (number: string | null) => ({ facts: { number } });
const late = (delay_reason: string | null, delayed_until: string | null) => ({ delay_reason, delayed_until });

test.each([
  ["check_in_receipt", "its count", { received_count: 9 }, { count: 9 }, true],
  ["check_in_receipt", "another count", { received_count: 8 }, { count: 9 }, false],
  ["check_in_receipt", "no count", { received_count: null }, { count: 9 }, false],
  ["order_sent", "its step, no number", step("shipped"), says(null), true],
  [
    "order_sent",
    "its step, a number that came later",
    step("shipped", { grading_submission_number: "A" }),
    says(null),
    true,
  ],
  ["order_sent", "its step and number", step("shipped", { grading_submission_number: "A" }), says("A"), true],
  ["order_sent", "a later step", step("delivered", { grading_submission_number: "A" }), says("A"), true],
  ["order_sent", "another number", step("shipped", { grading_submission_number: "B" }), says("A"), false],
  ["order_sent", "no number any more", step("shipped"), says("A"), false],
  ["order_sent", "the step before", step("processing", { grading_submission_number: "A" }), says("A"), false],
  [
    "order_sent",
    "late cards, whose number is their own",
    step("shipped", { grading_submission_number: "B" }),
    { facts: { number: "A", cards: 2 } },
    true,
  ],
  ["order_graded", "its step", step("graded"), {}, true],
  ["order_graded", "a later step", step("completed"), {}, true],
  ["order_graded", "the step before", step("grading"), {}, false],
  ["order_returned", "its step and number", step("completed", { tracking_number: "A" }), says("A"), true],
  ["order_returned", "its step, without a number", step("completed"), says(null), true],
  ["order_returned", "a later step", step("delivered", { tracking_number: "A" }), says("A"), true],
  ["order_returned", "another number", step("completed", { tracking_number: "B" }), says("A"), false],
  [
    "order_returned",
    "a number that it did not say",
    step("completed", { tracking_number: "A" }),
    says(null),
    false,
  ],
  ["order_returned", "the step before", step("graded", { tracking_number: "A" }), says("A"), false],
  ["late", "its reason and day", late("grader", "2026-12-01"), late("grader", "2026-12-01"), true],
  ["late", "without either", late(null, null), late(null, null), true],
  ["late", "another reason", late("damage", "2026-12-01"), late("grader", "2026-12-01"), false],
  ["late", "another day", late("grader", "2026-12-02"), late("grader", "2026-12-01"), false],
  ["late", "no delay any more", late(null, null), late("grader", "2026-12-01"), false],
  ["refund", "of which nothing is asked here", step("pending"), says("A"), true],
])("a mail %s of an order with %s", async (kind, _, order, mail, isSo) => {
  expect(await isAsTold(order, kind, mail)).toBe(isSo);
});
