import { batchCount, cardCount, counted } from "@/lib/base/messages";
import { formatShortDate } from "@/lib/base/time";
import { isToShip } from "@/lib/orders/inbound";
import type { Order } from "@/lib/orders/order";
import { backBy, expectedBy } from "@/lib/orders/promise";
import type { Adjustment } from "@/lib/orders/schema";
import { isAwaited, isToCancel } from "@/lib/orders/status";

/** What a dashboard leads with, and the batches it is about. */
export type DashboardAnswer = {
  headline: string;
  /** A line below it. */
  detail: string | null;
  /** Longest waiting first. */
  toShip: Order[];
  /** Longest late first. */
  late: Order[];
};

/** Returns what matters most about a customer's paid batches (newest first) and open questions at `now` (ms). */
export function dashboardAnswer(orders: Order[], asked: Adjustment[], now: number): DashboardAnswer {
  const toShip = orders.filter(isToShip).reverse();
  const late = orders.filter((order) => !isToCancel(order) && backBy(order, now)?.isLate).reverse();
  const areLate = `${late.length === 1 ? "is" : "are"} running late`;
  const lateText = late.length > 0 ? `${batchCount(late.length)} ${areLate}` : null;
  const due = dueText(orders, now);
  const headline =
    due ??
    (toShip.length > 1 ? `Ship ${batchCount(toShip.length)}` : toShip[0] ? shipText(toShip[0]) : null) ??
    (asked.length > 0 ? `Answer ${counted(asked.length, "question")}` : null) ??
    lateText ??
    (orders.every(({ submission_status: status }) => status === "delivered")
      ? "All your cards are back"
      : wayText(orders));
  const needing = new Set([...asked.map(({ order_id: id }) => id), ...toShip.map(({ id }) => id)]).size;
  // The headline says it where nothing else needs the customer.
  const needs =
    needing > 0 && (due || (asked.length > 0 && toShip.length > 0))
      ? `${batchCount(needing)} ${needing === 1 ? "needs" : "need"} you.`
      : null;
  const lateToo = lateText === headline ? null : needs && lateText ? `${late.length} ${areLate}` : lateText;
  return {
    headline,
    detail: [needs, lateToo && `${lateToo}.`].filter(Boolean).join(" ") || null,
    toShip,
    late,
  };
}

/** Returns which cards are on their way where nothing else is known. */
function wayText(orders: Order[]): string {
  const ways = [
    ["back", orders.filter(({ submission_status: status }) => status === "completed")],
    ["to us", orders.filter(isOnItsWay)],
  ] as const;
  const [where, moving] = ways.find(([, found]) => found.length > 0) ?? [];
  if (!moving) return "Nothing to do right now";
  const cards = moving.reduce((sum, order) => sum + order.num_cards, 0);
  return `${cardCount(cards)} ${cards === 1 ? "is on its" : "are on their"} way ${where}`;
}

const isOnItsWay = (order: Order) =>
  isAwaited(order) && order.inbound_shipped_at !== null && order.arrived_at === null;

/** Returns what to do with a batch to ship. */
export const shipText = (order: Order) => `Ship your ${cardCount(order.num_cards)}`;

/** Returns the cards that are due back next; null if no day is known. */
function dueText(orders: Order[], now: number): string | null {
  const due = orders.flatMap((order) => {
    const by = isToCancel(order) ? null : expectedBy(order, now);
    return by === null ? [] : [{ by, cards: order.num_cards }];
  });
  const [by] = due.map((order) => order.by).sort();
  if (by === undefined) return null;
  const cards = due.filter((order) => order.by === by).reduce((sum, order) => sum + order.cards, 0);
  return `${cardCount(cards)} due back by ${formatShortDate(by)}`;
}
