import { useEffect } from "react";
import { UNSAVED_QUESTION } from "@/lib/base/messages";

/** Browsers fire beforeunload for these links, although the page stays. */
const CALLS_OR_WRITES = "[href^='tel:'], [href^='mailto:']";
const LEAVES_NOTHING = `[data-asks], [data-stays], [download], [target=_blank], [href^='#'], ${CALLS_OR_WRITES}`;
/** A beforeunload event this soon (ms) after a click on such a link comes from that click. */
const SOON_MS = 1000;

function confirmOnUnload(): () => void {
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

/** The user's answer per click, shared by all unsaved forms. */
const answers = new WeakMap<Event, boolean>();

/** Asks before a link or a closing tab discards unsaved input. Links with `data-asks` have their own prompt. */
export function useUnsavedGuard(isUnsaved: boolean) {
  useEffect(() => {
    if (!isUnsaved) return;
    const stopAsking = confirmOnUnload();
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
