import { useEffect } from "react";

/** Elements that take keys themselves. */
const TYPED_INTO = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";

/** Returns whether a key is the page's: not typed into a field, nor with Ctrl, Alt or Meta. */
export function isFree(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  return !(event.target instanceof Element && event.target.matches(TYPED_INTO));
}

let toEdit: string | undefined;

/** Opens and focuses the edit form of an order that was opened to be edited. */
export function focusIfToEdit(orderId: string, dialog: HTMLElement | null): void {
  const fold = dialog?.querySelector<HTMLDetailsElement>("details[data-edit]");
  if (toEdit === orderId && fold) {
    fold.open = true;
    focus(fold.querySelector(TYPED_INTO));
  }
  toEdit = undefined;
}

/** Handles single keys in the list: j and k move to the next and previous row, e opens its order at the edit form. */
export function useListKeys(list: React.RefObject<HTMLElement | null>) {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (!isFree(event)) return;
      if (document.querySelector("dialog[open]")) return;
      if (inList(event.key, list.current)) event.preventDefault();
    }
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [list]);
}

function inList(key: string, list: HTMLElement | null): boolean {
  const links = [...(list?.querySelectorAll<HTMLAnchorElement>("tbody a[data-order]") ?? [])];
  const row = document.activeElement?.closest("tbody tr");
  const here = links.findIndex((link) => row?.contains(link));
  const link = links[here];
  switch (key) {
    case "j":
      return focus(links[Math.min(here + 1, links.length - 1)]);
    case "k":
      return focus(links[Math.max(here - 1, 0)]);
    case "e":
      toEdit = link?.dataset.order;
      link?.click();
      return Boolean(link);
    default:
      return false;
  }
}

function focus(element: HTMLElement | null | undefined): boolean {
  element?.focus();
  return Boolean(element);
}
