import type { DeskOrder } from "@/lib/staff/desk/receiving-desk";

/** What stood in the field of the count: a number of cards, a code that was scanned into it, or nothing to read. */
export type TypedCount = { count: number } | { problem: "code" | "unreadable" };

/** Reads a count of one to four digits. A scanned barcode or batch ID must never pass for a number of cards. */
export function readCount(typed: string): TypedCount {
  const text = typed.trim();
  if (/^\d{1,4}$/.test(text)) return { count: Number(text) };
  return { problem: /^[a-z0-9 -]{5,}$/i.test(text) ? "code" : "unreadable" };
}

/** Returns how many cards were counted in the boxes before this one. */
export function countedBefore(order: Pick<DeskOrder, "box_counts">): number {
  return order.box_counts.reduce((sum, cards) => sum + cards, 0);
}

/** Returns how many cards the owner of a batch has promised to send after those that were counted; 0: none. */
export function awaitedRest({ asked }: Pick<DeskOrder, "asked">): number {
  return asked?.kind === "short" && asked.chosen_option === "send_rest" ? asked.qty : 0;
}

/** Returns what a count is compared with: counts of earlier boxes are added, and a recount is of all cards. */
export function measureOf({
  order,
  isRecount,
  isRest,
}: {
  order: DeskOrder;
  isRecount: boolean;
  isRest: boolean;
}): Pick<CountCase, "paid" | "before"> {
  const received = order.received_count ?? 0;
  if (isRest) return { paid: received + awaitedRest(order), before: received };
  return { paid: order.cards_expected, before: isRecount ? 0 : countedBefore(order) };
}

/** Returns how many cards are still to be in this box: all that are paid for less those before, never less than none. */
export function cardsToCome({ paid, before }: Pick<CountCase, "paid" | "before">): number {
  return Math.max(paid - before, 0);
}

/** What to do with a count: take it, have it typed again, refuse it as far over, or report that it can't be read. */
export type CountVerdict =
  | { take: number }
  | { doubt: number }
  | { far: number }
  | { problem: "code" | "unreadable" };

/** What a count is measured by. */
export type CountCase = {
  /** The cards of the whole batch that are paid for. */
  paid: number;
  /** The cards that were counted before, which this count is added to. */
  before: number;
  /** Other boxes are still to come, so that fewer cards than expected agree. */
  isMoreToCome: boolean;
  /** The count that differed and was to be typed again; null: none did. */
  doubtful: number | null;
};

/** Judges a typed count. One that differs is typed twice; over double and by more than 20, it needs a confirmation. */
export function judgeCount(typed: string, { paid, before, isMoreToCome, doubtful }: CountCase): CountVerdict {
  const read = readCount(typed);
  if ("problem" in read) return read;
  const { count } = read;
  const expected = cardsToCome({ paid, before });
  if (isMoreToCome ? count < expected : count === expected) return { take: count };
  if (count !== doubtful) return { doubt: count };
  const isFar = before + count > Math.max(2 * paid, paid + 20);
  return isFar ? { far: count } : { take: count };
}
