import type { DeskOrder } from "@/lib/staff/desk/receiving-desk";

/** What stood in the field of the count: a number of cards, a code that was scanned into it, or nothing to read. */
export type TypedCount = { count: number } | { problem: "code" | "unreadable" };

/**
 * Reads what was typed or scanned as a count: one to four digits. A scanner types into whatever field is in use, so that
 * a parcel's barcode or a batch ID must never pass for a number of cards.
 */
export function readCount(typed: string): TypedCount {
  const text = typed.trim();
  if (/^\d{1,4}$/.test(text)) return { count: Number(text) };
  return { problem: /^[a-z0-9 -]{5,}$/i.test(text) ? "code" : "unreadable" };
}

/** Answers how many cards were counted in the boxes before this one. */
export function countedBefore(order: Pick<DeskOrder, "box_counts">): number {
  return order.box_counts.reduce((sum, cards) => sum + cards, 0);
}

/**
 * Answers how many cards are still to be in this box: all that are expected less those of the boxes before, never less
 * than none.
 */
export function cardsToCome(order: Pick<DeskOrder, "cards_expected" | "box_counts">): number {
  return Math.max(order.cards_expected - countedBefore(order), 0);
}

/** What is to be done with a count: it is taken, it is typed once more, or it cannot be read. */
export type CountVerdict = { take: number } | { doubt: number } | { problem: "code" | "unreadable" };

type CountCase = {
  expected: number;
  /** Other boxes are still to come, so that fewer cards than expected agree. */
  isMoreToCome: boolean;
  /** The count that differed and was to be typed again; null: none did. */
  doubtful: number | null;
};

/** Decides over what was typed as a count: one that does not agree with what is expected is typed twice. */
export function judgeCount(typed: string, { expected, isMoreToCome, doubtful }: CountCase): CountVerdict {
  const read = readCount(typed);
  if ("problem" in read) return read;
  const { count } = read;
  const agrees = isMoreToCome ? count < expected : count === expected;
  return agrees || count === doubtful ? { take: count } : { doubt: count };
}
