import {
  adjustmentEventWords,
  adjustmentTitle,
  amountWords,
  askWords,
  isDecidable,
  isRestAwaited,
  silenceWords,
  standingWords,
} from "@/lib/orders/adjustment";
import { adjustmentKindSchema } from "@/lib/orders/schema";
import { anAdjustment } from "@/sandbox/builders/adjustment";

test("what it is about, and what it costs", () => {
  expect(adjustmentTitle({ kind: "short", qty: 1 })).toBe("1 card did not come");
  expect(adjustmentTitle({ kind: "extra", qty: 2 })).toBe("2 cards came on top");
  expect(adjustmentTitle({ kind: "upcharge", qty: 2 })).toContain("more for 2 cards");
  expect(amountWords(anAdjustment())).toBe("2 cards × $22.00 = $44.00");
  const silences = adjustmentKindSchema.options.map(silenceWords);
  expect(new Set(silences).size).toBe(3);
});

test.each([
  [{}, "Missing cards: waiting for a decision"],
  [{ status: "accepted", chosen_option: "send_rest" }, "Missing cards: the rest will be sent"],
  [{ status: "refunded", chosen_option: "refund" }, "Missing cards: refunded"],
  [{ kind: "extra", status: "accepted", chosen_option: "pay" }, "Cards on top: to be paid"],
  [{ kind: "extra", status: "declined", chosen_option: "return" }, "Cards on top: to come back ungraded"],
  [{ kind: "extra", status: "paid" }, "Cards on top: paid"],
  [{ kind: "extra", status: "expired" }, "Cards on top: no answer, to come back ungraded"],
  [{ kind: "upcharge", status: "expired" }, "Upcharge: no answer, nothing charged"],
  [{ kind: "upcharge", status: "declined", chosen_option: "dispute" }, "Upcharge: disputed"],
  [{ status: "declined" }, "Missing cards: decided"],
  [{ status: "withdrawn" }, "Missing cards: withdrawn"],
  [{ status: "withdrawn", chosen_option: "send_rest" }, "Missing cards: no longer awaited"],
] as const)("%j reads %s", (fields, words) => expect(standingWords(anAdjustment(fields))).toBe(words));

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
  ["short:accepted:refund:2:5000", "Missing cards: to be refunded (2 cards, $50.00)"],
  ["extra:proposed:none:1:2200", "Cards on top: waiting for a decision (1 card, $22.00)"],
  ["something else", "A question about this batch"],
  [null, "A question about this batch"],
])("the event %s reads %s", (stored, words) => expect(adjustmentEventWords(stored)).toBe(words));

test("what its customer is asked to do", () => {
  expect(askWords(anAdjustment(), now)).toBe("Please decide");
  expect(askWords(anAdjustment({ status: "accepted", chosen_option: "send_rest" }), now)).toBe(
    "Please send the rest",
  );
});
