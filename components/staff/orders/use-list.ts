import { useEffect, useState } from "react";
import { TAKES_TEXT } from "@/components/staff/scan-keys";
import { writeStored } from "@/lib/base/session-store";
import { readStoredValue } from "@/lib/base/stored-json";
import type { PickedOrder } from "@/lib/staff/orders/bulk-outcome";

/** Returns whether a key is for the page: not in a field or dialog, nor with Ctrl, Alt or Meta. */
export function isFree(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  if (document.querySelector("dialog[open]")) return false;
  return !(event.target instanceof Element && event.target.matches(TAKES_TEXT));
}

let toEdit: string | undefined;

/** Opens and focuses the edit form of an order that was opened for editing. */
export function focusIfToEdit(orderId: string, dialog: HTMLElement | null): void {
  const fold = dialog?.querySelector<HTMLDetailsElement>("details[data-edit]");
  if (toEdit === orderId && fold) {
    fold.open = true;
    focus(fold.querySelector(TAKES_TEXT));
  }
  toEdit = undefined;
}

/** Handles single keys in the list: j and k move to the next and previous row, e opens the row's order for editing. */
export function useListKeys(list: React.RefObject<HTMLElement | null>) {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (isFree(event) && inList(event.key, list.current)) event.preventDefault();
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

const PICKS = "picked-orders";
const LAST_CHANGE = "last-bulk-change";

type Kept = { list: string; orders: PickedOrder[] };

/** Keeps the selected orders across the list's pages, in this tab, until they are cleared or another list is shown. */
export function usePicks(list: string) {
  const [picks, setPicks] = useState<PickedOrder[]>([]);

  useEffect(() => {
    const kept: Kept | null = readStoredValue(PICKS);
    setPicks(kept?.list === list ? kept.orders : []);
  }, [list]);

  function keep(next: PickedOrder[]) {
    setPicks(next);
    writePicks({ list, orders: next });
  }

  /** Removes orders from the selection, even if the selection or the list has changed since. */
  function drop(ids: Set<string>) {
    const rest = (orders: PickedOrder[]) => orders.filter(({ id }) => !ids.has(id));
    setPicks(rest);
    const kept: Kept | null = readStoredValue(PICKS);
    if (kept) writePicks({ ...kept, orders: rest(kept.orders) });
  }

  return { picks, keep, drop };
}

function writePicks(kept: Kept) {
  writeStored(PICKS, kept.orders.length > 0 ? JSON.stringify(kept) : undefined);
}

/** A bulk change that can still be undone. */
export type LastChange = { orders: PickedOrder[]; actions: string[]; at: number };

/** Keeps the last bulk change across lists and pages, in this tab, until it is undone or replaced. */
export function useLastChange() {
  const [last, setLast] = useState<LastChange>();

  useEffect(() => setLast(readStoredValue(LAST_CHANGE) ?? undefined), []);

  function keepLast(next: LastChange | undefined) {
    setLast(next);
    writeStored(LAST_CHANGE, next && JSON.stringify(next));
  }

  return { last, keepLast };
}
