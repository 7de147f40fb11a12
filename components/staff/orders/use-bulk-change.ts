import { useRouter } from "next/navigation";
import { useState } from "react";
import type { LastChange } from "@/components/staff/orders/use-list";
import { showToast } from "@/components/ui/toast";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { postJson } from "@/lib/http/post-json";
import type { PreviewedOrder } from "@/lib/staff/order/change-warnings";
import {
  type BulkOutcome,
  isSaved,
  MAX_BULK,
  type PickedOrder,
  toastText,
} from "@/lib/staff/orders/bulk-outcome";
import type { BulkUpdate } from "@/lib/staff/orders/schema";
import type { UndoResult } from "@/lib/staff/staff-action";

export type BulkChange = {
  orders: PickedOrder[];
  saved: LastChange | undefined;
  onSaved: (ids: Set<string>) => void;
  onLast: (last: LastChange | undefined) => void;
};

/** Previews, saves and undoes a change in several calls. `done` counts orders. Earlier results survive a failed call. */
export function useBulkChange({ orders, saved, onSaved, onLast }: BulkChange) {
  const router = useRouter();
  const [done, setDone] = useState<number>();
  const [failure, setFailure] = useState<string>();
  const [preview, setPreview] = useState<PreviewedOrder[]>();
  const [results, setResults] = useState<BulkOutcome[]>();
  const [undone, setUndone] = useState<UndoResult[]>();
  const [last, setLast] = useState(saved);

  function keepLast(next: LastChange | undefined) {
    setLast(next);
    onLast(next);
  }

  async function inParts<Item, Reply>(
    items: Item[],
    send: (part: Item[]) => ReturnType<typeof postJson<Reply>>,
  ) {
    const answers: Reply[] = [];
    setFailure(undefined);
    for (let from = 0; from < items.length; from += MAX_BULK) {
      setDone(from);
      const answer = await send(items.slice(from, from + MAX_BULK));
      if (!answer.ok) {
        setFailure(answer.error);
        break;
      }
      answers.push(answer.data);
    }
    setDone(undefined);
    return answers;
  }

  async function look(changes: BulkUpdate["changes"]) {
    const ids = orders.map(({ id }) => id);
    const answers = await inParts(ids, (part) =>
      postJson<{ orders: PreviewedOrder[] }>(staffApiPaths.bulkPreview, { orders: part, changes }),
    );
    const looked = answers.flatMap((answer) => answer.orders);
    if (answers.length === Math.ceil(ids.length / MAX_BULK)) setPreview(looked);
  }

  async function save(
    targets: Pick<PickedOrder, "id" | "version">[],
    changes: BulkUpdate["changes"],
    { reason, isQuiet }: { reason: string; isQuiet: boolean },
  ) {
    const items = targets.map(({ id, version }) => ({ id, version }));
    const more = { ...(reason.trim() ? { reason } : {}), ...(isQuiet ? { is_quiet: true } : {}) };
    const answers = await inParts(items, (part) =>
      postJson<{ results: BulkOutcome[] }>(staffApiPaths.bulk, { orders: part, changes, ...more }),
    );
    if (answers.length === 0) return;
    const fresh = answers.flatMap((answer) => answer.results);
    const isFresh = new Set(fresh.map(({ id }) => id));
    const all = [...(results ?? []).filter(({ id }) => !isFresh.has(id)), ...fresh];
    setUndone(undefined);
    for (const { tone, text } of toastText(fresh)) showToast(tone, text);
    setResults(all);
    onSaved(new Set(fresh.filter(isSaved).map(({ id }) => id)));
    // Each call is a separate action. Undo includes a second save.
    const actions = [
      ...new Set([...(last?.actions ?? []), ...fresh.flatMap(({ action_id: id }) => id ?? [])]),
    ];
    const isChanged = new Set(all.filter(({ action_id: id }) => id).map(({ id }) => id));
    if (actions.length > 0)
      keepLast({ orders: orders.filter(({ id }) => isChanged.has(id)), actions, at: Date.now() });
    router.refresh();
  }

  /** Undoes the saved changes. A failed call can be retried. */
  async function undo() {
    if (!last) return;
    const outcomes: UndoResult[] = [];
    const left: string[] = [];
    setFailure(undefined);
    for (const [nth, action] of last.actions.entries()) {
      setDone(nth * MAX_BULK);
      const answer = await postJson<{ results: UndoResult[] }>(staffApiPaths.undo(action), {});
      if (answer.ok) outcomes.push(...answer.data.results);
      else {
        setFailure(answer.error);
        left.push(action);
      }
    }
    setDone(undefined);
    if (outcomes.length === 0) return;
    const isFresh = new Set(outcomes.map(({ id }) => id));
    setUndone([...(undone ?? []).filter(({ id }) => !isFresh.has(id)), ...outcomes]);
    keepLast(left.length > 0 ? { ...last, actions: left } : undefined);
    router.refresh();
  }

  return { look, save, undo, setPreview, preview, results, undone, last, done, failure };
}
