"use client";

import { useEffect, useLayoutEffect, useRef } from "react";
import { addKey, batchIn, countBefore, isFast, NO_RUN, scanIn } from "@/lib/staff/desk/scan-run";

type TextField = HTMLInputElement | HTMLTextAreaElement;

type Listeners = {
  /** Something was scanned, wherever the focus was. */
  onScan: (text: string) => void;
  /** N was pressed alone, with no text in the field in use; null: the key means nothing. */
  onNoLabel: (() => void) | null;
  /** Escape was pressed, outside of a dialog. */
  onLeave: () => void;
  /** The server is asked about a package: what is typed where no other text belongs is the count of that one. */
  isBusy: boolean;
  /** So much of a count was typed when the desk was busy no more. */
  onCount: (text: string) => void;
};

/** So long after N no other key has come: it was no scan that begins with it. */
const ALONE_MS = 250;

/**
 * Listens to the whole page for what a scanner types: it ends with Enter (or Tab) and goes to the desk, not to the
 * field or button in use. What it has typed into a field is taken out again. A field may say otherwise by `data-scan`:
 * "enter" works its carrier's numbers by its own form, "keep" takes them as its text, "count" is that of the count. A count that
 * is typed while the desk is busy waits for its package, and goes before what is scanned behind it.
 */
export function useScans(listeners: Listeners): void {
  const run = useRef(NO_RUN);
  const alone = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(listeners);
  /** What was typed while the desk is busy, since the last scan. */
  const early = useRef("");
  useLayoutEffect(() => {
    latest.current = listeners;
  });
  // Before the next key comes: that one goes into the field of the count.
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
        // A carrier's number behind it is of the same package.
        else early.current = count ?? "";
        latest.current.onScan(text);
      } else if (key === "Escape" && !inDialog(target)) latest.current.onLeave();
    }
    function forget() {
      run.current = NO_RUN;
    }
    document.addEventListener("keydown", onKey, true);
    document.addEventListener("pointerdown", forget, true);
    return () => {
      clearTimeout(alone.current);
      document.removeEventListener("keydown", onKey, true);
      document.removeEventListener("pointerdown", forget, true);
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

/** Returns whether what is typed here is no text of its own: the field of codes, or that of the count, or none. */
function isNeutral(field: TextField | null, target: EventTarget | null): boolean {
  const isOfDesk = field === null || field.dataset.scan === "enter" || field.dataset.scan === "count";
  return isOfDesk && !isChoice(target) && !inDialog(target);
}

/** Takes what was scanned out of the field that it was typed into, as far as it stands before the caret. */
function takeOut(field: TextField, text: string): void {
  const caret = field.selectionEnd ?? field.value.length;
  const before = field.value.slice(0, caret);
  let length = Math.min(text.length, before.length);
  while (length > 0 && !before.endsWith(text.slice(-length))) length -= 1;
  if (length === 0) return;
  const left = before.slice(0, -length) + field.value.slice(caret);
  // React hears of a change only when the value was not set through its own property.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, left);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
