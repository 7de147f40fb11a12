import type { DeskOrder } from "@/lib/staff/desk/receiving-desk";

/** A parsed count, or why it is invalid: a scanned code, or unreadable. */
export type TypedCount = { count: number } | { problem: "code" | "unreadable" };

/** Parses a count of one to four digits. A scanned barcode or batch ID must never be read as a number of cards. */
export function readCount(typed: string): TypedCount {
  const text = typed.trim();
  if (/^\d{1,4}$/.test(text)) return { count: Number(text) };
  return { problem: /^[a-z0-9 -]{5,}$/i.test(text) ? "code" : "unreadable" };
}

export function countedInEarlierBoxes(order: Pick<DeskOrder, "box_counts">): number {
  return order.box_counts.reduce((sum, cards) => sum + cards, 0);
}

/** Returns how many missing cards the customer is sending, or 0 if none. */
export function awaitedMissingCards({ asked }: Pick<DeskOrder, "asked">): number {
  return asked?.kind === "short" && asked.chosen_option === "send_rest" ? asked.qty : 0;
}

/** Returns the number that a count is compared with. A recount covers all boxes. */
export function expectedCountOf({
  order,
  isRecount,
  isRest,
}: {
  order: DeskOrder;
  isRecount: boolean;
  isRest: boolean;
}): Pick<CountCase, "paid" | "before"> {
  const received = order.received_count ?? 0;
  if (isRest) return { paid: received + awaitedMissingCards(order), before: received };
  return { paid: order.cards_expected, before: isRecount ? 0 : countedInEarlierBoxes(order) };
}

/** Returns how many cards to expect in this box, at least 0. */
export function cardsStillExpected({ paid, before }: Pick<CountCase, "paid" | "before">): number {
  return Math.max(paid - before, 0);
}

/** What to do with a count: save it, ask again, ask for confirmation (`far`), or report an error. */
export type CountVerdict =
  | { take: number }
  | { doubt: number }
  | { far: number }
  | { problem: "code" | "unreadable" };

export type CountCase = {
  /** Paid cards in the whole batch. */
  paid: number;
  /** Cards already counted, which this count is added to. */
  before: number;
  /** More boxes are coming, so a low count is fine. */
  isMoreToCome: boolean;
  /** The first typed count, if it differed. */
  doubtful: number | null;
};

/**
 * Checks a typed count. A differing count must be typed twice. One that is more than double and over 20 cards too
 * high needs confirmation.
 */
export function checkCount(typed: string, { paid, before, isMoreToCome, doubtful }: CountCase): CountVerdict {
  const read = readCount(typed);
  if ("problem" in read) return read;
  const { count } = read;
  const expected = cardsStillExpected({ paid, before });
  if (isMoreToCome ? count < expected : count === expected) return { take: count };
  if (count !== doubtful) return { doubt: count };
  const isFar = before + count > Math.max(2 * paid, paid + 20);
  return isFar ? { far: count } : { take: count };
}
