import { areMissingCardsAwaited, isDecidable, standingText } from "@/lib/orders/adjustment";
import { BATCH_ID, newBatchId, readTypedBatchId } from "@/lib/orders/batch-id";
import { cancellationOf } from "@/lib/orders/cancellation";
import type { CancelMode, CancelRefund } from "@/lib/orders/schema";
import { anAdjustment, anOrder } from "@/sandbox/builders/order";

describe("cancellation", () => {
  const AT = "2026-11-20T10:00:00Z";
  type Fields = Parameters<typeof anOrder>[0];
  const ASKED = {
    kind: "asked",
    at: AT,
    isTheirs: true,
    isShipped: false,
    isHere: false,
    isRefunding: false,
    hasFailed: false,
  } as const;
  const requested = { cancel_requested_at: AT };
  const counted = { arrived_at: AT, received_count: 10 };

  test.each<[string, Fields, CancelMode, ReturnType<typeof cancellationOf>]>([
    ["a refund before shipping", {}, "by_itself", { kind: "refund", cents: 25_000 }],
    ["a request when paid in cash", {}, "by_staff", { kind: "ask", cents: 25_000, isShipped: false }],
    ["a refund in progress", requested, "refunding", { ...ASKED, isRefunding: true }],
    ["a request that staff decide", requested, "by_staff", ASKED],
    ["a request whose refund can run again", requested, "by_itself", ASKED],
    [
      "a request of an arrived batch",
      { ...requested, arrived_at: AT },
      "by_staff",
      { ...ASKED, isShipped: true, isHere: true },
    ],
    ["only our help once arrived", { arrived_at: AT }, "by_staff", { kind: "here" }],
    ["nothing on the way to the grader", { ...counted, submission_status: "shipped" }, "by_staff", null],
    ["nothing on the way back", { ...counted, submission_status: "completed" }, "by_staff", null],
    ["nothing when unpaid", { payment_status: "unpaid" }, "by_staff", null],
  ])("offers %s", (_, fields, mode, cancellation) => {
    expect(cancellationOf(anOrder(fields), 25_000, mode, null)).toEqual(cancellation);
  });

  const MADE: CancelRefund = { state: "made", cents: 25_000, at: AT };
  const canceled = { payment_status: "canceled", paid_at: AT } as const;

  test.each<[string, Fields, string]>([
    ["are not shipped", {}, "not_sent"],
    ["were shipped", { inbound_shipped_at: "2026-11-20T12:00:00Z" }, "on_its_way"],
    ["have arrived", { arrived_at: AT }, "here"],
    ["are with the grader", { arrived_at: AT, submission_status: "grading" }, "with_grader"],
    ["were shipped back", { arrived_at: AT, submission_status: "completed" }, "gone"],
  ])("shows the refund of a canceled batch whose cards %s", (_, fields, cards) => {
    expect(cancellationOf(anOrder({ ...canceled, ...fields }), null, "by_staff", MADE)).toEqual({
      kind: "canceled",
      refund: MADE,
      cards,
    });
  });

  test("shows a request's failed refund even to viewers who can't cancel", () => {
    const order = anOrder({ cancel_requested_at: AT });
    const failed: CancelRefund = { ...MADE, state: "failed" };
    expect(cancellationOf(order, 25_000, "by_staff", failed)).toMatchObject({
      kind: "asked",
      hasFailed: true,
    });
    expect(cancellationOf(order, null, "by_staff", failed)).toMatchObject({
      kind: "asked",
      hasFailed: true,
      isTheirs: false,
    });
    expect(cancellationOf(anOrder(), null, "by_itself", null)).toBeNull();
  });
});

describe("adjustment", () => {
  test.each([
    [{}, "Missing cards: waiting for an answer"],
    [{ status: "accepted", chosen_option: "send_rest" }, "Missing cards: the rest are on the way"],
    [{ kind: "extra", status: "accepted", chosen_option: "pay" }, "Extra cards: waiting for payment"],
    [{ kind: "extra", status: "expired" }, "Extra cards: no answer, shipping back ungraded"],
    [
      { kind: "upcharge", status: "declined", chosen_option: "dispute" },
      "Upcharge: declined, nothing charged",
    ],
    [{ status: "declined" }, "Missing cards: decided"],
    [{ status: "withdrawn" }, "Missing cards: withdrawn"],
  ] as const)("shows %j as %s", (fields, words) => expect(standingText(anAdjustment(fields))).toBe(words));

  const now = Date.parse("2026-11-24T12:00:00Z");
  test.each([
    [{}, true],
    [{ deadline_at: "2026-11-24T12:00:00Z" }, false],
    [{ is_pending: true }, false],
    [{ status: "accepted", chosen_option: "pay" }, true],
    [{ status: "accepted", chosen_option: "send_rest" }, true],
    [{ status: "accepted", chosen_option: "refund" }, false],
  ] as const)("returns whether a proposal with %j can be answered: %s", (fields, wanted) => {
    expect(isDecidable(anAdjustment(fields), now)).toBe(wanted);
  });

  test.each([
    [{ status: "accepted", chosen_option: "send_rest" }, true],
    [{ status: "accepted", chosen_option: "send_rest", deadline_at: "2026-11-01T12:00:00Z" }, false],
    [{ status: "refunded", chosen_option: "send_rest" }, false],
    [{}, false],
  ] as const)("returns whether missing cards are awaited for a proposal with %j: %s", (fields, wanted) => {
    expect(areMissingCardsAwaited(anAdjustment(fields), now)).toBe(wanted);
  });
});

describe("batch id", () => {
  test("creates an ID in the specified format with four random characters", () => {
    const id = newBatchId(1_790_000_000_000);
    expect(id).toMatch(BATCH_ID);
    expect(id).toMatch(/^BATCH-3N5472V22-[2-9A-HJ-NP-Z]{4}$/);
  });

  test("uses no letters or digits that look alike", () => {
    for (let round = 0; round < 200; round++) {
      expect(newBatchId(1_790_000_000_000 + round * 7_654_321).slice("BATCH-".length)).not.toMatch(/[01OI]/);
    }
  });

  test.each(["BATCH-ABCDEF-12", "batch-abcdef-1234", "BATCH-ABC-1234", " BATCH-ABCDEF-1234"])(
    "rejects %j as a batch ID",
    (id) => {
      expect(BATCH_ID.test(id)).toBe(false);
    },
  );

  describe("a typed batch ID", () => {
    const ID = "BATCH-MG0I2KQO-7F3K";
    const READ = "BATCHMG012KQ07F3K";

    test.each([
      ID,
      "mg0i2kqo 7f3k",
      "Batch#MG0I 2KQO.7F3K",
      "BATCH\u2013MG0I2KQO\u20147F3K",
      "BATCH-MGOI2KQ0-7F3K",
      "\uff22\uff21\uff34\uff23\uff28-MG0I2KQO-7F3K",
    ])("reads %j", (typed) => expect(readTypedBatchId(typed)).toBe(READ));

    test.each(["ORDER-3F2A9C1E", "order 3f2a9c1e", "0RDER3F2A9CIE"])(
      "reads %j as an imported order's ID",
      (typed) => expect(readTypedBatchId(typed)).toBe("ORDER3F2A9C1E"),
    );

    test.each(["", "BATCH-", "BATCH-MG0I2KQO-7F3K7F3K7F3K7", "jane@example.org", "BATCH-MG0I2KQO-7F3\u041a"])(
      "rejects %j as a typed ID",
      (typed) => expect(readTypedBatchId(typed)).toBeNull(),
    );
  });
});
