const DAY_MS = 86_400_000;

/** How full a month's quota is. */
export type QuotaUse = {
  /** Whole per cent, never rounded up: 100 only when nothing is left. */
  percent: number;
  tone: "success" | "warning" | "danger";
};

/** From these shares of the limit on the bar is yellow, then red. */
const WARNING_SHARE = 0.75;
const DANGER_SHARE = 0.9;

/** The share of a month's cards that is used, and the colour of its bar. */
export function quotaUse(usedCards: number, limit: number): QuotaUse {
  const percent = Math.floor((usedCards * 100) / limit);
  if (usedCards >= limit * DANGER_SHARE) return { percent, tone: "danger" };
  return { percent, tone: usedCards >= limit * WARNING_SHARE ? "warning" : "success" };
}

/**
 * Cards left this month. `heldCards` are reserved or on their way; those of one's own open payment page
 * (`replaceableCards`) do not stand in the way of a new batch, which replaces that page.
 */
export function remainingCards(
  limit: number,
  month: { usedCards: number; heldCards: number; replaceableCards: number },
): number {
  const held = Math.max(0, month.heldCards - month.replaceableCards);
  return Math.max(0, limit - month.usedCards - held);
}

/** The day on which the quota starts again: the one after the period's last ("2026-11-30" gives "2026-12-01"). */
export function resetDay(lastDay: string): string {
  return new Date(Date.parse(`${lastDay}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
}
