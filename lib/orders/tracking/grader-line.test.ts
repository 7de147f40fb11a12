import type { OrderEvent } from "@/lib/orders/order";
import { graderLine, graderLines, lateGraderLine } from "@/lib/orders/tracking/grader-line";

const pattern = () => "https://grader.example/orders/{number}?from=us";
const of = (submission_status: string, number: string | null = "S 1/2") =>
  graderLine({ submission_status, grading_submission_number: number }, pattern);

test.each(["shipped", "grading", "graded", "completed", "delivered"])(
  "of a batch that is %s it is told",
  (step) => {
    expect(of(step)).toEqual({
      number: "S 1/2",
      url: "https://grader.example/orders/S%201%2F2?from=us",
      late: null,
    });
  },
);

test.each(["pending", "received", "processing", "unheard of"])(
  "of one that is %s it is not: the cards have not left for the grader",
  (step) => expect(of(step)).toBeNull(),
);

test("without a number nothing is told, and without the grader's page nothing is linked", () => {
  expect(of("grading", null)).toBeNull();
  const order = { submission_status: "grading", grading_submission_number: "12" };
  expect(graderLine(order, () => undefined)).toEqual({ number: "12", url: null, late: null });
});

test("a number is nothing but a part of the address", () => {
  const line = of("grading", '"><script>{number}//evil \ud800');
  expect(line?.url).toBe(
    "https://grader.example/orders/%22%3E%3Cscript%3E%7Bnumber%7D%2F%2Fevil%20%EF%BF%BD?from=us",
  );
});

describe("cards that went later", () => {
  const anEvent = (fields: Partial<OrderEvent>): OrderEvent => ({
    type: "late_cards_sent",
    from: null,
    to: null,
    actor: "staff",
    message: null,
    at: "2026-11-25T10:00:00Z",
    ...fields,
  });
  const linesOf = (
    events: Partial<OrderEvent>[],
    submission_status = "grading",
    number: string | null = "1",
  ) =>
    graderLines({ submission_status, grading_submission_number: number }, events.map(anEvent), pattern).map(
      (line) => [line.number, line.late],
    );

  test("have a line each, after that of the batch", () => {
    expect(linesOf([{ to: "2:7" }, { to: "1:8" }])).toEqual([
      ["1", null],
      ["7", 2],
      ["8", 1],
    ]);
    expect(lateGraderLine({ cards: 2, number: "7" }, pattern)).toEqual({
      number: "7",
      url: "https://grader.example/orders/7?from=us",
      late: 2,
    });
  });

  test("lead to the page of their own grader", () => {
    const patternOf = (number: string) => (number === "7" ? "https://other.example/{number}" : undefined);
    const order = { submission_status: "grading", grading_submission_number: "1" };
    const lines = graderLines(order, [anEvent({ to: "2:7" })], patternOf);
    expect(lines.map(({ url }) => url)).toEqual([null, "https://other.example/7"]);
  });

  test("have none when they were not in the box, nor with the number of the batch, nor while it is here", () => {
    expect(linesOf([{ to: "2:7" }, { from: "2:7" }])).toEqual([["1", null]]);
    expect(linesOf([{ to: "2:1" }])).toEqual([["1", null]]);
    expect(linesOf([{ to: "2:7" }], "received")).toEqual([]);
    expect(linesOf([{ type: "late_cards_graded", to: "2:7" }], "graded", null)).toEqual([]);
    expect(linesOf([{ to: "2:7" }], "grading", null)).toEqual([["7", 2]]);
  });

  test("of a former journey to the grader have none", () => {
    const again = { type: "submission_status", from: "graded", to: "received" } as const;
    const sent = { type: "submission_status", from: "received", to: "shipped" } as const;
    expect(linesOf([{ to: "2:7" }, again, sent, { to: "3:9" }])).toEqual([
      ["1", null],
      ["9", 3],
    ]);
  });
});
