import { useRouter } from "next/navigation";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { setText } from "@/components/staff/scan-keys";
import { withQuery } from "@/lib/base/paths";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { getJson, type JsonFailure, postJson } from "@/lib/http/post-json";
import { type DeskEvent, reduceDesk } from "@/lib/staff/desk/desk-events";
import { type Desk, type DeskEffect, EMPTY_DESK, lookUpBatch } from "@/lib/staff/desk/desk-state";
import type { DeskOrder } from "@/lib/staff/desk/receiving-desk";
import { addKey, batchIn, countBefore, isFast, NO_RUN, scanIn } from "@/lib/staff/desk/scan";
import type { StaffOrderEvent } from "@/lib/staff/staff-order";

type Saved = { action_id: string; order: DeskOrder };
type Refusal = { order: DeskOrder; changes: StaffOrderEvent[] };

/** Manages the desk, which opens with `code` and `orders`. Responses arrive as events, and writes refresh the lists. */
export function useDesk(code: string, orders: DeskOrder[]) {
  const router = useRouter();
  const [desk, setDesk] = useState(() => firstDesk(code, orders));
  // A scanner's next key can arrive before React renders.
  const current = useRef(desk);

  function send(event: DeskEvent): void {
    const { desk: next, effect } = reduceDesk(current.current, event);
    current.current = next;
    setDesk(next);
    if (!effect) return;
    void run(effect).then((answer) => {
      if (answer.type === "saved") router.refresh();
      send(answer);
    });
  }

  return { desk, send };
}

function firstDesk(code: string, orders: DeskOrder[]): Desk {
  if (!code) return EMPTY_DESK;
  return reduceDesk(lookUpBatch(EMPTY_DESK, code).desk, { type: "found", orders }).desk;
}

const find = (query: { code?: string; search?: string }) =>
  getJson<{ orders: DeskOrder[] }>(withQuery(staffApiPaths.desk, query));

async function run(effect: DeskEffect): Promise<DeskEvent> {
  switch (effect.do) {
    case "look_up": {
      const answer = await find({ code: effect.code });
      return answer.ok ? { type: "found", orders: answer.data.orders } : refusal(answer);
    }
    case "check_number": {
      const { number } = effect;
      const answer = await find({ code: number });
      return { type: "number_checked", number, orders: answer.ok ? answer.data.orders : [] };
    }
    case "search": {
      const { text, nth } = effect;
      const answer = await find({ search: text });
      return answer.ok
        ? { type: "candidates", nth, orders: answer.data.orders }
        : { type: "search_failed", nth, text: answer.error };
    }
    case "match": {
      const body = { package_id: effect.packageId, order_id: effect.order.id };
      return save("match", staffApiPaths.matchPackage, body);
    }
    case "set_aside": {
      const { order, note, shelf, tracking } = effect;
      const body = { action: "set_aside", note, shelf, ...(tracking ? { inbound_tracking: tracking } : {}) };
      return save("aside", staffApiPaths.setAside(order.id), body);
    }
    case "count": {
      const { order, count, draft, isRecount, isMoreToCome, tracking } = effect;
      return save(isMoreToCome ? "box" : "count", staffApiPaths.checkIn(order.id), {
        version: order.version,
        count,
        condition: draft.condition,
        shelf: draft.shelf,
        is_recount: isRecount,
        is_more_to_come: isMoreToCome,
        ...(tracking ? { inbound_tracking: tracking } : {}),
      });
    }
  }
}

async function save(
  what: Extract<DeskEvent, { type: "saved" }>["what"],
  path: string,
  body: object,
): Promise<DeskEvent> {
  const answer = await postJson<Saved, Refusal>(path, body);
  if (!answer.ok) return refusal(answer);
  return { type: "saved", what, order: answer.data.order, actionId: answer.data.action_id };
}

function refusal({ code, error, reply }: JsonFailure | JsonFailure<Refusal>): DeskEvent {
  const { order, changes } = reply as Partial<Refusal>;
  return {
    type: "refused",
    code,
    text: error,
    ...(order ? { order } : {}),
    ...(changes ? { changes } : {}),
  };
}

type TextField = HTMLInputElement | HTMLTextAreaElement;

type Listeners = {
  /** Receives each scan, wherever the focus is. */
  onScan: (text: string) => void;
  /** Called when only N is pressed outside of text. Null disables the key. */
  onNoLabel: (() => void) | null;
  onLeave: () => void;
  /** A package is being looked up. Digits typed outside of text fields are its count. */
  isBusy: boolean;
  /** Receives the count typed while the desk was busy. */
  onCount: (text: string) => void;
};

