import {
  adjustmentEventText,
  adjustmentTitle,
  amountText,
  askText,
  isDecidable,
  isRestAwaited,
  silenceText,
  standingText,
} from "@/lib/orders/adjustment";
import { BATCH_ID, newBatchId, readTypedBatchId } from "@/lib/orders/batch-id";
import { cancellationOf } from "@/lib/orders/cancellation";
import { adjustmentKindSchema, type CancelMode, type CancelRefund } from "@/lib/orders/schema";
import { anAdjustment } from "@/sandbox/builders/adjustment";
import { anOrder } from "@/sandbox/builders/order";

describe("cancellation", () => {
  const AT = "2026-11-20T10:00:00Z";

  test.each<[string, Parameters<typeof anOrder>[0], CancelMode, ReturnType<typeof cancellationOf>]>([
    ["paid and awaited", {}, "by_itself", { kind: "refund", cents: 25_000 }],
    ["paid in cash and awaited", {}, "by_staff", { kind: "ask", cents: 25_000, isShipped: false }],
    [
      "on its way to us",
      { inbound_shipped_at: AT },
      "by_staff",
      { kind: "ask", cents: 25_000, isShipped: true },
    ],
    [
      "being refunded",
      { cancel_requested_at: AT },
      "refunding",
      {
        kind: "asked",
        at: AT,
        isTheirs: true,
        isShipped: false,
        isHere: false,
        isRefunding: true,
        hasFailed: false,
      },
    ],
    [
      "asked to be canceled, which staff decide",
      { cancel_requested_at: AT },
      "by_staff",
      {
        kind: "asked",
        at: AT,
        isTheirs: true,
        isShipped: false,
        isHere: false,
        isRefunding: false,
        hasFailed: false,
      },
    ],
    [
      "of which the refund did not succeed",
      { cancel_requested_at: AT },
      "by_itself",
      {
        kind: "asked",
        at: AT,
        isTheirs: true,
        isShipped: false,
        isHere: false,
        isRefunding: false,
        hasFailed: false,
      },
    ],
    [
      "asked to be canceled on its way",
      { cancel_requested_at: AT, inbound_shipped_at: AT },
      "by_staff",
      {
        kind: "asked",
        at: AT,
        isTheirs: true,
        isShipped: true,
        isHere: false,
        isRefunding: false,
        hasFailed: false,
      },
    ],
    [
      "asked to be canceled, and here",
      { cancel_requested_at: AT, arrived_at: AT },
      "by_staff",
      {
        kind: "asked",
        at: AT,
        isTheirs: true,
        isShipped: true,
        isHere: true,
        isRefunding: false,
        hasFailed: false,
      },
    ],
    ["here, unopened", { arrived_at: AT }, "by_staff", { kind: "here" }],
    [
      "counted",
      { arrived_at: AT, submission_status: "received", received_count: 10 },
      "by_staff",
      { kind: "here" },
    ],
    [
      "on its way to the grader",
      { arrived_at: AT, submission_status: "shipped", received_count: 10 },
      "by_staff",
      null,
    ],
    ["graded", { arrived_at: AT, submission_status: "graded", received_count: 10 }, "by_staff", null],
    [
      "on its way back",
      { arrived_at: AT, submission_status: "completed", received_count: 10 },
      "by_staff",
      null,
    ],
    ["unpaid", { payment_status: "unpaid" }, "by_staff", null],
    ["canceled before it was paid", { payment_status: "canceled" }, "by_staff", null],
  ])("a batch that is %s", (_, fields, way, cancellation) => {
    expect(cancellationOf(anOrder(fields), 25_000, way, null)).toEqual(cancellation);
  });

  const MADE: CancelRefund = { state: "made", cents: 25_000, at: AT };
  const canceled = { payment_status: "canceled", paid_at: AT } as const;

  test.each<[string, Parameters<typeof anOrder>[0], string]>([
    ["are not to be sent", {}, "not_sent"],
    ["were sent", { inbound_shipped_at: "2026-11-20T12:00:00Z" }, "on_its_way"],
    ["are here in their package", { arrived_at: AT }, "here"],
    ["are counted", { arrived_at: AT, submission_status: "received" }, "here"],
    ["are with the grader", { arrived_at: AT, submission_status: "grading" }, "with_grader"],
    ["went home", { arrived_at: AT, submission_status: "completed" }, "gone"],
  ])("of a canceled batch its money is told, and that its cards %s", (_, fields, cards) => {
    const told = { kind: "canceled", refund: MADE, cards };
    expect(cancellationOf(anOrder({ ...canceled, ...fields }), null, "by_staff", MADE)).toEqual(told);
  });

  test("a refund that failed is told while it is asked for, also to who may not cancel", () => {
    const order = anOrder({ cancel_requested_at: AT });
    const failed: CancelRefund = { ...MADE, state: "failed" };
    expect(cancellationOf(order, 25_000, "by_staff", failed)).toMatchObject({
      kind: "asked",
      hasFailed: true,
    });
    const toldOthers = { kind: "asked", hasFailed: true, isTheirs: false };
    expect(cancellationOf(order, null, "by_staff", failed)).toMatchObject(toldOthers);
    expect(cancellationOf(anOrder(), null, "by_itself", null)).toBeNull();
  });
});

