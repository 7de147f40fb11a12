import {
  addToGroupSchema,
  closeGroupSchema,
  groupMessages,
  groupParamsSchema,
  openGroupSchema,
  readCards,
  stepGroupSchema,
  takeFromGroupSchema,
} from "@/lib/staff/groups/schema";

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
  expect(addToGroupSchema.parse({ order_ids: [ID], reason: "x" })).toEqual({ order_ids: [ID], reason: "x" });
  for (const body of [{}, { code: " " }, { order_ids: [] }, { code: "X", order_ids: [ID] }])
    expect(messageOf(addToGroupSchema.safeParse(body))).toBe(groupMessages.nothing);
  expect(messageOf(addToGroupSchema.safeParse({ order_ids: Array(201).fill(ID) }))).toBe(
    groupMessages.tooMany,
  );
  expect(takeFromGroupSchema.parse({ order_id: ID })).toEqual({ order_id: ID });
});

test("closing takes the number and the cards that were declared", () => {
  const body = { version: 3, number: "SUB-1", cards: 418 };
  expect(closeGroupSchema.parse({ ...body, accepts_difference: true })).toMatchObject(body);
  expect(messageOf(closeGroupSchema.safeParse({ ...body, number: " " }))).toBe(groupMessages.number);
  expect(messageOf(closeGroupSchema.safeParse({ ...body, number: " batch-MGX2K9QW-7F3K" }))).toBe(
    groupMessages.batchForNumber,
  );
  for (const cards of [-1, 1.5, 10_000_000, "418", undefined])
    expect(messageOf(closeGroupSchema.safeParse({ ...body, cards }))).toBe(groupMessages.cards);
});

test("cards that come back are counted, and no other step asks for them", () => {
  expect(stepGroupSchema.safeParse({ version: 3, step: "grading" }).success).toBe(true);
  expect(messageOf(stepGroupSchema.safeParse({ version: 3, step: "back" }))).toBe(groupMessages.cards);
  expect(stepGroupSchema.safeParse({ version: 3, step: "back", cards: 0 }).success).toBe(true);
  for (const step of ["open", "closed", "lost"])
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
