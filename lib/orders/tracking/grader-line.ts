import { type LateCards, lateCards } from "@/lib/orders/late-cards";
import type { Order, OrderEvent } from "@/lib/orders/order";
import { hasReached } from "@/lib/orders/status";

/** The number that cards of a batch have at the grading company, and that company's own page about it where it is known. */
export type GraderLine = {
  number: string;
  url: string | null;
  /** How many went with it after the others of the batch; null: it is that of the batch. */
  late: number | null;
};

/** Answers the grading company's page for a number, with `{number}` in its place; undefined where none is known. */
export type PatternOf = (number: string) => string | undefined;

/** How it is named, on a screen as in a mail. */
export const graderWords = {
  number: "Grader's submission number",
  lookUp: "Look it up at the grader",
  /** Of cards that went after the others of their batch. */
  late: "Grader's number of later cards",
} as const;

/**
 * Answers what a customer is told of the submission that the cards went to the grader with, as soon as they have left; null before
 * and without a number.
 */
export function graderLine(
  order: Pick<Order, "grading_submission_number"> & { submission_status: string },
  patternOf: PatternOf,
): GraderLine | null {
  const { grading_submission_number: number } = order;
  return number === null || !hasReached(order, "shipped") ? null : lineOf(number, null, patternOf);
}

/** Answers the same of cards that went after the others of their batch, with a number of their own. */
export function lateGraderLine({ cards, number }: LateCards, patternOf: PatternOf): GraderLine {
  return lineOf(number, cards, patternOf);
}

/**
 * Answers graderLine, and a line for each number under which other cards of the batch went later, as its public events (oldest
 * first) tell.
 */
export function graderLines(
  order: Parameters<typeof graderLine>[0],
  events: OrderEvent[],
  patternOf: PatternOf,
): GraderLine[] {
  const first = graderLine(order, patternOf);
  if (!hasReached(order, "shipped")) return [];
  // What was sent before the batch was here again went another time.
  const here = events.findLastIndex(
    ({ type, to }) => type === "submission_status" && !hasReached({ submission_status: to ?? "" }, "shipped"),
  );
  const late = new Map<string, number>();
  for (const { type, from, to } of events.slice(here + 1)) {
    const [sent, unsent] = [lateCards(to), lateCards(from)];
    if (type !== "late_cards_sent") continue;
    if (sent) late.set(sent.number, sent.cards);
    if (unsent) late.delete(unsent.number);
  }
  const later = [...late].filter(([number]) => number !== first?.number);
  return [...(first ? [first] : []), ...later.map(([number, cards]) => lineOf(number, cards, patternOf))];
}

function lineOf(number: string, late: number | null, patternOf: PatternOf): GraderLine {
  const url = patternOf(number)?.replaceAll("{number}", encodeURIComponent(number.toWellFormed().trim()));
  return { number, url: url ?? null, late };
}