describe("adjustment", () => {
  test("what it is about, and what it costs", () => {
    expect(adjustmentTitle({ kind: "short", qty: 1 })).toBe("1 card missing");
    expect(adjustmentTitle({ kind: "extra", qty: 2 })).toBe("2 extra cards");
    expect(adjustmentTitle({ kind: "upcharge", qty: 2 })).toBe("Grader upcharge for 2 cards");
    expect(amountText(anAdjustment())).toBe("2 cards × $22.00 = $44.00");
    const silences = adjustmentKindSchema.options.map(silenceText);
    expect(new Set(silences).size).toBe(3);
  });

  test.each([
    [{}, "Missing cards: waiting for an answer"],
    [{ status: "accepted", chosen_option: "send_rest" }, "Missing cards: the rest are on the way"],
    [{ status: "refunded", chosen_option: "refund" }, "Missing cards: refunded"],
    [{ kind: "extra", status: "accepted", chosen_option: "pay" }, "Extra cards: waiting for payment"],
    [{ kind: "extra", status: "declined", chosen_option: "return" }, "Extra cards: shipping back ungraded"],
    [{ kind: "extra", status: "paid" }, "Extra cards: paid"],
    [{ kind: "extra", status: "expired" }, "Extra cards: no answer, shipping back ungraded"],
    [{ kind: "upcharge", status: "expired" }, "Upcharge: no answer, nothing charged"],
    [
      { kind: "upcharge", status: "declined", chosen_option: "dispute" },
      "Upcharge: declined, nothing charged",
    ],
    [{ status: "declined" }, "Missing cards: decided"],
    [{ status: "withdrawn" }, "Missing cards: withdrawn"],
    [{ status: "withdrawn", chosen_option: "send_rest" }, "Missing cards: no longer expected"],
  ] as const)("%j reads %s", (fields, words) => expect(standingText(anAdjustment(fields))).toBe(words));

  const now = Date.parse("2026-11-24T12:00:00Z");
  test.each([
    [{}, true],
    [{ deadline_at: "2026-11-24T12:00:00Z" }, false],
    [{ is_pending: true }, false],
    [{ status: "accepted", chosen_option: "pay" }, true],
    [{ status: "accepted", chosen_option: "send_rest" }, true],
    [{ status: "accepted", chosen_option: "refund" }, false],
    [{ status: "paid", chosen_option: "pay" }, false],
    [{ status: "declined", chosen_option: "return" }, false],
  ] as const)("%j can be decided: %s", (fields, wanted) => {
    expect(isDecidable(anAdjustment(fields), now)).toBe(wanted);
  });

  test.each([
    [{ status: "accepted", chosen_option: "send_rest" }, true],
    [{ status: "accepted", chosen_option: "send_rest", deadline_at: "2026-11-01T12:00:00Z" }, false],
    [{ status: "accepted", chosen_option: "refund" }, false],
    [{ status: "refunded", chosen_option: "send_rest" }, false],
    [{ kind: "extra", status: "accepted", chosen_option: "pay" }, false],
    [{}, false],
  ] as const)("%j awaits a rest: %s", (fields, wanted) => {
    expect(isRestAwaited(anAdjustment(fields), now)).toBe(wanted);
  });

  test.each([
    ["short:accepted:refund:2:5000", "Missing cards: refund on its way (2 cards, $50.00)"],
    ["extra:proposed:none:1:2200", "Extra cards: waiting for an answer (1 card, $22.00)"],
    ["something else", "A question about your batch"],
    [null, "A question about your batch"],
  ])("the event %s reads %s", (stored, words) => expect(adjustmentEventText(stored)).toBe(words));

  test("what its customer is asked to do", () => {
    expect(askText(anAdjustment(), now)).toBe("Respond");
    expect(askText(anAdjustment({ status: "accepted", chosen_option: "send_rest" }), now)).toBe(
      "Send the rest",
    );
  });
});

