import type { GroupStep } from "@/lib/staff/group-step";
import {
  cardsDiffer,
  differenceWords,
  type GroupAct,
  groupActWords,
  groupName,
  isOutOfStep,
  stepsAhead,
} from "@/lib/staff/groups/grader-group";

const ID = "3f2b8a10-0c1d-4e2f-8a3b-4c5d6e7f8091";

test.each<[GroupStep, GroupStep[]]>([
  ["open", []],
  ["closed", ["shipped", "grading", "graded", "back"]],
  ["shipped", ["grading", "graded", "back"]],
  ["grading", ["graded", "back"]],
  ["graded", ["back"]],
  ["back", []],
])("a group that is %s can be taken to %j", (step, ahead) => {
  expect(stepsAhead(step)).toEqual(ahead);
});

test("a group has its number for a name", () => {
  expect(groupName(12)).toBe("Group 12");
});

test.each<[Pick<GroupAct, "kind" | "group_step" | "orders"> & Partial<GroupAct>, string]>([
  [
    { kind: "group_add", group_step: "open", orders: 1, order_id: ID, batch_id: "BATCH-MGX2K9QW-7F3K" },
    "Put in BATCH-MGX2K9QW-7F3K",
  ],
  [{ kind: "group_add", group_step: "open", orders: 1200 }, "Put in 1,200 batches"],
  [{ kind: "group_out", group_step: "shipped", orders: 1, order_id: ID }, "Took out ORDER-3F2B8A10"],
  [{ kind: "group_close", group_step: "closed", orders: 1, order_id: ID }, "Closed"],
  [{ kind: "group_close", group_step: "closed", orders: 3 }, "Closed"],
  [{ kind: "group_step", group_step: "grading", orders: 3 }, "At the grader"],
])("%j reads as %s", (act, words) => {
  const rest = { id: "1", order_id: null, batch_id: null, actor_email: null, created_at: "" };
  expect(groupActWords({ ...rest, ...act })).toBe(words);
});

test.each([
  [{ cards: 10, declared_cards: null, returned_cards: null }, null],
  [{ cards: 10, declared_cards: 10, returned_cards: 10 }, null],
  [{ cards: 1418, declared_cards: 1420, returned_cards: null }, "1,418 counted here, 1,420 declared"],
  [{ cards: 10, declared_cards: 10, returned_cards: 9 }, "10 counted here, 9 came back"],
  [{ cards: 10, declared_cards: 11, returned_cards: 9 }, "10 counted here, 11 declared, 9 came back"],
])("%j: %s", (group, words) => {
  expect(cardsDiffer(group)).toBe(words);
});

test.each([
  ["open", null, "received", null, false],
  ["open", null, "graded", "OLD", false],
  ["closed", "N1", "received", "N1", false],
  ["closed", "N1", "processing", "N1", false],
  ["closed", "N1", "processing", null, true],
  ["closed", "N1", "shipped", "N1", true],
  ["shipped", "N1", "shipped", "N1", false],
  ["shipped", "N1", "processing", "N1", true],
  ["graded", "N1", "completed", "N1", true],
  ["back", "N1", "graded", "N1", false],
  ["back", "N1", "delivered", "N1", false],
  ["back", "N1", "grading", "N1", true],
] as const)(
  "of a group %s (%s) a batch that is %s (%s): out of step %s",
  (step, number, status, own, expected) => {
    const member = {
      submission_status: status,
      grading_submission_number: own,
      is_late: false,
      has_others: false,
    };
    const group = { step, submission_number: number };
    expect(isOutOfStep(member, group)).toBe(expected);
    // Others of its cards keep it back or run ahead; its number is that of the first ones.
    expect(isOutOfStep({ ...member, has_others: true }, group)).toBe(step !== "open" && own !== number);
    expect(isOutOfStep({ ...member, is_late: true, has_others: true }, group)).toBe(false);
  },
);

test("a difference is said with both figures", () => {
  expect(differenceWords("declared", 1420, 1418)).toBe("You declare 1,420, and 1,418 were counted here");
  expect(differenceWords("back", 9, 10)).toBe("9 came back, and 10 were declared");
});
