import { problemAnswerSchema } from "@/lib/staff/problems/schema";

const answer = { version: 1, words: "We look into it.", closes: false };

test.each([
  [{}, true],
  [{ closes: true }, true],
  [{ closes: undefined }, false],
  [{ words: "  " }, false],
  [{ words: "x".repeat(2000) }, true],
  [{ words: "x".repeat(2001) }, false],
  [{ version: 0 }, false],
])("an answer with %j is accepted: %s", (changed, expected) => {
  expect(problemAnswerSchema.safeParse({ ...answer, ...changed }).success).toBe(expected);
});
