"use client";

import { useEffect } from "react";
import { UNSAVED_QUESTION } from "@/lib/base/unsaved-question";

/** What was answered to a press: of several forms that are not saved one asks, for all. */
const answers = new WeakMap<Event, boolean>();

/**
 * Keeps what was typed from getting lost while `isUnsaved`: a press of a link of this page asks first, and so does the
 * browser when the tab is closed or another page loaded. A link that asks by itself has `data-asks`; one that opens
 * another tab, calls or writes leaves nothing.
 */
export function useUnsavedGuard(isUnsaved: boolean) {
  useEffect(() => {
    if (!isUnsaved) return;
    let isAsked = false;
    function onClick(event: MouseEvent) {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
      const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
      if (
        !link ||
        link.matches(
          "[data-asks], [download], [target=_blank], [href^='#'], [href^='tel:'], [href^='mailto:']",
        )
      )
        return;
      isAsked = answers.get(event) ?? window.confirm(UNSAVED_QUESTION);
      answers.set(event, isAsked);
      if (isAsked) return;
      event.preventDefault();
      event.stopPropagation();
    }
    function onUnload(event: BeforeUnloadEvent) {
      if (!isAsked) event.preventDefault();
    }
    document.addEventListener("click", onClick, true);
    window.addEventListener("beforeunload", onUnload);
    return () => {
      document.removeEventListener("click", onClick, true);
      window.removeEventListener("beforeunload", onUnload);
    };
  }, [isUnsaved]);
}
