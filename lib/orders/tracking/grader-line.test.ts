import { graderLine } from "@/lib/orders/tracking/grader-line";

const PATTERN = "https://grader.example/orders/{number}?from=us";
const of = (submission_status: string, number: string | null = "S 1/2") =>
  graderLine({ submission_status, grading_submission_number: number }, PATTERN);

test.each(["shipped", "grading", "graded", "completed", "delivered"])(
  "of a batch that is %s it is told",
  (step) => {
    expect(of(step)).toEqual({ number: "S 1/2", url: "https://grader.example/orders/S%201%2F2?from=us" });
  },
);

test.each(["pending", "received", "processing", "unheard of"])(
  "of one that is %s it is not: the cards have not left for the grader",
  (step) => expect(of(step)).toBeNull(),
);

test("without a number nothing is told, and without the grader's page nothing is linked", () => {
  expect(of("grading", null)).toBeNull();
  const order = { submission_status: "grading", grading_submission_number: "12" };
  expect(graderLine(order, undefined)).toEqual({ number: "12", url: null });
});

test("a number is nothing but a part of the address", () => {
  const line = of("grading", '"><script>{number}//evil \ud800');
  expect(line?.url).toBe(
    "https://grader.example/orders/%22%3E%3Cscript%3E%7Bnumber%7D%2F%2Fevil%20%EF%BF%BD?from=us",
  );
});
