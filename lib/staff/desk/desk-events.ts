import * as notices from "@/lib/staff/desk/desk-notice";
import { hasOpenCount, processQueue, processScan, saveCount, submitCount } from "@/lib/staff/desk/desk-scans";
import {
  type CountDraft,
  currentOrder,
  type Desk,
  type DeskResult,
  isBusy,
  lookUpBatch,
  openOrder,
  searchCandidates,
  startCount,
  withNotice,
  withoutEffect,
} from "@/lib/staff/desk/desk-state";
import type { DeskOrder, PackageRow } from "@/lib/staff/desk/receiving-desk";
import { awaitedMissingCards } from "@/lib/staff/desk/typed-count";
import type { StaffOrderEvent } from "@/lib/staff/staff-order";

export type DeskEvent =
  /** A code scanned anywhere on the page or typed into the batch ID field. */
  | { type: "entered"; text: string }
  | { type: "edited"; draft: Partial<CountDraft> }
  /** A count typed while its package was still being looked up. */
  | { type: "typed_early"; text: string }
  /** `isSure` confirms a count that is far too high. */
  | { type: "counted"; isMoreToCome: boolean; isSure?: boolean }
  | { type: "no_label" }
  | { type: "match_begun"; package: PackageRow }
  | { type: "searched"; text: string }
  | { type: "chosen"; order: DeskOrder }
  | { type: "aside"; note: string; shelf: string }
  | { type: "count_anyway" }
  /** `isRest` counts only the missing cards. */
  | { type: "recount"; isRest?: boolean }
  | { type: "keep_unlabeled" }
  | { type: "kept" }
  | { type: "left" }
  /** The action in the notice was undone. */
  | { type: "undone"; code: string }
  | { type: "found"; orders: DeskOrder[] }
  | { type: "number_checked"; number: string; orders: DeskOrder[] }
  /** The results of search number `nth`. */
  | { type: "candidates"; nth: number; orders: DeskOrder[] }
  | { type: "search_failed"; nth: number; text: string }
  | { type: "saved"; what: "count" | "box" | "aside" | "match"; order: DeskOrder; actionId: string }
  | { type: "changed"; order: DeskOrder }
  | { type: "refused"; code: string; text: string; order?: DeskOrder; changes?: StaffOrderEvent[] };

/** Clicks and key presses to ignore while a server call is running. Only scans are queued. */
const CLICKS = new Set<DeskEvent["type"]>([
  "counted",
  "no_label",
  "match_begun",
  "chosen",
  "aside",
  "count_anyway",
  "recount",
  "keep_unlabeled",
  "kept",
  "left",
]);

/** Applies an event to the desk. All changes of its state go through here. */
export function reduceDesk(desk: Desk, event: DeskEvent): DeskResult {
  const { step } = desk;
  if (CLICKS.has(event.type) && isBusy(desk)) return withoutEffect(desk);
  switch (event.type) {
    case "entered":
      return processScan(desk, event.text);
    case "edited": {
      if (step.at !== "counting") return withoutEffect(desk);
      const draft = { ...step.draft, ...event.draft };
      // While a count is being saved, newly typed digits belong to the next package.
      if (step.isBusy) draft.typed = step.draft.typed;
      return withoutEffect({ ...desk, step: { ...step, draft, problem: null } });
    }
    case "typed_early":
      if (step.at !== "counting" || hasOpenCount(desk)) return withoutEffect(desk);
      return withoutEffect({ ...desk, step: { ...step, draft: { ...step.draft, typed: event.text } } });
    case "counted":
      if (step.at !== "counting") return withoutEffect(desk);
      return event.isSure && step.doubt?.isFar
        ? saveCount(desk, step, step.doubt)
        : submitCount(desk, step, event.isMoreToCome);
    case "no_label":
      return search(desk, null, desk.tracking ?? "");
    case "match_begun":
      return search({ ...desk, tracking: null }, event.package, event.package.sender ?? "");
    case "searched":
      return step.at === "searching"
        ? searchCandidates(desk, step.matching, event.text)
        : withoutEffect(desk);
    case "candidates":
      if (step.at !== "searching" || step.nth !== event.nth) return withoutEffect(desk);
      return processQueue({ ...desk, step: { ...step, found: event.orders, isBusy: false } });
    case "search_failed":
      if (step.at !== "searching" || step.nth !== event.nth) return withoutEffect(desk);
      return withoutEffect(
        withNotice({ ...desk, step: { ...step, isBusy: false } }, notices.failedNotice(event.text)),
      );
    case "chosen":
      if (step.at !== "searching" || !step.matching) return processQueue(openOrder(desk, event.order));
      return {
        desk: { ...desk, step: { ...step, isBusy: true } },
        effect: { do: "match", packageId: step.matching.id, order: event.order },
      };
    case "aside":
      if (step.at !== "stopped") return withoutEffect(desk);
      return {
        desk: { ...desk, step: { ...step, isBusy: true } },
        effect: {
          do: "set_aside",
          order: step.order,
          note: event.note,
          shelf: event.shelf,
          tracking: desk.tracking,
        },
      };
    case "count_anyway":
    case "recount": {
      const order = currentOrder(desk);
      const isRest = event.type === "recount" && (event.isRest ?? false);
      return order
        ? withoutEffect({ ...desk, step: startCount(order, order.received_count !== null, isRest) })
        : withoutEffect(desk);
    }
    case "keep_unlabeled":
      return withoutEffect({ ...desk, step: { at: "unknown", code: "" } });
    case "kept":
      return step.at === "unknown"
        ? processQueue(withNotice(afterPackage(desk), notices.packageSavedNotice()))
        : withoutEffect(desk);
    case "left":
      return processQueue({ ...afterPackage(desk), notice: null });
    case "undone":
      // Reopens the package, unless another one is open.
      return step.at === "waiting"
        ? lookUpBatch({ ...desk, notice: null }, event.code)
        : withoutEffect({ ...desk, notice: null });
    case "found":
      return step.at === "looking" ? processQueue(found(desk, step, event.orders)) : withoutEffect(desk);
    case "number_checked":
      return processQueue(desk.tracking === event.number ? numberChecked(desk, event) : desk);
    case "saved":
      return saved(desk, event);
    case "changed":
      return "order" in step
        ? withoutEffect({ ...desk, step: { ...step, order: event.order } })
        : withoutEffect(desk);
    case "refused":
      return refused(desk, event);
  }
}

