"use client";

import { useEffect, useRef } from "react";
import { addKey, batchIn, isFast, NO_RUN, scanIn } from "@/lib/staff/desk/scan-run";

type TextField = HTMLInputElement | HTMLTextAreaElement;

type Listeners = {
  /** Something was scanned, wherever the focus was. */
  onScan: (text: string) => void;
  /** N was pressed alone, with no text in the field in use; null: the key means nothing. */
  onNoLabel: (() => void) | null;
  /** Escape was pressed, outside of a dialog. */
  onLeave: () => void;
};

/** So long after N no other key has come: it was no scan that begins with it. */
const ALONE_MS = 250;

/**
 * Listens to the whole page for what a scanner types: it ends with Enter (or Tab) and is told to the desk, not to the
 * field or button in use. What it has typed into a field is taken out again. A field may say otherwise by `data-scan`:
 * "enter" works its carrier's numbers by its own form, "keep" takes them as its text.
 */
export function useScans(listeners: Listeners): void {
  const run = useRef(NO_RUN);
  const alone = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(listeners);
  useEffect(() => {
    latest.current = listeners;
  });

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
        if (isAlone && latest.current.onNoLabel) {
          alone.current = setTimeout(() => {
            run.current = NO_RUN;
            if (field) takeOut(field, key);
            latest.current.onNoLabel?.();
          }, ALONE_MS);
        }
        return;
      }
      if (key === "Shift") return;
      const ended = run.current;
      run.current = NO_RUN;
      if (key === "Enter" || (key === "Tab" && isFast(ended, now))) {
        const text = scanIn(ended, Boolean(field) || isChoice(target) || key === "Tab");
        if (text === null) return;
        const isBatch = batchIn(ended) !== null;
        if (!isBatch && field?.dataset.scan === "enter") return;
        event.preventDefault();
        event.stopPropagation();
        if (!isBatch && field?.dataset.scan === "keep") return;
        if (field) takeOut(field, text);
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
