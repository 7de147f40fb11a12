import type { PackageCondition } from "@/lib/orders/order";
import type { DeskNotice, DeskTone } from "@/lib/staff/desk/desk-notice";
import * as notices from "@/lib/staff/desk/desk-notice";
import type { DeskOrder, PackageRow } from "@/lib/staff/desk/receiving-desk";
import { type StopReason, stopReason } from "@/lib/staff/desk/stop-reason";
import { awaitedRest } from "@/lib/staff/desk/typed-count";
import type { StaffOrderEvent } from "@/lib/staff/staff-order";

/** What is typed about an opened package. */
export type CountDraft = { typed: string; shelf: string; condition: PackageCondition };

/** Where the desk stands with the package at hand. */
export type DeskStep =
  | { at: "waiting" }
  /** Asking which batch a code is; a carrier's number (`isTracking`) may be that of a batch received before. */
  | { at: "looking"; code: string; isTracking: boolean }
  /** A code that names several imported orders. */
  | { at: "choosing"; orders: DeskOrder[] }
  | { at: "unknown"; code: string }
  | SearchingStep
  | { at: "stopped"; order: DeskOrder; reason: StopReason; isBusy: boolean }
  | { at: "received"; order: DeskOrder }
  | CountingStep;

/** No label: whose is it? With `matching`, whose is a package that was kept before? */
export type SearchingStep = {
  at: "searching";
  text: string;
  /** Which search of this desk it is: another one may be asked for before the answer comes, which is then nobody's. */
  nth: number;
  found: DeskOrder[] | null;
  /** The search runs, or with `found` one of them is being matched. */
  isBusy: boolean;
  matching: PackageRow | null;
};

/** The package is open, and its cards are counted. */
export type CountingStep = {
  at: "counting";
  order: DeskOrder;
  draft: CountDraft;
  /** A count that differs and is to be typed again. One that is far over (`isFar`) is confirmed by its own button. */
  doubt: { count: number; isMoreToCome: boolean; isFar: boolean } | null;
  problem: "code" | "unreadable" | null;
  isRecount: boolean;
  /** Of a batch that was counted before its owner sends the rest: this is it, and is added. */
  isRest: boolean;
  /** What others did to the order since it was opened: the next save is over it. */
  changes: StaffOrderEvent[];
  isBusy: boolean;
};

/** Everything the desk remembers between two keys. */
export type Desk = {
  step: DeskStep;
  /** The carrier's number of the package at hand. */
  tracking: string | null;
  /** What was scanned while the desk was busy, or behind a count that is not settled; worked in this order. */
  queue: string[];
  notice: DeskNotice | null;
  /** How often it was searched for whose a package is. */
  searches: number;
  /** Sounds when its number changes: each result once. */
  signal: { tone: DeskTone; nth: number } | null;
};

/** What the desk asks its server to do, answered by an event; one at a time, but for searches, of which the last one counts. */
export type DeskEffect =
  | { do: "look_up"; code: string }
  /** Which batches have this tracking number. The desk doesn't wait for it. */
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

/** What follows from an event: the desk as it is then, and what its server is asked. */
export type Advance = { desk: Desk; effect: DeskEffect | null };

/** The desk before the first package. */
export const EMPTY_DESK: Desk = {
  step: { at: "waiting" },
  tracking: null,
  queue: [],
  notice: null,
  searches: 0,
  signal: null,
};

/** Returns the desk as it is, with nothing to do. */
export const stay = (desk: Desk): Advance => ({ desk, effect: null });

/** Sounds a result without a word of it. */
export function signal(desk: Desk, tone: DeskTone): Desk {
  return { ...desk, signal: { tone, nth: (desk.signal?.nth ?? 0) + 1 } };
}

/** Shows a result, and sounds it. */
export function tell(desk: Desk, notice: DeskNotice): Desk {
  return { ...signal(desk, notice.tone), notice };
}

/** Returns whether the server has been asked something whose answer is waited for; a search may be given up for whatever comes next. */
export function isBusy({ step }: Desk): boolean {
  if (step.at === "searching" && step.found === null) return false;
  return step.at === "looking" || ("isBusy" in step && step.isBusy);
}

/** Returns the order whose package is at hand, if there is one. */
export function orderAtHand({ step }: Desk): DeskOrder | null {
  return "order" in step ? step.order : null;
}

/** Returns the draft of an order as it is stored: nothing counted yet. */
export function draftOf(order: DeskOrder): CountDraft {
  return { typed: "", shelf: order.shelf_location ?? "", condition: order.package_condition ?? "ok" };
}

/** Begins to count the cards of an order: of a package, all of them again, or (`isRest`) those that come after. */
export function counting(order: DeskOrder, isRecount: boolean, isRest = false): CountingStep {
  return {
    at: "counting",
    order,
    draft: draftOf(order),
    doubt: null,
    problem: null,
    isRecount,
    isRest,
    changes: [],
    isBusy: false,
  };
}

/** Opens an order whose package is at hand: it is counted, unless it was before or something stands against it. */
export function open(desk: Desk, order: DeskOrder): Desk {
  const reason = stopReason(order);
  if (!reason && order.received_count !== null && awaitedRest(order) > 0) {
    return tell({ ...desk, step: counting(order, true, true) }, notices.restNotice(order));
  }
  if (order.received_count !== null) {
    return tell({ ...desk, step: { at: "received", order } }, notices.receivedNotice(order));
  }
  if (reason) {
    const step = { at: "stopped", order, reason, isBusy: false } as const;
    return tell({ ...desk, step }, notices.stoppedNotice(order, reason));
  }
  return signal({ ...desk, step: counting(order, false) }, "success");
}

/** Asks which batch a code is. */
export function lookUp(desk: Desk, code: string, isTracking = false): Advance {
  return { desk: { ...desk, step: { at: "looking", code, isTracking } }, effect: { do: "look_up", code } };
}

/** Asks whose a package may be; with `matching`, one that was kept before. */
export function askCandidates(desk: Desk, matching: PackageRow | null, text: string): Advance {
  const nth = desk.searches + 1;
  const step = { at: "searching", text, nth, found: null, isBusy: true, matching } as const;
  return { desk: { ...desk, step, searches: nth }, effect: { do: "search", text, nth } };
}
