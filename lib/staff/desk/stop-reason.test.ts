import { setAsideWords, stopReason, stopWords } from "@/lib/staff/desk/stop-reason";
import type { StaffOrder } from "@/lib/staff/staff-order";
import { SET_ASIDE_REASONS } from "@/lib/staff/staff-order";

type Facts = Pick<StaffOrder, "payment_status" | "refunded_cents" | "dispute_status" | "cancel_requested_at">;
const facts = (changes: Partial<Facts>): Facts => ({
  payment_status: "paid",
  refunded_cents: 0,
  dispute_status: null,
  cancel_requested_at: null,
  ...changes,
});

test.each<[Partial<Facts>, string | null]>([
  [{}, null],
  [{ refunded_cents: 500 }, null],
  [{ payment_status: "unpaid" }, "unpaid"],
  [{ payment_status: "pending" }, "unpaid"],
  [{ payment_status: "failed" }, "unpaid"],
  [{ payment_status: "canceled" }, "canceled"],
  [{ payment_status: "canceled", refunded_cents: 500 }, "refunded"],
  [{ dispute_status: "needs_response" }, "disputed"],
  [{ dispute_status: "lost" }, "disputed"],
  [{ dispute_status: "won" }, null],
  [{ dispute_status: "warning_closed" }, null],
  [{ cancel_requested_at: "2026-11-20T10:00:00Z" }, "cancel_asked"],
  [
    { cancel_requested_at: "2026-11-20T10:00:00Z", payment_status: "canceled", refunded_cents: 1 },
    "refunded",
  ],
  [{ payment_status: "unpaid", dispute_status: "lost" }, "unpaid"],
])("%j is stopped as %s", (changes, reason) => {
  expect(stopReason(facts(changes))).toBe(reason);
});

test("every reason reads differently; a word of nobody's stays as it is", () => {
  expect(new Set(SET_ASIDE_REASONS.map(setAsideWords)).size).toBe(SET_ASIDE_REASONS.length);
  const stopped = SET_ASIDE_REASONS.flatMap((reason) => (reason === "other" ? [] : stopWords(reason)));
  expect(new Set(stopped).size).toBe(SET_ASIDE_REASONS.length - 1);
  expect(setAsideWords("a flood")).toBe("a flood");
});
