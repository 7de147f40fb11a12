import { type GraderLookup, graderNames, normalizeGrader } from "@/lib/base/grader-lookup";
import { cardCount } from "@/lib/base/messages";
import type { Order } from "@/lib/orders/order";
import { hasReached } from "@/lib/orders/status";

/** The number that a batch has at the grading company, and that company's own page about it where it is known. */
export type GraderLine = { number: string; url: string | null };

/** Returns the grading company's page for a number, with `{number}` in its place; undefined where none is known. */
export type PatternOf = (number: string) => string | undefined;

/** How it is named, on a screen as in an email. */
export const graderText = {
  number: "Grader submission",
  lookUp: "Look it up on the grader's site",
} as const;

/** Returns a grader's lookup URL, if any. One without a name applies while GRADERS has one entry. */
export function graderLookupUrl(
  lookup: GraderLookup | undefined,
  grader: string | null,
  graders: string,
): string | undefined {
  const forAll = lookup?.get(null);
  if (forAll !== undefined) return graderNames(graders).length === 1 ? forAll : undefined;
  return grader === null ? undefined : lookup?.get(normalizeGrader(grader));
}

/** Returns a batch's number at the grader as its customer reads it: null until the cards have left, and without a number. */
export function graderLine(
  order: Pick<Order, "grading_submission_number"> & { submission_status: string },
  patternOf: PatternOf,
): GraderLine | null {
  const { grading_submission_number: number } = order;
  if (number === null || !hasReached(order, "shipped")) return null;
  const url = patternOf(number)?.replaceAll("{number}", encodeURIComponent(number.toWellFormed().trim()));
  return { number, url: url ?? null };
}

/** Names the cards of a batch at the grader that didn't go with the others: "1 card still here"; null when all went. */
export function cardsStillHere(
  order: Pick<Order, "received_count" | "cards_sent"> & { submission_status: string },
): string | null {
  const kept = (order.received_count ?? 0) - (order.cards_sent ?? Number.POSITIVE_INFINITY);
  const isAway = ["shipped", "grading", "graded"].includes(order.submission_status);
  return isAway && kept > 0 ? `${cardCount(kept)} still here` : null;
}
