"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { showToast } from "@/components/ui/toast";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { postJson } from "@/lib/http/post-json";
import type { UndoOutcome } from "@/lib/staff/acts/undo-outcome";
import type { PreviewedOrder } from "@/lib/staff/order/oddities";
import { type BulkOutcome, MAX_BULK, type PickedOrder, toastWords } from "@/lib/staff/orders/bulk-outcome";
import type { BulkUpdate } from "@/lib/staff/orders/schema";

type Versioned = { id: string; version: number };

/**
 * Runs a change of several orders: a look at what would not fit, the save, and taking it back, each in as many calls as
 * the orders need. `done` counts the orders that were dealt with while it runs; what had come when a call failed is
 * kept, and `failure` says why.
 */
export function useBulkChange(onSaved: () => void) {
  const router = useRouter();
  const [done, setDone] = useState<number>();
  const [failure, setFailure] = useState<string>();
  const [preview, setPreview] = useState<PreviewedOrder[]>();
  const [results, setResults] = useState<BulkOutcome[]>();
  const [undone, setUndone] = useState<UndoOutcome[]>();
  // Each call of the last press is an act of its own.
  const [acts, setActs] = useState<string[]>([]);

  /** Sends `items` part by part; answers what came of them until one failed. */
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

  /** Asks what would not fit, before anything is saved. */
  async function look(orders: PickedOrder[], changes: BulkUpdate["changes"]) {
    const ids = orders.map(({ id }) => id);
    const answers = await inParts(ids, (part) =>
      postJson<{ orders: PreviewedOrder[] }>(staffApiPaths.bulkPreview, { orders: part, changes }),
    );
    const looked = answers.flatMap((answer) => answer.orders);
    if (answers.length === Math.ceil(ids.length / MAX_BULK)) setPreview(looked);
  }

  async function save(
    targets: Versioned[],
    changes: BulkUpdate["changes"],
    { reason, isQuiet }: { reason: string; isQuiet: boolean },
  ) {
    const orders = targets.map(({ id, version }) => ({ id, version }));
    const more = { ...(reason.trim() ? { reason } : {}), ...(isQuiet ? { is_quiet: true } : {}) };
    const answers = await inParts(orders, (part) =>
      postJson<{ results: BulkOutcome[] }>(staffApiPaths.bulk, { orders: part, changes, ...more }),
    );
    if (answers.length === 0) return;
    const fresh = answers.flatMap((answer) => answer.results);
    const isFresh = new Set(fresh.map(({ id }) => id));
    setUndone(undefined);
    setActs([...new Set(fresh.flatMap(({ act_id: act }) => act ?? []))]);
    for (const { tone, text } of toastWords(fresh)) showToast(tone, text);
    setResults([...(results ?? []).filter(({ id }) => !isFresh.has(id)), ...fresh]);
    onSaved();
    router.refresh();
  }

  /** Takes the last press back, order by order. */
  async function undo() {
    const outcomes: UndoOutcome[] = [];
    setFailure(undefined);
    for (const [nth, act] of acts.entries()) {
      setDone(nth * MAX_BULK);
      const answer = await postJson<{ results: UndoOutcome[] }>(staffApiPaths.undo(act), {});
      if (answer.ok) outcomes.push(...answer.data.results);
      else setFailure(answer.error);
    }
    setDone(undefined);
    if (outcomes.length === 0) return;
    setUndone(outcomes);
    setActs([]);
    router.refresh();
  }

  return { look, save, undo, setPreview, preview, results, undone, canUndo: acts.length > 0, done, failure };
}