describe("batch id", () => {
  test("a new id has the specified format and four random characters at the end", () => {
    const id = newBatchId(1_790_000_000_000);
    expect(id).toMatch(BATCH_ID);
    expect(id).toMatch(/^BATCH-3N5472V22-[2-9A-HJ-NP-Z]{4}$/);
  });

  test("no id has a letter that is taken for a digit, or the other way round", () => {
    for (let round = 0; round < 200; round++) {
      expect(newBatchId(1_790_000_000_000 + round * 7_654_321).slice("BATCH-".length)).not.toMatch(/[01OI]/);
    }
  });

  test.each([
    "BATCH-ABCDEF-12",
    "batch-abcdef-1234",
    "BATCH-ABC-1234",
    "BATCH-ABCDEF-12345",
    " BATCH-ABCDEF-1234",
    "BATCH-ABCDEF-1234\n",
    "ORDER-12345678",
    "",
  ])("refuses %j", (id) => {
    expect(BATCH_ID.test(id)).toBe(false);
  });

  describe("a batch id that somebody types", () => {
    const ID = "BATCH-MG0I2KQO-7F3K";
    const READ = "BATCHMG012KQ07F3K";

    test.each([
      ID,
      "MG0I2KQO-7F3K",
      "mg0i2kqo 7f3k",
      "  batch mg0i2kqo7f3k ",
      "Batch#MG0I 2KQO.7F3K",
      "BATCH\u2013MG0I2KQO\u20147F3K",
      "BATCH\u2212MG0I2KQO\u00a07F3K",
      "BATCH-MGOI2KQ0-7F3K",
      "BATCH-MG012KQO-7F3K",
      "\uff22\uff21\uff34\uff23\uff28-MG0I2KQO-7F3K",
    ])("%j is found", (typed) => expect(readTypedBatchId(typed)).toBe(READ));

    test.each(["ORDER-3F2A9C1E", "order 3f2a9c1e", "0RDER3F2A9CIE"])("%j is an order's own id", (typed) =>
      expect(readTypedBatchId(typed)).toBe("ORDER3F2A9C1E"),
    );

    test.each([
      "",
      " - ",
      "BATCH-",
      "7F3K",
      "MG0I2KQO7",
      "BATCH-MG0I2KQO-7F3K7F3K7F3K7",
      "jane@example.org",
      "BATCH-MG0I2KQO-7F3K'",
      "BATCH-MG0I2KQO-7F3\u041a",
    ])("%j is none", (typed) => expect(readTypedBatchId(typed)).toBeNull());
  });
});
