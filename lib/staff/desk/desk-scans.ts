import { displayBatchId } from "@/lib/orders/batch-id";
import * as notices from "@/lib/staff/desk/desk-notice";
import {
  type Advance,
  askCandidates,
  type CountingStep,
  currentOrder,
  type Desk,
  isBusy,
  lookUp,
  stay,
  tell,
} from "@/lib/staff/desk/desk-state";
import { isSameBatch, readScan } from "@/lib/staff/desk/scan";
import { cardsToCome, judgeCount, measureOf } from "@/lib/staff/desk/typed-count";

/** Returns whether a count is typed but not settled. Scans then wait, and leaving the page asks first. */
export function isUnsettled({ step }: Pick<Desk, "step">): boolean {
  return step.at === "counting" && (step.draft.typed.trim() !== "" || step.doubt !== null);
}

/** Processes a scan, now or once the desk is free. */
export function enter(desk: Desk, text: string): Advance {
  if (!readScan(text)) return stay(desk);
  if (isBusy(desk)) return stay({ ...desk, queue: [...desk.queue, text] });
  return desk.queue.length > 0 && !isUnsettled(desk)
    ? flush({ ...desk, queue: [...desk.queue, text] })
    : entered(desk, text);
}

/** Processes queued scans until one needs the server or a count has to be settled first. */
export function flush(desk: Desk): Advance {
  const [first, ...queue] = desk.queue;
  if (first === undefined || isBusy(desk) || (isUnsettled(desk) && isCode(first))) return stay(desk);
  const { desk: after, effect } = entered({ ...desk, queue }, first);
  return effect ? { desk: after, effect } : flush(after);
}

function isCode(text: string): boolean {
  const kind = readScan(text)?.kind;
  return kind === "batch" || kind === "code";
}

function entered(desk: Desk, text: string): Advance {
  const { step } = desk;
  const scan = readScan(text);
  if (!scan) return stay(desk);
  if (step.at === "searching" && (step.matching || scan.kind !== "batch")) {
    return askCandidates(desk, step.matching, text);
  }
  switch (scan.kind) {
    case "batch":
    case "code":
      return next(desk, scan.code);
    case "tracking":
      return noteTracking(desk, scan.number);
    case "count": {
      if (step.at !== "counting") return stay(tell(desk, notices.tooEarlyNotice(text)));
      const draft = { ...step.draft, typed: text };
      return count(desk, { ...step, draft }, step.doubt?.isMoreToCome ?? false);
    }
  }
}

/** Opens the next package once the current count is settled. */
function next(desk: Desk, code: string): Advance {
  const { step } = desk;
  const order = currentOrder(desk);
  if (order && isSameBatch(code, displayBatchId(order))) return stay(desk);
  if (step.at === "counting" && isUnsettled(desk)) {
    const held = { ...desk, queue: [...desk.queue, code] };
    // A count that agrees settles it.
    if (step.draft.typed.trim() !== "") return count(held, step, step.doubt?.isMoreToCome ?? false);
    return stay(tell(held, notices.heldNotice(held.queue)));
  }
  const isLeft =
    (step.at === "counting" && (step.isRest || !step.isRecount)) ||
    (step.at === "stopped" && !step.order.set_aside);
  const left = isLeft ? tell(desk, notices.leftNotice(step.order)) : desk;
  return lookUp({ ...left, tracking: order ? null : desk.tracking }, code);
}

/** Takes the typed count, or asks for it again if it differs. A code scanned into the field is handled as a scan. */
export function count(desk: Desk, step: CountingStep, isMoreToCome: boolean): Advance {
  const { order, draft } = step;
  const scan = readScan(draft.typed);
  const empty = { ...step, draft: { ...draft, typed: "" } };
  if (scan?.kind === "batch") return next({ ...desk, step: empty }, scan.code);
  if (scan?.kind === "tracking") return noteTracking({ ...desk, step: empty }, scan.number);
  const measure = measureOf(step);
  const verdict = judgeCount(draft.typed, { ...measure, isMoreToCome, doubtful: step.doubt?.count ?? null });
  if ("problem" in verdict) return stay({ ...desk, step: { ...empty, problem: verdict.problem } });
  if ("take" in verdict) return take(desk, step, { count: verdict.take, isMoreToCome });
  const isFar = "far" in verdict;
  const doubt = { count: isFar ? verdict.far : verdict.doubt, isMoreToCome, isFar };
  const expected = cardsToCome(measure);
  const notice = isFar
    ? notices.farNotice(order, doubt.count, measure.before + doubt.count, expected)
    : notices.doubtNotice(doubt.count, expected, desk.queue);
  return stay(tell({ ...desk, step: { ...empty, doubt, problem: null } }, notice));
}

export function take(
  desk: Desk,
  step: CountingStep,
  counted: { count: number; isMoreToCome: boolean },
): Advance {
  const { order, draft, isRecount, isRest } = step;
  const { isMoreToCome } = counted;
  const count = isRest ? measureOf(step).before + counted.count : counted.count;
  return {
    desk: { ...desk, step: { ...step, problem: null, isBusy: true } },
    effect: { do: "count", order, count, draft, isRecount, isMoreToCome, tracking: desk.tracking },
  };
}

function noteTracking(desk: Desk, number: string): Advance {
  const { step } = desk;
  const noted = { ...desk, tracking: number };
  if (step.at === "unknown") {
    const own = { inbound_tracking: number, inbound_elsewhere: null };
    return stay(tell(noted, notices.trackingNotice(number, own)));
  }
  const isAtHand = step.at === "counting" || step.at === "stopped";
  return isAtHand ? { desk: noted, effect: { do: "check_number", number } } : lookUp(noted, number, true);
}
