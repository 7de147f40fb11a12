import { displayBatchId } from "@/lib/orders/batch-id";
import * as notices from "@/lib/staff/desk/desk-notice";
import {
  type CountingStep,
  currentOrder,
  type Desk,
  type DeskResult,
  isBusy,
  lookUpBatch,
  searchCandidates,
  withNotice,
  withoutEffect,
} from "@/lib/staff/desk/desk-state";
import { isSameBatch, readScan } from "@/lib/staff/desk/scan";
import { cardsStillExpected, checkCount, expectedCountOf } from "@/lib/staff/desk/typed-count";

/** Returns whether a typed count hasn't been saved. Scans then wait, and leaving the page asks for confirmation. */
export function hasOpenCount({ step }: Pick<Desk, "step">): boolean {
  return step.at === "counting" && (step.draft.typed.trim() !== "" || step.doubt !== null);
}

/** Processes a scan immediately, or queues it while the desk is busy. */
export function processScan(desk: Desk, text: string): DeskResult {
  if (!readScan(text)) return withoutEffect(desk);
  if (isBusy(desk)) return withoutEffect({ ...desk, queue: [...desk.queue, text] });
  return desk.queue.length > 0 && !hasOpenCount(desk)
    ? processQueue({ ...desk, queue: [...desk.queue, text] })
    : processNow(desk, text);
}

/** Processes queued scans until one needs the server or a count must be settled first. */
export function processQueue(desk: Desk): DeskResult {
  const [first, ...queue] = desk.queue;
  if (first === undefined || isBusy(desk) || (hasOpenCount(desk) && isCode(first)))
    return withoutEffect(desk);
  const { desk: after, effect } = processNow({ ...desk, queue }, first);
  return effect ? { desk: after, effect } : processQueue(after);
}

function isCode(text: string): boolean {
  const kind = readScan(text)?.kind;
  return kind === "batch" || kind === "code";
}

function processNow(desk: Desk, text: string): DeskResult {
  const { step } = desk;
  const scan = readScan(text);
  if (!scan) return withoutEffect(desk);
  if (step.at === "searching" && (step.matching || scan.kind !== "batch")) {
    return searchCandidates(desk, step.matching, text);
  }
  switch (scan.kind) {
    case "batch":
    case "code":
      return openNextPackage(desk, scan.code);
    case "tracking":
      return noteTracking(desk, scan.number);
    case "count": {
      if (step.at !== "counting") return withoutEffect(withNotice(desk, notices.scanBatchFirstNotice(text)));
      const draft = { ...step.draft, typed: text };
      return submitCount(desk, { ...step, draft }, step.doubt?.isMoreToCome ?? false);
    }
  }
}

/** Opens the next package once the current count is settled. */
function openNextPackage(desk: Desk, code: string): DeskResult {
  const { step } = desk;
  const order = currentOrder(desk);
  if (order && isSameBatch(code, displayBatchId(order))) return withoutEffect(desk);
  if (step.at === "counting" && hasOpenCount(desk)) {
    const held = { ...desk, queue: [...desk.queue, code] };
    // Submits the typed count, which settles it if it matches.
    if (step.draft.typed.trim() !== "") return submitCount(held, step, step.doubt?.isMoreToCome ?? false);
    return withoutEffect(withNotice(held, notices.finishCountNotice(held.queue)));
  }
  const isLeft =
    (step.at === "counting" && (step.isRest || !step.isRecount)) ||
    (step.at === "stopped" && !step.order.set_aside);
  const left = isLeft ? withNotice(desk, notices.packageSkippedNotice(step.order)) : desk;
  return lookUpBatch({ ...left, tracking: order ? null : desk.tracking }, code);
}

/** Submits the typed count, or asks for it again if it differs. A code scanned into the field is processed as a scan. */
export function submitCount(desk: Desk, step: CountingStep, isMoreToCome: boolean): DeskResult {
  const { order, draft } = step;
  const scan = readScan(draft.typed);
  const empty = { ...step, draft: { ...draft, typed: "" } };
  if (scan?.kind === "batch") return openNextPackage({ ...desk, step: empty }, scan.code);
  if (scan?.kind === "tracking") return noteTracking({ ...desk, step: empty }, scan.number);
  const measure = expectedCountOf(step);
  const verdict = checkCount(draft.typed, { ...measure, isMoreToCome, doubtful: step.doubt?.count ?? null });
  if ("problem" in verdict) return withoutEffect({ ...desk, step: { ...empty, problem: verdict.problem } });
  if ("take" in verdict) return saveCount(desk, step, { count: verdict.take, isMoreToCome });
  const isFar = "far" in verdict;
  const doubt = { count: isFar ? verdict.far : verdict.doubt, isMoreToCome, isFar };
  const expected = cardsStillExpected(measure);
  const notice = isFar
    ? notices.countTooHighNotice(order, doubt.count, measure.before + doubt.count, expected)
    : notices.countDiffersNotice(doubt.count, expected, desk.queue);
  return withoutEffect(withNotice({ ...desk, step: { ...empty, doubt, problem: null } }, notice));
}

export function saveCount(
  desk: Desk,
  step: CountingStep,
  counted: { count: number; isMoreToCome: boolean },
): DeskResult {
  const { order, draft, isRecount, isRest } = step;
  const { isMoreToCome } = counted;
  const count = isRest ? expectedCountOf(step).before + counted.count : counted.count;
  return {
    desk: { ...desk, step: { ...step, problem: null, isBusy: true } },
    effect: { do: "count", order, count, draft, isRecount, isMoreToCome, tracking: desk.tracking },
  };
}

function noteTracking(desk: Desk, number: string): DeskResult {
  const { step } = desk;
  const noted = { ...desk, tracking: number };
  if (step.at === "unknown") {
    const own = { inbound_tracking: number, inbound_elsewhere: null };
    return withoutEffect(withNotice(noted, notices.trackingNotice(number, own)));
  }
  const isAtHand = step.at === "counting" || step.at === "stopped";
  return isAtHand
    ? { desk: noted, effect: { do: "check_number", number } }
    : lookUpBatch(noted, number, true);
}
