import { actParamsSchema, undoSchema } from "@/lib/staff/acts/schema";
import { type UndoOutcome, undoSummary, undoWords } from "@/lib/staff/acts/undo-outcome";
import type { StaffOrderEvent } from "@/lib/staff/staff-order";

describe("schema", () => {
  const id = "00000000-0000-0000-0000-000000000001";

  test.each([
    [{}, true],
    [{ order_id: id, reason: "x".repeat(500) }, true],
    [{ order_id: "1" }, false],
    [{ reason: "x".repeat(501) }, false],
  ])("a body of %j is taken: %s", (body, isTaken) => {
    expect(undoSchema.safeParse(body).success).toBe(isTaken);
  });

  test("an act is named by an id of the database, of any version", () => {
    expect(actParamsSchema.safeParse({ id }).success).toBe(true);
    expect(actParamsSchema.safeParse({ id: "act" }).success).toBe(false);
  });
});

describe("undo outcome", () => {
  const event: StaffOrderEvent = {
    id: 7,
    type: "submission_status",
    from_value: "received",
    to_value: "shipped",
    actor_type: "staff",
    actor_id: null,
    actor_email: "sam@example.test",
    public: true,
    message: null,
    data: null,
    occurred_at: "2026-11-23T10:00:00Z",
    order_version: 3,
  };
  const result = (fields: Partial<UndoOutcome>): UndoOutcome => ({ id: "1", outcome: "undone", ...fields });

  test.each([
    [result({}), "Taken back"],
    [result({ outcome: "already_undone" }), "Was taken back before"],
    [
      result({ outcome: "reason_required" }),
      "Not taken back: it was done more than ten minutes ago, please say why",
    ],
    [
      result({ outcome: "changed_since", event }),
      "Not taken back: changed since by sam@example.test (Submission: Checked in → On its way to the grader)",
    ],
    [
      result({
        outcome: "changed_since",
        event: { ...event, type: "arrived", from_value: null, to_value: null },
      }),
      "Not taken back: changed since by sam@example.test (Package arrived)",
    ],
    [result({ outcome: "changed_since", event: null }), "Not taken back: it was changed since"],
  ])("%j", (outcome, words) => {
    expect(undoWords(outcome)).toBe(words);
  });

  test("of many it is said how many were taken back", () => {
    const done = [result({}), result({ outcome: "already_undone" })];
    expect(undoSummary(done)).toBe("2 taken back");
    expect(undoSummary([...done, result({ outcome: "changed_since" })])).toBe("2 taken back, 1 not");
  });
});
