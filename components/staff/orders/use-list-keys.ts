"use client";

import { type RefObject, useEffect } from "react";

/** What of the page takes keys itself. */
const TYPED_INTO = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";

/** Tells whether a key is the page's: not typed into a field, nor with Ctrl, Alt or Meta. */
export function isFree(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  return !(event.target instanceof Element && event.target.matches(TYPED_INTO));
}

/** The order that is being opened to be edited. */
let toEdit: string | undefined;

/** Leads to the edit form of an order that has just opened, if it was opened for that. */
export function focusIfToEdit(orderId: string, dialog: HTMLElement | null): void {
  if (toEdit === orderId) focus(dialog?.querySelector(TYPED_INTO));
  toEdit = undefined;
}

/**
 * Makes the list usable by single keys: j and k move to the next and the previous row, e opens its order at the edit form. Keys that
 * are typed into a field, or with Ctrl, Alt or Meta, keep their meaning.
 */
export function useListKeys(list: RefObject<HTMLElement | null>) {
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
