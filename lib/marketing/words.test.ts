import { FAQ } from "@/lib/marketing/words";

/** The specification's six topics in their order, by a word of the question and what the answer has to say. */
test.each([
  [0, /pay-as-you-go/, /up to \$30\/card/],
  [1, /how long/i, /10-15 business days/],
  [2, /relationship with the grading company/, /authorized dealer/],
  [3, /which cards do you accept/i, /trading card/i],
  [4, /ship/, /outside with your batch ID.*note inside/],
  [5, /damaged/, /insured/],
])("question %d is the one of the specification", (index, question, answer) => {
  expect(FAQ[index]?.question).toMatch(question);
  expect(FAQ[index]?.answer).toMatch(answer);
});

test("there are six", () => {
  expect(FAQ).toHaveLength(6);
});
