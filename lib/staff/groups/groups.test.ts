import type { GroupStep } from "@/lib/staff/group-step";
import { type AddOutcome, addWords, batchOf, keptWords, refusalWords } from "@/lib/staff/groups/add-outcome";
import {
  cardsDiffer,
  graderRefusalSchema,
  groupName,
  isOutOfStep,
  stepsAhead,
} from "@/lib/staff/groups/grader-group";
import { manifestCsv, manifestFileName, manifestLines } from "@/lib/staff/groups/manifest";
import {
  addToGroupSchema,
  groupMessages,
  groupParamsSchema,
  openGroupSchema,
  readCards,
  stepGroupSchema,
  takeFromGroupSchema,
} from "@/lib/staff/groups/schema";
import { aGraderGroup, aGroupMember } from "@/sandbox/builders/group-as-read";

describe("add outcome", () => {
  const result = (fields: Partial<AddOutcome>): AddOutcome => ({
    id: "3f2b8a10-0c1d-4e2f-8a3b-4c5d6e7f8091",
    outcome: "added",
    batch_id: "BATCH-MGX2K9QW-7F3K",
    num_cards: 12,
    received_count: 12,
    cards: 12,
    other_group: null,
    ...fields,
  });

  test.each<[Partial<AddOutcome>, string]>([
    [{}, "Added, 12 cards"],
    [{ received_count: 1, cards: 1 }, "Added, 1 card"],
    [{ received_count: 14 }, "Added, 12 of 14 cards. Leave out 2 unpaid."],
    // Settled by staff.
    [{ received_count: 14, cards: 14 }, "Added, 14 cards"],
    [{ outcome: "already_here" }, "Already in this shipment"],
    [{ outcome: "other_group", other_group: 7 }, "Not added. It's in Shipment 7."],
    [{ outcome: "other_group" }, "Not added. It's in another shipment."],
    [{ outcome: "group_full" }, "Not added. This shipment is full. Close it and start a new one."],
    [{ outcome: "order_not_found" }, "Not added. This batch no longer exists."],
    [
      { outcome: "count_differs", received_count: 13 },
      "Not added. 13 of 12 cards counted, and that isn't resolved.",
    ],
    [
      { outcome: "set_aside" },
      "Not added. Its package is set aside. Count it at the desk, or remove it from that list.",
    ],
    [{ outcome: "disputed" }, "Not added. Its payment is disputed."],
  ])("%j reads as %s", (fields, words) => {
    expect(addWords(result(fields))).toBe(words);
  });

  test("every refusal has words of its own", () => {
    const words = graderRefusalSchema.options.map(refusalWords);
    expect(new Set(words).size).toBe(graderRefusalSchema.options.length);
  });

  test("a batch is named as everywhere", () => {
    expect(batchOf(result({}))).toBe("BATCH-MGX2K9QW-7F3K");
    expect(batchOf(result({ batch_id: null }))).toBe("ORDER-3F2B8A10");
  });

  test.each([
    [{}, "Leave out 2 unpaid"],
    [{ cards: 5 }, null],
    // None goes of a batch that must not.
    [{ cards: 0, refusal: "disputed" }, null],
  ] as const)("the row of a batch of which 5 are here and 3 go, unless it is %j: %s", (fields, words) => {
    const member = { cards: 3, received_count: 5, refusal: null };
    expect(keptWords({ ...member, ...fields })).toBe(words);
  });
});

describe("grader group", () => {
  const _ID = "3f2b8a10-0c1d-4e2f-8a3b-4c5d6e7f8091";

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

  test("a shipment is named by its number", () => {
    expect(groupName(12)).toBe("Shipment 12");
  });

  test.each([
    [{ cards: 10, declared_cards: null, returned_cards: null }, null],
    [{ cards: 10, declared_cards: 10, returned_cards: 10 }, null],
    [{ cards: 1418, declared_cards: 1420, returned_cards: null }, "1,418 counted, 1,420 declared"],
    [{ cards: 10, declared_cards: 10, returned_cards: 9 }, "10 counted, 9 returned"],
    [{ cards: 10, declared_cards: 11, returned_cards: 9 }, "10 counted, 11 declared, 9 returned"],
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
      };
      const group = { step, submission_number: number };
      expect(isOutOfStep(member, group)).toBe(expected);
    },
  );
});

