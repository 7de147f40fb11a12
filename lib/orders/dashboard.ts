// What the dashboard shows about a customer's batches: headline, rows and failures. Its tiles are counted in SQL
// (get_dashboard in customer_pages.sql).

import { businessDate } from "@/lib/base/business-date";
import { batchCount, cardCount, counted } from "@/lib/base/messages";
import { formatShortDate } from "@/lib/base/time";
import { questionText } from "@/lib/orders/adjustment";
import { batchName, displayBatchId } from "@/lib/orders/batch-id";
import { isToShip, searchedSince } from "@/lib/orders/inbound";
import type { Order } from "@/lib/orders/order";
import { backBy, expectedBy, openingDue } from "@/lib/orders/promise";
import type { Adjustment } from "@/lib/orders/schema";
import {
  batchStatus,
  hasLeft,
  isAwaited,
  isToCancel,
  paymentStatus,
  SUBMISSION_STEPS,
} from "@/lib/orders/status";
import { trackingLine } from "@/lib/orders/tracking-number";

export type DashboardSummary = ReturnType<typeof dashboardSummary>;

/** Returns the headline and to-dos for a customer's paid batches (newest first) and open questions at `now` (ms). */
export function dashboardSummary(orders: Order[], asked: Adjustment[], now: number) {
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
      : movingCardsText(orders));
  const needing = new Set([...asked.map(({ order_id: id }) => id), ...toShip.map(({ id }) => id)]).size;
  // Left out when the headline already says it.
  const needs =
    needing > 0 && (due || (asked.length > 0 && toShip.length > 0))
      ? `${batchCount(needing)} ${needing === 1 ? "needs" : "need"} you.`
      : null;
  const lateToo = lateText === headline ? null : needs && lateText ? `${late.length} ${areLate}` : lateText;
  return {
    headline,
    detail: [needs, lateToo && `${lateToo}.`].filter(Boolean).join(" ") || null,
    /** Oldest order first. */
    toShip,
    /** Late orders, oldest order first. */
    late,
  };
}

function movingCardsText(orders: Order[]): string {
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

export const shipText = (order: Order) => `Ship your ${cardCount(order.num_cards)}`;

/** Describes the cards that are due back next. Null if no day is known. */
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

/** Why the dashboard can't be shown, in the specified words, and whether logging in again helps. */
export type DashboardFailure = { message: string; needsLogin: boolean };

const UNAVAILABLE = "Unable to load your submissions. Please try refreshing the page.";

/**
 * Returns why a dashboard can't be shown, depending on the session's state. With a valid session, the read failed.
 * Null sends a visitor without a session to /login, unless they clicked Refresh (`isRefresh`) on an open dashboard.
 */
export function dashboardFailure(session: "valid"): DashboardFailure;
export function dashboardFailure(session: string, isRefresh: boolean): DashboardFailure | null;
export function dashboardFailure(session: string, isRefresh = false): DashboardFailure | null {
  if (session === "valid") return { message: UNAVAILABLE, needsLogin: false };
  if (session === "unreachable") return { message: "Unable to verify user session", needsLogin: false };
  if (session !== "none") return { message: "Unable to load user session", needsLogin: true };
  return isRefresh ? { message: "Please log in to view your submissions", needsLogin: true } : null;
}

type Note = { text: string; tone?: "warning" | "danger" };

/**
 * A batch as a row of its owner's dashboard. Rows are sent to the browser a second time as data, so empty parts are
 * left out.
 */
export type BatchRow = ReturnType<typeof batchRow>;

export function batchRow(order: Order, now: number, asked?: Adjustment) {
  const back = isToCancel(order) ? null : backBy(order, now);
  const note = packageNote(order, now);
  const notes: Note[] = note ? [note] : [];
  if (asked)
    notes.unshift({
      text: `${questionText(asked, now)} by ${formatShortDate(asked.deadline_at)}`,
      tone: "warning",
    });
  const { label, tone } = batchStatus(order);
  return {
    id: order.id,
    name: batchName(order, now),
    code: displayBatchId(order),
    submittedAt: order.submitted_at,
    cards: order.num_cards,
    // A new object each time, because React serializes a shared one as a long path to its first use.
    status: back?.isLate ? { label: `${label} · late`, tone: "danger" as const } : { label, tone },
    /** How many of the eight steps are done. */
    place: order.payment_status === "paid" ? SUBMISSION_STEPS.indexOf(order.submission_status) + 1 : 0,
    notes,
    ...(back && { backBy: back.text }),
    payment: order.payment_status === "canceled" ? "Refunded" : paymentStatus(order.payment_status).label,
    ...(hasLeft(order.submission_status) && order.tracking_number && { tracking: trackingLine(order) }),
  };
}

const dayOf = (at: string) => formatShortDate(businessDate(Date.parse(at)));

/** Describes what is known about the package of a paid batch that isn't checked in. Null if nothing is known. */
function packageNote(order: Order, now: number): Note | null {
  const { arrived_at: arrivedAt, inbound_shipped_at: shippedAt, inbound_delivered_at: deliveredAt } = order;
  if (isToCancel(order)) return { text: `Since ${dayOf(order.cancel_requested_at ?? "")}` };
  if (!isAwaited(order)) return null;
  const opening = openingDue(order, now);
  if (opening?.isLate)
    return { text: `We're late opening it (due ${formatShortDate(opening.by)})`, tone: "danger" };
  if (opening) return { text: `We'll open it by ${formatShortDate(opening.by)}` };
  if (arrivedAt) return { text: `Arrived ${dayOf(arrivedAt)}` };
  const since = searchedSince(order, now);
  if (since) return { text: `We're searching (since ${formatShortDate(since)})`, tone: "warning" };
  if (deliveredAt) return { text: `Delivered ${formatShortDate(deliveredAt)} (reported by you)` };
  return shippedAt ? { text: `Shipped ${formatShortDate(shippedAt)} (reported by you)` } : null;
}
