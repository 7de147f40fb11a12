"use client";

import { useEffect } from "react";
import { askOnUnload, CALLS_OR_WRITES } from "@/components/ui/use-unsaved-guard";

const QUESTION = "You have changes that are not saved. Leave this page without them?";

/** Asks, while `isUnsaved`, before the page is closed, reloaded, or left by a link or form that leads elsewhere. */
export function useLeaveWarning(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const stopAsking = askOnUnload();
    // Links within the product change the page without unloading it.
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
      if (!(link instanceof HTMLAnchorElement) || !leavesThisPage(event, link)) return;
      if (window.confirm(QUESTION)) return stopAsking();
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener("click", onClick, { capture: true });
    return () => {
      stopAsking();
      window.removeEventListener("click", onClick, { capture: true });
    };
  }, [isUnsaved]);
}

function leavesThisPage(event: MouseEvent, link: HTMLAnchorElement): boolean {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return false;
  if (link.target === "_blank" || link.hasAttribute("download")) return false;
  if (link.matches(CALLS_OR_WRITES)) return false;
  const { origin, pathname, search } = window.location;
  return link.origin !== origin || link.pathname !== pathname || link.search !== search;
}