describe("manifest", () => {
  const members = [
    aGroupMember({ batch_id: "BATCH-MGX2K9QW-7F3K", received_count: 14, cards: 12 }),
    aGroupMember({ id: "3f2b8a10-0c1d-4e2f-8a3b-4c5d6e7f8091", batch_id: null, received_count: 1, cards: 1 }),
  ];

  test("the list names batches and cards in turn, and no customer", () => {
    expect(manifestLines(members)).toEqual([
      { place: 1, batch: "BATCH-MGX2K9QW-7F3K", cards: 12 },
      { place: 2, batch: "ORDER-3F2B8A10", cards: 1 },
    ]);
  });

  test("the file has a row for each batch and a sum, and runs no formula", () => {
    const group = aGraderGroup({
      id: 12,
      grader: "=HYPERLINK()",
      submission_number: "SUB-1",
      batches: 2,
      cards: 13,
    });
    expect(manifestCsv({ group, members }).split("\r\n")).toEqual([
      "\uFEFFNo.,Batch ID,Cards,Grader,Submission number",
      "1,BATCH-MGX2K9QW-7F3K,12,'=HYPERLINK(),SUB-1",
      "2,ORDER-3F2B8A10,1,'=HYPERLINK(),SUB-1",
      "Total,2,13,,",
      "",
    ]);
    expect(manifestFileName(12)).toBe("shipment-12-manifest.csv");
  });
});

describe("schema", () => {
  const ID = "3f2b8a10-0c1d-4e2f-8a3b-4c5d6e7f8091";
  const messageOf = (result: { error?: { issues: { message: string }[] } | undefined }) =>
    result.error?.issues[0]?.message;

  test("a group goes to a company that has a name", () => {
    expect(openGroupSchema.parse({ grader: "PSA" })).toEqual({ grader: "PSA" });
    expect(messageOf(openGroupSchema.safeParse({ grader: " " }))).toBe(groupMessages.grader);
    expect(openGroupSchema.safeParse({ grader: "x".repeat(101) }).success).toBe(false);
  });

  test.each([
    ["12", 12],
    ["999999999999999", 999999999999999],
  ])("a group is found at %s", (id, number) => {
    expect(groupParamsSchema.parse({ id })).toEqual({ id: number });
  });

  test.each(["0", "-1", "1.5", "1e3", "", "12 ", ID, "9999999999999999"])("no group is found at %j", (id) => {
    expect(groupParamsSchema.safeParse({ id }).success).toBe(false);
  });

  test("batches are scanned or picked, never both", () => {
    expect(addToGroupSchema.parse({ code: "MGX2K9QW-7F3K" })).toEqual({ code: "MGX2K9QW-7F3K" });
    expect(addToGroupSchema.parse({ order_ids: [ID], reason: "x" })).toEqual({
      order_ids: [ID],
      reason: "x",
    });
    for (const body of [{}, { code: " " }, { order_ids: [] }, { code: "X", order_ids: [ID] }])
      expect(messageOf(addToGroupSchema.safeParse(body))).toBe(groupMessages.nothing);
    expect(messageOf(addToGroupSchema.safeParse({ order_ids: Array(201).fill(ID) }))).toBe(
      groupMessages.tooMany,
    );
    expect(takeFromGroupSchema.parse({ order_id: ID })).toEqual({ order_id: ID });
  });

  test("closing takes the number and the cards that were declared", () => {
    const body = { version: 3, step: "closed", number: "SUB-1", cards: 418 };
    expect(stepGroupSchema.parse({ ...body, accepts_difference: true })).toMatchObject(body);
    expect(messageOf(stepGroupSchema.safeParse({ ...body, number: " " }))).toBe(groupMessages.number);
    expect(messageOf(stepGroupSchema.safeParse({ ...body, number: " batch-MGX2K9QW-7F3K" }))).toBe(
      groupMessages.batchForNumber,
    );
    for (const cards of [-1, 1.5, 10_000_000, "418", undefined])
      expect(messageOf(stepGroupSchema.safeParse({ ...body, cards }))).toBe(groupMessages.cards);
  });

  test("cards that come back are counted, and no other step asks for them", () => {
    expect(stepGroupSchema.safeParse({ version: 3, step: "grading" }).success).toBe(true);
    expect(messageOf(stepGroupSchema.safeParse({ version: 3, step: "back" }))).toBe(groupMessages.cards);
    expect(stepGroupSchema.safeParse({ version: 3, step: "back", cards: 0 }).success).toBe(true);
    for (const step of ["open", "lost"])
      expect(stepGroupSchema.safeParse({ version: 3, step, cards: 1 }).success).toBe(false);
  });

  test.each([
    [" 418 ", 418],
    ["1,418", 1418],
    ["0", 0],
    ["", undefined],
    ["-1", undefined],
    ["1.5", undefined],
    ["9400110200881234567890", undefined],
    ["twelve", undefined],
  ])("%j is read as %j cards", (typed, cards) => {
    expect(readCards(typed)).toBe(cards);
  });
});
