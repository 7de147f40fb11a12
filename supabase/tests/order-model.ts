/*
 * What is to be expected of orders and of the payment service, so simple that it can be read at once: no locks, no clocks but
 * minutes, no lost calls. `order-tables.ts` does the same to the database and compares.
 */

import type { Charge } from "./proposal-model";

/** The minutes that a payment page and a reservation live. */
export const PAGE_MINUTES = 31;
const RESERVATION_MINUTES = 40;

/** A member's batch is more than half of the month's cards: of two, one fits. */
export const owners = {
  member: { plan: "starter", cards: 60, limit: 100 },
  guest: { plan: "payg", cards: 4, limit: null },
} as const;
export type Owner = keyof typeof owners;

/** An order as it should be. */
export type ModelOrder = {
  id: string;
  batchId: string;
  owner: Owner;
  cents: number;
  status: "unpaid" | "pending" | "paid" | "failed" | "canceled";
  session: string | null;
  payment: string | null;
  reservedUntil: number | null;
  /** Once paid, by card or by staff, it stays settled whatever its status says. */
  isSettled: boolean;
  /** Its status before it last became paid. */
  paidFrom: string | null;
  refunded: number;
  review: string | null;
  dispute: string | null;
};

/** What the payment service says of a page at one moment. */
export type Facts = { status: "open" | "complete" | "expired"; isPaid: boolean; hasFailed: boolean };

/** A payment page as the payment service has it, and all that it ever said of it. */
export type Page = {
  session: string;
  payment: string;
  order: ModelOrder;
  endsAt: number;
  said: Facts[];
  /** `request`: of a refund that we have asked for ourselves. */
  refunds: { cents: number; hasFailed: boolean; request?: string }[];
  /** Sums of refunds that were read and may be written in any order, each with the number of its read. */
  reads: { fence: number; cents: number }[];
  writtenFence: number;
};

export class OrderModel {
  now = 0;
  readonly orders: ModelOrder[] = [];
  readonly pages: Page[] = [];
  /** Payment pages of proposals about these orders. */
  readonly charges: Charge[] = [];
  /** The presses of staff that counted each order. */
  readonly counts = new Map<string, string[]>();
  /** Pages whose payment fits no order. */
  readonly exceptions = new Set<string>();

  /** What a call for a new batch should answer, where proposals take so many cards of the month more, or less. */
  reserves(owner: Owner, change = 0): "reserved" | "open_checkout" | "over_allowance" {
    const theirs = this.orders.filter((order) => order.owner === owner);
    if (theirs.some((order) => this.isLive(order))) return "open_checkout";
    const { cards, limit } = owners[owner];
    const held =
      theirs.filter(({ status }) => status === "paid" || status === "pending").length * cards + change;
    return limit !== null && held + cards > limit ? "over_allowance" : "reserved";
  }

  add(owner: Owner, id: string, batchId: string): void {
    this.orders.push({
      id,
      batchId,
      owner,
      cents: owners[owner].cards * 2500,
      status: "unpaid",
      session: null,
      payment: null,
      reservedUntil: this.now + RESERVATION_MINUTES,
      isSettled: false,
      paidFrom: null,
      refunded: 0,
      review: null,
      dispute: null,
    });
  }

  isLive = ({ reservedUntil }: ModelOrder) => reservedUntil !== null && reservedUntil > this.now;

  /** Opens a page and ties it to its order; false where the order has moved on. */
  attach(order: ModelOrder, session: string, payment: string): boolean {
    const open: Facts = { status: "open", isPaid: false, hasFailed: false };
    const endsAt = this.now + PAGE_MINUTES;
    this.pages.push({
      session,
      payment,
      order,
      endsAt,
      said: [open],
      refunds: [],
      reads: [],
      writtenFence: -1,
    });
    if (order.status !== "unpaid" || order.isSettled || order.session !== null) return false;
    order.session = session;
    return true;
  }

  /** What the payment service says of a page is something else from now on. */
  says(page: Pick<Page, "said">, changes: Partial<Facts>): void {
    page.said.push({ ...factsOf(page), ...changes });
  }

  /** Time passes, and pages end with it. */
  pass(minutes: number): void {
    this.now += minutes;
    for (const page of [...this.pages, ...this.charges])
      if (factsOf(page).status === "open" && page.endsAt <= this.now) this.says(page, { status: "expired" });
  }

