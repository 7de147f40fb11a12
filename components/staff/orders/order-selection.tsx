"use client";
import dynamic from "next/dynamic";
import { useEffect, useRef, useState } from "react";
import { ExportButton } from "@/components/staff/orders/export-button";
import { type LastChange, useLastChange, useListKeys, usePicks } from "@/components/staff/orders/use-list";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { showToast } from "@/components/ui/toast";
import { useHydrated } from "@/components/ui/use-hydrated";
import { counted } from "@/lib/base/messages";
import { getJson } from "@/lib/http/post-json";
import { countText } from "@/lib/staff/labels";
import type { PickedOrder } from "@/lib/staff/orders/bulk-outcome";
import {
  labelsHref,
  MAX_LABELS,
  MAX_PICKED_EXPORT,
  pickedExportHref,
  TOO_MANY_LABELS,
  TOO_MANY_PICKED,
} from "@/lib/staff/orders/label-sheet";
import type { BoundedCount } from "@/lib/staff/staff-order";

const BulkDialog = dynamic(() =>
  import("@/components/staff/orders/bulk-dialog").then((module) => module.BulkDialog),
);

/** The keys that FilterForm and useListKeys handle. */
const KEYS = [
  ["/", "search"],
  ["j k", "next or previous row"],
  ["e", "edit"],
] as const;

type OrderSelectionProps = {
  /** The list's URL without the page, because a selection spans pages. */
  list: string;
  matchesHref: string;
  total: BoundedCount | null;
  range: React.ReactNode;
  /** The list has no rows, but the last change may still be undone. */
  isEmpty?: boolean;
  /** The table. Each row has a checkbox with the order's ID, `data-version` and `data-name`. */
  children: React.ReactNode;
};

type Changing = { begunAt: number; orders: PickedOrder[]; saved?: LastChange; isOpen: boolean };