const afterPackage = (desk: Desk): Desk => ({ ...desk, step: { at: "waiting" }, tracking: null });

function found(desk: Desk, step: Desk["step"] & { at: "looking" }, orders: DeskOrder[]): Desk {
  const [order, ...others] = orders;
  if (order && others.length === 0) return openOrder(desk, order);
  if (order) return { ...desk, step: { at: "choosing", orders } };
  if (step.isTracking) {
    return withNotice({ ...desk, step: { at: "waiting" } }, notices.trackingNotice(step.code, null));
  }
  return withNotice({ ...desk, step: { at: "unknown", code: step.code } }, notices.unknownNotice(step.code));
}

function numberChecked(desk: Desk, { number, orders }: { number: string; orders: DeskOrder[] }): Desk {
  const order = currentOrder(desk);
  const [other] = orders.filter(({ id }) => id !== order?.id);
  const inbound_elsewhere = other
    ? { ...other, is_same_owner: other.email !== null && order?.email === other.email }
    : null;
  return withNotice(desk, notices.trackingNotice(number, { inbound_tracking: number, inbound_elsewhere }));
}

function search(desk: Desk, matching: PackageRow | null, text: string): DeskResult {
  if (hasOpenCount(desk)) return withoutEffect(withNotice(desk, notices.finishCountNotice([])));
  if (!matching && text === "") {
    // Discards a search that is still running.
    const nth = desk.searches + 1;
    return withoutEffect({
      ...desk,
      step: { at: "searching", text, nth, found: null, isBusy: false, matching },
    });
  }
  return searchCandidates(desk, matching, text);
}

function saved(desk: Desk, event: Extract<DeskEvent, { type: "saved" }>): DeskResult {
  const { what } = event;
  if (what === "match")
    return processQueue(withNotice(openOrder(desk, event.order), notices.matchedNotice(event)));
  const noticeOf = { count: notices.countedNotice, box: notices.boxNotice, aside: notices.setAsideNotice }[
    what
  ];
  return processQueue(withNotice(afterPackage(desk), noticeOf(event)));
}

function refused(desk: Desk, event: Extract<DeskEvent, { type: "refused" }>): DeskResult {
  const { step } = desk;
  const { code, text, order, changes } = event;
  // Someone else saved a count first. A recount can start from their count.
  const isCounted = step.at === "counting" && step.isRest && order && awaitedMissingCards(order) === 0;
  if ((code === "received_before" || isCounted) && order) {
    return withoutEffect(
      withNotice({ ...desk, step: { at: "received", order } }, notices.receivedNotice(order)),
    );
  }
  if (step.at === "looking") {
    const again = `${text} Then scan ${step.code} again.`;
    return withoutEffect(withNotice({ ...desk, step: { at: "waiting" } }, notices.failedNotice(again)));
  }
  const free = "isBusy" in step ? { ...step, isBusy: false } : step;
  const updated = order && "order" in free ? { ...free, order } : free;
  const next = changes && updated.at === "counting" ? { ...updated, changes } : updated;
  return withoutEffect(withNotice({ ...desk, step: next }, notices.failedNotice(text)));
}