  /** What should come of hearing these facts of a page, which may be old. */
  hear({ session, payment, order }: Page, facts: Facts): string {
    const isOwn = order.session === session;
    if (order.isSettled) {
      if (isOwn && facts.isPaid && order.payment === null) {
        if (order.paidFrom !== "pending") order.review = "also_paid_by_card";
        this.#becomes(order, "paid");
        order.payment = payment;
        return "fulfilled";
      }
      if (
        isOwn &&
        facts.hasFailed &&
        order.payment === null &&
        order.paidFrom === "pending" &&
        order.status === "paid"
      )
        order.review = "debit_failed";
      if (isOwn) return "duplicate";
      if (!facts.isPaid) return "noop";
      this.exceptions.add(session);
      return "exception";
    }
    if (facts.isPaid) {
      if (order.status === "canceled") order.review = "paid_after_canceled";
      else if (order.status === "failed") order.review = "paid_after_failed";
      else this.#markLate(order);
      this.#becomes(order, "paid");
      Object.assign(order, { isSettled: true, session, payment });
      return "fulfilled";
    }
    const isFree = order.session === null || isOwn;
    if (facts.hasFailed) {
      if (isFree && (order.status === "unpaid" || order.status === "pending")) {
        if (order.review === "paid_after_reservation") order.review = null;
        this.#becomes(order, "failed", session);
      }
      return order.status === "failed" && order.session === session ? "failed" : "noop";
    }
    if (facts.status === "complete") {
      if (order.status === "unpaid") {
        this.#markLate(order);
        this.#becomes(order, "pending", session);
      }
      return order.status === "pending" && order.session === session ? "pending" : "noop";
    }
    if (facts.status === "open") return "noop";
    if (isFree && order.status === "unpaid") this.#becomes(order, "canceled", session);
    return order.status === "canceled" && order.session === session ? "canceled" : "noop";
  }

  /** What should come of writing a read of a page's refunds, which may be old. */
  hearRefunds(page: Page, { fence, cents }: { fence: number; cents: number }): string {
    if (fence <= page.writtenFence) return "stale";
    page.writtenFence = fence;
    const order = this.orders.find(({ payment }) => payment === page.payment);
    if (!order) return this.exceptions.has(page.session) ? "noted" : "unknown";
    if (order.refunded === cents) return "duplicate";
    const wasAll = order.refunded === order.cents;
    if (cents < order.refunded) order.review = "refund_failed";
    order.refunded = cents;
    if (cents === order.cents) this.#becomes(order, "canceled");
    else if (wasAll && order.status === "canceled") this.#becomes(order, "paid");
    return cents === order.cents ? "refunded" : "partial";
  }

  /** What should come of hearing of a dispute about a page's payment. */
  hearDispute(page: Page, status: string): string {
    const order = this.orders.find(({ payment }) => payment === page.payment);
    if (!order) return this.exceptions.has(page.session) ? "noted" : "unknown";
    if (order.dispute === status) return "duplicate";
    order.dispute = status;
    if (status === "lost") order.review = "dispute_lost";
    return "noted";
  }

  /** What should come of staff setting a status by hand. */
  setByStaff(order: ModelOrder, status: "paid" | "unpaid"): "updated" | "unchanged" | "order_all_refunded" {
    if (order.status === status) return "unchanged";
    if (status === "paid" && order.refunded === order.cents) return "order_all_refunded";
    this.#becomes(order, status);
    if (status === "paid") order.isSettled = true;
    return "updated";
  }

  /** The orders whose reservation has run out. */
  runOut = () => this.orders.filter((order) => order.reservedUntil !== null && !this.isLive(order));

  /** Gives an order without a page up. */
  cancel = (order: ModelOrder) => this.#becomes(order, "canceled");

  /** A member's cards may be another batch's by the time that a payment is heard of. */
  #markLate(order: ModelOrder): void {
    const isLate = order.reservedUntil !== null && order.reservedUntil < this.now;
    if (isLate && order.owner === "member") order.review = "paid_after_reservation";
  }

  #becomes(order: ModelOrder, status: ModelOrder["status"], session = order.session): void {
    if (status === "paid" && order.status !== "paid") order.paidFrom = order.status;
    Object.assign(order, { status, session, reservedUntil: null });
  }
}

/** What the payment service says of a page now. */
export const factsOf = (page: Pick<Page, "said">): Facts => page.said.at(-1) as Facts;

/** The cents of a page's payment that have gone back. */
export const refundedOf = (page: Pick<Page, "refunds">) =>
  page.refunds.reduce((sum, { cents, hasFailed }) => sum + (hasFailed ? 0 : cents), 0);
