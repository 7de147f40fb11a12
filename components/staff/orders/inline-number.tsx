"use client";

import { Pencil } from "lucide-react";
import { useRouter } from "next/navigation";
import { type KeyboardEvent, useRef, useState } from "react";
import { UndoButton } from "@/components/staff/acts/undo-button";
import { ChangeList } from "@/components/staff/order/change-list";
import { BroughtIntoView } from "@/components/ui/brought-into-view";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { controlStyle } from "@/components/ui/field";
import { showToast } from "@/components/ui/toast";
import { useHydrated } from "@/components/ui/use-hydrated";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { staffPaths } from "@/lib/base/staff-paths";
import { postJson } from "@/lib/http/post-json";
import { toastTexts } from "@/lib/staff/order/words";
import type { StaffOrder, StaffOrderEvent } from "@/lib/staff/staff-order";

const LABELS = {
  tracking_number: "tracking number",
  grading_submission_number: "submission number",
} as const;

type InlineNumberProps = {
  order: { id: string; version: number; name: string };
  field: keyof typeof LABELS;
  value: string | null;
  /** What stands there while there is no number. */
  none: string;
  /** The row's other number is not there, either: both share a line, that of its other values. */
  isBeside: boolean;
};

type Saved = { order: StaffOrder; act_id: string | null };
type Refusal = Partial<{ order: StaffOrder; changes: StaffOrderEvent[] }>;

/**
 * Shows a number of an order in the list, and edits it there: by a double click, the small button or the list's key. Enter
 * saves with the version that the row has shown, Escape leaves it as it is, and what was saved can be taken back.
 */
export function InlineNumber({ order, field, value, none, isBeside }: InlineNumberProps) {
  const router = useRouter();
  const isHydrated = useHydrated();
  const ref = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [others, setOthers] = useState<StaffOrderEvent[]>([]);
  /** The version that whoever edits has seen: the row may be read anew under what is typed. */
  const [shown, setShown] = useState(order.version);
  const [saved, setSaved] = useState<string | null>(null);
  const what = `the ${LABELS[field]} of ${order.name}`;

  function open() {
    setTyped(value ?? "");
    setShown((version) => Math.max(version, order.version));
    setFailure(undefined);
    setOthers([]);
  }

  function close() {
    setTyped(undefined);
    // The keys of the list go on from the row.
    ref.current?.closest("tr")?.querySelector<HTMLElement>("a[data-order]")?.focus();
  }

  async function save() {
    if (typed === undefined || isBusy) return;
    if (typed.trim() === (value ?? "")) return close();
    setIsBusy(true);
    const body = { version: shown, changes: { [field]: typed } };
    const answer = await postJson<Saved, Refusal>(staffApiPaths.order(order.id), body);
    setIsBusy(false);
    if (answer.ok) {
      showToast("success", toastTexts.saved);
      setSaved(answer.data.act_id);
      setShown(answer.data.order.version);
      close();
      return router.refresh();
    }
    showToast("danger", toastTexts.failed);
    setFailure(answer.error);
    setOthers(answer.reply.changes ?? []);
    if (!answer.reply.order) return;
    setShown(answer.reply.order.version);
    router.refresh();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Enter") void save();
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // An empty line that nobody can press yet: of no use, and in most rows of a page.
  if (!isHydrated && value === null && none === "") return null;
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button beside the number does the same. */}
      <div
        ref={ref}
        data-edit={field}
        className={isHydrated && isBeside && typed === undefined ? "inline-flex" : undefined}
        onDoubleClick={isHydrated ? open : undefined}
      >
        {typed === undefined ? (
          <>
            <span>{value ?? none}</span>
            {/* Of no use before there is a script, and the largest part of a row. */}
            {isHydrated ? (
              <button
                type="button"
                aria-label={`Edit ${what}`}
                onClick={open}
                className="rounded-md p-1 text-text-muted transition-opacity hover:text-text focus-visible:opacity-100 in-[tr:hover]:opacity-100 [@media(hover:hover)]:opacity-0"
              >
                <Pencil className="size-3.5" aria-hidden="true" />
              </button>
            ) : null}
          </>
        ) : (
          <div className="space-y-2 py-1">
            <input
              type="text"
              aria-label={`New ${LABELS[field]} of ${order.name}`}
              maxLength={100}
              autoComplete="off"
              spellCheck={false}
              // biome-ignore lint/a11y/noAutofocus: whoever opens the field has asked for it.
              autoFocus
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              onFocus={(event) => event.target.select()}
              onKeyDown={onKeyDown}
              className={`${controlStyle} h-9`}
            />
            <div className="flex gap-2">
              <Button size="sm" isBusy={isBusy} onClick={save}>
                Save
              </Button>
              <Button size="sm" variant="quiet" disabled={isBusy} onClick={close}>
                Cancel
              </Button>
            </div>
            {failure ? (
              // A toast lies over the page's lower end.
              <BroughtIntoView>
                <Failure className="max-w-64 whitespace-normal">
                  <p>{failure}</p>
                  {others.length > 0 ? <ChangeList events={others} /> : null}
                  <a className="link" href={staffPaths.order(order.id)}>
                    Open the order
                  </a>
                </Failure>
              </BroughtIntoView>
            ) : null}
          </div>
        )}
      </div>
      {saved && typed === undefined ? (
        <UndoButton actId={saved} orderId={order.id} what={what} onUndone={() => setSaved(null)} />
      ) : null}
    </>
  );
}
