import type { PackageCondition } from "@/lib/orders/status";
import type { DeskNotice, DeskTone } from "@/lib/staff/desk/desk-notice";
import * as notices from "@/lib/staff/desk/desk-notice";
import type { DeskOrder, PackageRow } from "@/lib/staff/desk/receiving-desk";
import { type StopReason, stopReason } from "@/lib/staff/desk/stop-reason";
import { awaitedMissingCards } from "@/lib/staff/desk/typed-count";
import type { StaffOrderEvent } from "@/lib/staff/staff-order";

export type CountDraft = { typed: string; shelf: string; condition: PackageCondition };

export type DeskStep =
  | { at: "waiting" }
  /** Looking up a batch ID or, with `isTracking`, a carrier's tracking number. */
  | { at: "looking"; code: string; isTracking: boolean }
  /** Choosing between imported orders that share a code. */
  | { at: "choosing"; orders: DeskOrder[] }
  | { at: "unknown"; code: string }
  | SearchingStep
  | { at: "stopped"; order: DeskOrder; reason: StopReason; isBusy: boolean }
  | { at: "received"; order: DeskOrder }
  | CountingStep;

/** Searching for the batch of a package without a label, or of a saved package (`matching`). */
export type SearchingStep = {
  at: "searching";
  text: string;
  /** Number of the latest search. Results of earlier searches are discarded. */
  nth: number;
  found: DeskOrder[] | null;
  /** The search is running or, with `found`, a result is being matched. */
  isBusy: boolean;
  matching: PackageRow | null;
};

/** A package is open and its cards are being counted. */
export type CountingStep = {
  at: "counting";
  order: DeskOrder;
  draft: CountDraft;
  /** A count that differs must be typed again. One that is far too high (`isFar`) needs its own button. */
  doubt: { count: number; isMoreToCome: boolean; isFar: boolean } | null;
  problem: "code" | "unreadable" | null;
  isRecount: boolean;
  /** The package contains the missing cards of a counted batch. Its count is added to theirs. */
  isRest: boolean;
  /** Changes by colleagues since the order was opened. The next save overwrites them. */
  changes: StaffOrderEvent[];
  isBusy: boolean;
};

export type Desk = {
  step: DeskStep;
  tracking: string | null;
  /** Scans to process in this order, once the desk is free and the count is settled. */
  queue: string[];
  notice: DeskNotice | null;
  searches: number;
  /** Plays a sound when `nth` changes. */
  signal: { tone: DeskTone; nth: number } | null;
};

/**
 * A server call whose result arrives as an event. Only one runs at a time, except for searches, where only the latest
 * result is used.
 */
export type DeskEffect =
  | { do: "look_up"; code: string }
  /** Finds the batches with this tracking number, without blocking the desk. */
  | { do: "check_number"; number: string }
  | { do: "search"; text: string; nth: number }
  | { do: "match"; packageId: string; order: DeskOrder }
  | { do: "set_aside"; order: DeskOrder; note: string; shelf: string; tracking: string | null }
  | {
      do: "count";
      order: DeskOrder;
      count: number;
      draft: CountDraft;
      isRecount: boolean;
      isMoreToCome: boolean;
      tracking: string | null;
    };

export type DeskResult = { desk: Desk; effect: DeskEffect | null };

export const EMPTY_DESK: Desk = {
  step: { at: "waiting" },
  tracking: null,
  queue: [],
  notice: null,
  searches: 0,
  signal: null,
};

export const withoutEffect = (desk: Desk): DeskResult => ({ desk, effect: null });

export function withSound(desk: Desk, tone: DeskTone): Desk {
  return { ...desk, signal: { tone, nth: (desk.signal?.nth ?? 0) + 1 } };
}

export function withNotice(desk: Desk, notice: DeskNotice): Desk {
  return { ...withSound(desk, notice.tone), notice };
}

/** Returns whether a server call blocks the desk. A running search doesn't. */
export function isBusy({ step }: Desk): boolean {
  if (step.at === "searching" && step.found === null) return false;
  return step.at === "looking" || ("isBusy" in step && step.isBusy);
}

export function currentOrder({ step }: Desk): DeskOrder | null {
  return "order" in step ? step.order : null;
}

/** Starts a count, a recount of all cards, or (`isRest`) a count of the missing cards only. */
export function startCount(order: DeskOrder, isRecount: boolean, isRest = false): CountingStep {
  return {
    at: "counting",
    order,
    draft: { typed: "", shelf: order.shelf_location ?? "", condition: order.package_condition ?? "ok" },
    doubt: null,
    problem: null,
    isRecount,
    isRest,
    changes: [],
    isBusy: false,
  };
}

/** Opens the order of the current package for counting, unless it has been counted or the package must stay closed. */
export function openOrder(desk: Desk, order: DeskOrder): Desk {
  const reason = stopReason(order);
  if (!reason && order.received_count !== null && awaitedMissingCards(order) > 0) {
    return withNotice({ ...desk, step: startCount(order, true, true) }, notices.missingCardsNotice(order));
  }
  if (order.received_count !== null) {
    return withNotice({ ...desk, step: { at: "received", order } }, notices.receivedNotice(order));
  }
  if (reason) {
    const step = { at: "stopped", order, reason, isBusy: false } as const;
    return withNotice({ ...desk, step }, notices.keepClosedNotice(order, reason));
  }
  return withSound({ ...desk, step: startCount(order, false) }, "success");
}

export function lookUpBatch(desk: Desk, code: string, isTracking = false): DeskResult {
  return { desk: { ...desk, step: { at: "looking", code, isTracking } }, effect: { do: "look_up", code } };
}

export function searchCandidates(desk: Desk, matching: PackageRow | null, text: string): DeskResult {
  const nth = desk.searches + 1;
  const step = { at: "searching", text, nth, found: null, isBusy: true, matching } as const;
  return { desk: { ...desk, step, searches: nth }, effect: { do: "search", text, nth } };
}