/** N reports a missing label unless another key follows within this time, as in a scan. */
const ALONE_MS = 250;

/**
 * Listens for scans on the whole page, which end with Enter or Tab, and removes them from the focused field.
 * `data-scan` on a field changes that: "enter" submits tracking numbers with its own form, "keep" leaves them as
 * text, and "count" marks the count. A count typed while the desk is busy is processed before the scan that follows
 * it.
 */
export function useScans(listeners: Listeners): void {
  const run = useRef(NO_RUN);
  const alone = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(listeners);
  /** Keys typed since the last scan while the desk is busy. */
  const early = useRef("");
  useLayoutEffect(() => {
    latest.current = listeners;
  });
  // A layout effect, so that the next key goes into the count field.
  useLayoutEffect(() => {
    const count = listeners.isBusy ? null : countBefore(early.current, "");
    if (!listeners.isBusy) early.current = "";
    if (count) latest.current.onCount(count);
  }, [listeners.isBusy]);

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const { key, target } = event;
      if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      clearTimeout(alone.current);
      const field = fieldOf(target);
      const now = event.timeStamp;
      if (key.length === 1) {
        const isAlone = key.toLowerCase() === "n" && !field?.value && !isChoice(target) && !inDialog(target);
        run.current = addKey(run.current, key, now);
        early.current = latest.current.isBusy && isNeutral(field, target) ? early.current + key : "";
        if (isAlone && latest.current.onNoLabel) {
          alone.current = setTimeout(() => {
            run.current = NO_RUN;
            early.current = "";
            if (field) takeOut(field, key);
            latest.current.onNoLabel?.();
          }, ALONE_MS);
        }
        return;
      }
      if (key === "Shift") return;
      const ended = run.current;
      run.current = NO_RUN;
      const typed = early.current;
      early.current = key === "Backspace" ? typed.slice(0, -1) : "";
      if (key === "Enter" || (key === "Tab" && isFast(ended, now))) {
        const isCount = key === "Enter" && countBefore(typed, "") === typed;
        const isInField = Boolean(field) || isChoice(target) || key === "Tab";
        const text = isCount ? typed : ((typed ? scanIn(ended, true) : null) ?? scanIn(ended, isInField));
        if (text === null) return;
        const count = isCount ? null : countBefore(typed, text);
        const isBatch = batchIn(ended) !== null;
        if (!isBatch && !count && !isCount && field?.dataset.scan === "enter") return;
        event.preventDefault();
        event.stopPropagation();
        if (!isBatch && field?.dataset.scan === "keep") return;
        if (field) takeOut(field, text);
        if (count && isBatch) latest.current.onScan(count);
        // A tracking number after a count belongs to the same package.
        else early.current = count ?? "";
        latest.current.onScan(text);
      } else if (key === "Escape" && !inDialog(target)) latest.current.onLeave();
    }
    function clearKeystrokes() {
      run.current = NO_RUN;
    }
    document.addEventListener("keydown", onKey, true);
    document.addEventListener("pointerdown", clearKeystrokes, true);
    return () => {
      clearTimeout(alone.current);
      document.removeEventListener("keydown", onKey, true);
      document.removeEventListener("pointerdown", clearKeystrokes, true);
    };
  }, []);
}

function fieldOf(target: EventTarget | null): TextField | null {
  if (target instanceof HTMLTextAreaElement) return target;
  return target instanceof HTMLInputElement && /^(text|search|email|tel)$/.test(target.type) ? target : null;
}

const isChoice = (target: EventTarget | null) => target instanceof HTMLSelectElement;
const inDialog = (target: EventTarget | null) =>
  target instanceof Element && target.closest("dialog") !== null;

/** Returns whether keys typed here can be a count: outside of fields, in the batch ID field or in the count field. */
function isNeutral(field: TextField | null, target: EventTarget | null): boolean {
  const isOfDesk = field === null || field.dataset.scan === "enter" || field.dataset.scan === "count";
  return isOfDesk && !isChoice(target) && !inDialog(target);
}

/** Removes the part of a scan that precedes the caret. */
function takeOut(field: TextField, text: string): void {
  const caret = field.selectionEnd ?? field.value.length;
  const before = field.value.slice(0, caret);
  let length = Math.min(text.length, before.length);
  while (length > 0 && !before.endsWith(text.slice(-length))) length -= 1;
  if (length === 0) return;
  const left = before.slice(0, -length) + field.value.slice(caret);
  setText(field, left);
}
