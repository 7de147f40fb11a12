import { type GraderLookup, graderNames, normalizeGrader } from "@/lib/base/grader-lookup";
import { cardCount } from "@/lib/base/messages";
import type { Order } from "@/lib/orders/order";
import { hasReached } from "@/lib/orders/status";

/** A batch's submission number at the grader, and the grader's page about it, if known. */
export type GraderLine = { number: string; url: string | null };

/** Returns the URL of the grader's page for a number, with the placeholder `{number}`. Undefined if unknown. */
export type PatternOf = (number: string) => string | undefined;

/** Labels that screens and emails share. */
export const graderText = {
  number: "Grader submission",
  lookUp: "Look it up on the grader's site",
} as const;

/** Returns a grader's lookup URL, if any. A URL without a grader's name applies as long as GRADERS has one entry. */
export function graderLookupUrl(
  lookup: GraderLookup | undefined,
  grader: string | null,
  graders: string,
): string | undefined {
  const forAll = lookup?.get(null);
  if (forAll !== undefined) return graderNames(graders).length === 1 ? forAll : undefined;
  return grader === null ? undefined : lookup?.get(normalizeGrader(grader));
}

/** Returns a batch's submission number as its customer sees it. Null without one, and until the cards have left. */
export function graderLine(
  order: Pick<Order, "grading_submission_number"> & { submission_status: string },
  patternOf: PatternOf,
): GraderLine | null {
  const { grading_submission_number: number } = order;
  if (number === null || !hasReached(order, "shipped")) return null;
  const url = patternOf(number)?.replaceAll("{number}", encodeURIComponent(number.toWellFormed().trim()));
  return { number, url: url ?? null };
}

/** Describes cards that weren't sent to the grader with the others: "1 card still here". Null when all were sent. */
export function cardsStillHere(
  order: Pick<Order, "received_count" | "cards_sent"> & { submission_status: string },
): string | null {
  const kept = (order.received_count ?? 0) - (order.cards_sent ?? Number.POSITIVE_INFINITY);
  const isAway = ["shipped", "grading", "graded"].includes(order.submission_status);
  return isAway && kept > 0 ? `${cardCount(kept)} still here` : null;
}
