/*
 * The expected state of orders and of Stripe, without locks or lost calls, and with a clock in minutes.
 * `order-tables.ts` runs the same steps on the database, and each step compares both.
 */

import type { Charge } from "./proposal-model";

/** How long a Checkout Session and a reservation last. */
export const PAGE_MINUTES = 31;
const RESERVATION_MINUTES = 40;

/** A member's batch takes more than half of the monthly quota, so a second one doesn't fit. */
export const owners = {
  member: { plan: "starter", cards: 60, limit: 100 },
  guest: { plan: "payg", cards: 4, limit: null },
} as const;
export type Owner = keyof typeof owners;

export type ModelOrder = {
  id: string;
  batchId: string;
  owner: Owner;
  cents: number;
  status: "unpaid" | "pending" | "paid" | "failed" | "canceled";
  session: string | null;
  payment: string | null;
  reservedUntil: number | null;
  /** Whether the order was ever paid, by card or by hand. */
  isSettled: boolean;
  /** The status before the order last became paid. */
  paidFrom: string | null;
  refunded: number;
  review: string | null;
  dispute: string | null;
};

export type PageState = { status: "open" | "complete" | "expired"; isPaid: boolean; hasFailed: boolean };

/** The refunded total as read from Stripe. `fence` orders the reads. */
export type RefundRead = { fence: number; cents: number };

/** A staff action that counted an order, with the IDs of the proposals that it added. */
export type CountAction = { id: string; proposals: string[] };

/** A Stripe Checkout Session with every state it has had. */
export type Page = {
  session: string;
  payment: string;
  order: ModelOrder;
  cents: number;
  endsAt: number;
  states: PageState[];
  /** `request`: ID and attempt of our refund request. Absent for other refunds. */
  refunds: { cents: number; hasFailed: boolean; request?: string }[];
  reads: RefundRead[];
  writtenFence: number;
};

export class OrderModel {
  now = 0;
  readonly orders: ModelOrder[] = [];
  readonly pages: Page[] = [];
  /** Checkout Sessions for proposals about these orders. */
  readonly charges: Charge[] = [];
  /** IDs of the staff actions that counted each order. */
  readonly counts = new Map<string, CountAction[]>();
  /** Sessions whose payment was reported to staff as an exception. */
  readonly exceptions = new Set<string>();

