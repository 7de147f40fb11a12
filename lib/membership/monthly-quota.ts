// For display only. private.month_use (memberships.sql) counts a month's cards, reserve_order (checkout.sql) enforces
// the quota, and planFor (lib/base/plans.ts) exempts staff from it.

const WARNING_SHARE = 0.75;
const DANGER_SHARE = 0.9;

/** Returns the used percentage of `limit` (at least 1), which can exceed 100, and the color of its bar. */
export function quotaUse(usedCards: number, limit: number) {
  // Rounded down, so it shows 100 only when no cards are left.
  const percent = Math.floor((usedCards * 100) / limit);
  const share = usedCards / limit;
  const tone = share >= DANGER_SHARE ? "danger" : share >= WARNING_SHARE ? "warning" : "success";
  return { percent, tone } as const;
}

/**
 * Returns the cards left this month for display (reserve_order decides). `heldCards` are reserved or have a pending
 * payment. A new batch replaces the person's open checkout session, so that session's `replaceableCards` are
 * available.
 */
export function remainingCards(
  limit: number,
  month: { usedCards: number; heldCards: number; replaceableCards: number },
): number {
  const held = Math.max(0, month.heldCards - month.replaceableCards);
  return Math.max(0, limit - month.usedCards - held);
}