/** Shows a bar above the table for selecting rows, including those on other pages, and changing them together. */
export function OrderSelection({ list, matchesHref, total, range, isEmpty, children }: OrderSelectionProps) {
  const ref = useRef<HTMLDivElement>(null);
  const isHydrated = useHydrated();
  const { picks, keep, drop } = usePicks(list);
  const { last, keepLast } = useLastChange();
  const [onPage, setOnPage] = useState<PickedOrder[]>([]);
  const [isAsking, setIsAsking] = useState(false);
  // Kept after the dialog closes while a save is running or can be undone.
  const [changing, setChanging] = useState<Changing>();
  const isOpen = changing?.isOpen === true;
  const wasOpen = useRef(false);
  useListKeys(ref);

  // The button that opened the dialog is gone once the whole selection is saved.
  useEffect(() => {
    const bar = ref.current?.firstElementChild;
    const isLost = document.activeElement?.matches("body, dialog:not([open]) *");
    if (wasOpen.current && !isOpen && isLost)
      (bar?.querySelector("button") ?? bar?.querySelector("input"))?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `children` are the rows.
  useEffect(() => {
    const rows = boxes().map(orderOf);
    setOnPage(rows);
    for (const box of boxes()) box.checked = picks.some(({ id }) => id === box.value);
  }, [children, picks]);

  function boxes() {
    return [...(ref.current?.querySelectorAll<HTMLInputElement>("tbody input[type=checkbox]") ?? [])];
  }

  function pick(orders: PickedOrder[], isPicked: boolean) {
    const ids = new Set(orders.map(({ id }) => id));
    keep([...picks.filter(({ id }) => !ids.has(id)), ...(isPicked ? orders : [])]);
  }

  async function pickMatches() {
    setIsAsking(true);
    const answer = await getJson<{ orders: PickedOrder[]; is_more: boolean }>(matchesHref);
    setIsAsking(false);
    if (!answer.ok) return showToast("danger", answer.error);
    keep(answer.data.orders);
    if (answer.data.is_more)
      showToast("info", `The first ${counted(answer.data.orders.length, "order")} are selected.`);
  }

  function change() {
    const current = new Map(onPage.map((order) => [order.id, order]));
    const orders = picks.map((order) => current.get(order.id) ?? order);
    setChanging({ begunAt: Date.now(), orders, isOpen: true });
  }

  function openLast() {
    if (changing) setChanging({ ...changing, isOpen: true });
    else if (last) setChanging({ begunAt: Date.now(), orders: last.orders, saved: last, isOpen: true });
  }

  const hasLast = last !== undefined || changing?.isOpen === false;
  const here = onPage.filter(({ id }) => picks.some((order) => order.id === id)).length;
  const elsewhere = picks.length - here;
  const isAllHere = onPage.length > 0 && here === onPage.length;
  const hasMore = total && (total.is_more || total.count > picks.length);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a click on a row opens its link, which keys reach themselves.
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above.
    <div
      ref={ref}
      onChange={({ target }: React.ChangeEvent<HTMLDivElement>) => {
        if (target instanceof HTMLInputElement && target.matches("td [type=checkbox]"))
          pick([orderOf(target)], target.checked);
      }}
      onClick={openRow}
    >
      {isEmpty && !hasLast ? null : (
        <div className="sticky top-0 z-20 -mx-1 flex min-h-13 flex-wrap items-center gap-x-4 gap-y-2 bg-surface px-1 py-2">
          {isEmpty ? null : (
            <label className="flex min-h-9 items-center gap-2.5 text-sm font-medium">
              <input
                type="checkbox"
                className="size-4.5 accent-accent"
                disabled={!isHydrated}
                checked={isAllHere}
                ref={(box) => {
                  if (box) box.indeterminate = here > 0 && !isAllHere;
                }}
                onChange={(event) => pick(onPage, event.target.checked)}
              />
              <span className="sr-only">Select all</span>
            </label>
          )}
          {isEmpty ? null : picks.length > 0 ? (
            <>
              <Button size="sm" onClick={change}>
                Change {counted(picks.length, "order")}
              </Button>
              <PickedFiles ids={picks.map(({ id }) => id)} />
              {isAllHere && hasMore ? (
                <Button size="sm" variant="secondary" isBusy={isAsking} onClick={pickMatches}>
                  Select all {countText(total)} that match
                </Button>
              ) : null}
              <Button size="sm" variant="quiet" onClick={() => keep([])}>
                Clear selection
              </Button>
              {elsewhere > 0 ? (
                <span className="text-sm text-text-muted">{elsewhere} on other pages</span>
              ) : null}
            </>
          ) : (
            <details className="relative hidden text-sm lg:block">
              <summary
                className="button button-quiet button-sm"
                aria-label="Keyboard shortcuts"
                title="Keyboard shortcuts"
              >
                ?
              </summary>
              <div className="absolute z-30 mt-1 w-max space-y-1.5 rounded-lg border border-border bg-surface-raised p-3 shadow-md">
                {KEYS.map(([key, what]) => (
                  <p key={key}>
                    <kbd className="rounded-md border border-border px-1.5">{key}</kbd> {what}
                  </p>
                ))}
              </div>
            </details>
          )}
          {hasLast ? (
            <Button size="sm" variant="quiet" onClick={openLast}>
              Undo last change…
            </Button>
          ) : null}
          <div className="ml-auto">{range}</div>
          <p role="status" className="sr-only">
            {picks.length > 0 ? `${picks.length} selected` : ""}
          </p>
        </div>
      )}
      {children}
      {changing ? (
        <BulkDialog
          key={changing.begunAt}
          orders={changing.orders}
          isOpen={changing.isOpen}
          saved={changing.saved}
          onSaved={drop}
          onLast={keepLast}
          onClose={(canUndo) => setChanging(canUndo ? { ...changing, isOpen: false } : undefined)}
        />
      ) : null}
    </div>
  );
}

function orderOf({ value, dataset }: HTMLInputElement): PickedOrder {
  return { id: value, version: Number(dataset.version), name: dataset.name ?? "" };
}

/** Opens the clicked row's order, unless the click ends a text selection. */
function openRow({ target }: React.MouseEvent): void {
  if (!(target instanceof Element) || target.closest("a, button, input, label, dialog")) return;
  if (document.getSelection()?.toString()) return;
  target.closest("tbody tr")?.querySelector<HTMLAnchorElement>("a[data-order]")?.click();
}

function PickedFiles({ ids }: { ids: string[] }) {
  const label = `Export ${counted(ids.length, "order")}`;
  return (
    <>
      {ids.length > MAX_LABELS ? (
        <Refused label="Print labels" reason={TOO_MANY_LABELS} />
      ) : (
        <ButtonLink size="sm" variant="secondary" href={labelsHref(ids)}>
          Print labels
        </ButtonLink>
      )}
      {ids.length > MAX_PICKED_EXPORT ? (
        <Refused label={label} reason={TOO_MANY_PICKED} />
      ) : (
        <ExportButton
          // Resets the result when the selection changes.
          key={ids.join()}
          href={pickedExportHref(ids)}
          label={label}
          total={{ count: ids.length, is_more: false }}
        />
      )}
    </>
  );
}

function Refused({ label, reason }: { label: string; reason: string }) {
  return (
    <Button size="sm" variant="secondary" onClick={() => showToast("danger", reason)}>
      {label}
    </Button>
  );
}
