import { business } from "@/lib/base/business";
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

/** What a visitor asks besides; what is promised has to be what the product does. */
test.each([
  [6, /grader's fee included/, /^Yes\. .*asks for more.*nothing is charged/],
  [7, /insured for/, /up to \$5,000 \(demo limit\); write to us before you ship/],
  [8, /count differs/, /send the rest or get their price back.*pay for them or have them back ungraded/],
])("question %d stands behind them", (index, question, answer) => {
  expect(FAQ[index]?.question).toMatch(question);
  expect(FAQ[index]?.answer).toMatch(answer);
});

test("it is said which grading companies there are", () => {
  expect(FAQ[2]?.answer).toContain(`We submit to: ${business.graders}.`);
});

test("there are nine", () => {
  expect(FAQ).toHaveLength(9);
});
