/** How full a month's quota is. */
export type QuotaUse = {
  /** Whole per cent, never rounded up: 100 only when nothing is left. */
  percent: number;
  tone: "success" | "warning" | "danger";
};

/** From these shares of the limit on the bar is yellow, then red. */
const WARNING_SHARE = 0.75;
const DANGER_SHARE = 0.9;

/**
 * Returns which share of a month's cards is used and the color of its bar. `limit` is at least 1; more cards than that
 * give more than 100 per cent.
 */
export function quotaUse(usedCards: number, limit: number): QuotaUse {
  const percent = Math.floor((usedCards * 100) / limit);
  if (usedCards >= limit * DANGER_SHARE) return { percent, tone: "danger" };
  return { percent, tone: usedCards >= limit * WARNING_SHARE ? "warning" : "success" };
}

/**
 * Counts the cards left this month, 0 at the least. `heldCards` are reserved, or paid by a method that is under way;
 * those of the person's own open payment page (`replaceableCards`) do not stand in the way of a new batch, which
 * replaces it.
 * This is what pages show; reserve_order decides whether a batch fits.
 */
export function remainingCards(
  limit: number,
  month: { usedCards: number; heldCards: number; replaceableCards: number },
): number {
  const held = Math.max(0, month.heldCards - month.replaceableCards);
  return Math.max(0, limit - month.usedCards - held);
}
