"use client";

import { useEffect } from "react";
import { UNSAVED_QUESTION } from "@/lib/base/unsaved-question";

/** Matches a link that calls or writes: the browser asks as if it left the page, which it does not. */
export const CALLS_OR_WRITES = "[href^='tel:'], [href^='mailto:']";
const LEAVES_NOTHING = `[data-asks], [data-stays], [download], [target=_blank], [href^='#'], ${CALLS_OR_WRITES}`;
/** What the browser asks so soon after such a press, in milliseconds, it asks because of that press. */
const SOON_MS = 1000;

/**
 * Has the browser ask before this page is closed, reloaded or left for another one, but not for a link that calls or writes.
 * Returns what ends that.
 */
export function askOnUnload(): () => void {
  let pressedAt = Number.NEGATIVE_INFINITY;
  function onClick(event: MouseEvent) {
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (link?.matches(CALLS_OR_WRITES)) pressedAt = event.timeStamp;
  }
  function onUnload(event: BeforeUnloadEvent) {
    const isPressed = event.timeStamp - pressedAt < SOON_MS;
    pressedAt = Number.NEGATIVE_INFINITY;
    if (!isPressed) event.preventDefault();
  }
  document.addEventListener("click", onClick, true);
  window.addEventListener("beforeunload", onUnload);
  return () => {
    document.removeEventListener("click", onClick, true);
    window.removeEventListener("beforeunload", onUnload);
  };
}

/** What was answered to a press: of several forms that are not saved one asks, for all. */
const answers = new WeakMap<Event, boolean>();

/**
 * Keeps what was typed from getting lost while `isUnsaved`: a press of a link of this page asks first, and so does the
 * browser when the tab is closed or another page loaded. A link that asks by itself has `data-asks`, one that shows another
 * part of a page that stays has `data-stays`; one that opens another tab, calls or writes leaves nothing.
 */
export function useUnsavedGuard(isUnsaved: boolean) {
  useEffect(() => {
    if (!isUnsaved) return;
    const stopAsking = askOnUnload();
    function onClick(event: MouseEvent) {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
      const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
      if (!link || link.matches(LEAVES_NOTHING)) return;
      const goes = answers.get(event) ?? window.confirm(UNSAVED_QUESTION);
      answers.set(event, goes);
      if (goes) return stopAsking();
      event.preventDefault();
      event.stopPropagation();
    }
    document.addEventListener("click", onClick, true);
    return () => {
      document.removeEventListener("click", onClick, true);
      stopAsking();
    };
  }, [isUnsaved]);
}