  /** Returns the expected outcome of a reservation. `change`: quota that proposals use or free, in cards. */
  expectedReservation(owner: Owner, change = 0): "reserved" | "open_checkout" | "over_allowance" {
    const theirs = this.orders.filter((order) => order.owner === owner);
    if (theirs.some((order) => this.isReserved(order))) return "open_checkout";
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

  isReserved = ({ reservedUntil }: ModelOrder) => reservedUntil !== null && reservedUntil > this.now;

  /** Opens a session and attaches it to its order. Returns whether the order still accepts the session. */
  attach(order: ModelOrder, session: string, payment: string): boolean {
    const open: PageState = { status: "open", isPaid: false, hasFailed: false };
    const endsAt = this.now + PAGE_MINUTES;
    this.pages.push({
      session,
      payment,
      order,
      cents: order.cents,
      endsAt,
      states: [open],
      refunds: [],
      reads: [],
      writtenFence: -1,
    });
    if (order.status !== "unpaid" || order.isSettled || order.session !== null) return false;
    order.session = session;
    return true;
  }

  setState(page: Pick<Page, "states">, changes: Partial<PageState>): void {
    page.states.push({ ...stateOf(page), ...changes });
  }

  /** Advances the clock, which expires sessions. */
  advance(minutes: number): void {
    this.now += minutes;
    for (const page of [...this.pages, ...this.charges])
      if (stateOf(page).status === "open" && page.endsAt <= this.now)
        this.setState(page, { status: "expired" });
  }

  /** Applies a session state, which may be stale. Returns the expected outcome. */
  deliver({ session, payment, order }: Page, state: PageState): string {
    const isOwn = order.session === session;
    if (order.isSettled) {
      if (isOwn && state.isPaid && order.payment === null) {
        if (order.paidFrom !== "pending") order.review = "also_paid_by_card";
        this.#setStatus(order, "paid");
        order.payment = payment;
        return "fulfilled";
      }
      if (
        isOwn &&
        state.hasFailed &&
        order.payment === null &&
        order.paidFrom === "pending" &&
        order.status === "paid"
      )
        order.review = "debit_failed";
      if (isOwn) return "duplicate";
      if (!state.isPaid) return "noop";
      this.exceptions.add(session);
      return "exception";
    }
    if (state.isPaid) {
      if (order.status === "canceled") order.review = "paid_after_canceled";
      else if (order.status === "failed") order.review = "paid_after_failed";
      else this.#flagLate(order);
      this.#setStatus(order, "paid");
      Object.assign(order, { isSettled: true, session, payment });
      return "fulfilled";
    }
    const isFree = order.session === null || isOwn;
    if (state.hasFailed) {
      if (isFree && (order.status === "unpaid" || order.status === "pending")) {
        if (order.review === "paid_after_reservation") order.review = null;
        this.#setStatus(order, "failed", session);
      }
      return order.status === "failed" && order.session === session ? "failed" : "noop";
    }
    if (state.status === "complete") {
      if (order.status === "unpaid") {
        this.#flagLate(order);
        this.#setStatus(order, "pending", session);
      }
      return order.status === "pending" && order.session === session ? "pending" : "noop";
    }
    if (state.status === "open") return "noop";
    if (isFree && order.status === "unpaid") this.#setStatus(order, "canceled", session);
    return order.status === "canceled" && order.session === session ? "canceled" : "noop";
  }

  /** Applies a read of a session's refunds, which may be stale. Returns the expected outcome. */
  deliverRefunds(page: Page, { fence, cents }: RefundRead): string {
    if (fence <= page.writtenFence) return "stale";
    page.writtenFence = fence;
    const order = this.orders.find(({ payment }) => payment === page.payment);
    if (!order) return this.exceptions.has(page.session) ? "noted" : "unknown";
    if (order.refunded === cents) return "duplicate";
    const wasAll = order.refunded === order.cents;
    if (cents < order.refunded) order.review = "refund_failed";
    order.refunded = cents;
    if (cents === order.cents) this.#setStatus(order, "canceled");
    else if (wasAll && order.status === "canceled") this.#setStatus(order, "paid");
    return cents === order.cents ? "refunded" : "partial";
  }

  deliverDispute(page: Page, status: string): string {
    const order = this.orders.find(({ payment }) => payment === page.payment);
    if (!order) return this.exceptions.has(page.session) ? "noted" : "unknown";
    if (order.dispute === status) return "duplicate";
    order.dispute = status;
    if (status === "lost") order.review = "dispute_lost";
    return "noted";
  }

  setByStaff(order: ModelOrder, status: "paid" | "unpaid"): "updated" | "unchanged" | "order_all_refunded" {
    if (order.status === status) return "unchanged";
    if (status === "paid" && order.refunded === order.cents) return "order_all_refunded";
    this.#setStatus(order, status);
    if (status === "paid") order.isSettled = true;
    return "updated";
  }

  expiredReservations = () =>
    this.orders.filter((order) => order.reservedUntil !== null && !this.isReserved(order));

  cancel = (order: ModelOrder) => this.#setStatus(order, "canceled");

  /** Flags a late payment, because another batch may have used the quota after the reservation expired. */
  #flagLate(order: ModelOrder): void {
    const isLate = order.reservedUntil !== null && order.reservedUntil < this.now;
    if (isLate && order.owner === "member") order.review = "paid_after_reservation";
  }

  #setStatus(order: ModelOrder, status: ModelOrder["status"], session = order.session): void {
    if (status === "paid" && order.status !== "paid") order.paidFrom = order.status;
    Object.assign(order, { status, session, reservedUntil: null });
  }
}

export const stateOf = (page: Pick<Page, "states">): PageState => page.states.at(-1) as PageState;

export const refundedOf = (page: Pick<Page, "refunds">) =>
  page.refunds.reduce((sum, { cents, hasFailed }) => sum + (hasFailed ? 0 : cents), 0);
