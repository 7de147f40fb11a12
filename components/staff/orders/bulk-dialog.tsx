"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { BulkForm } from "@/components/staff/orders/bulk-form";
import { BulkResults } from "@/components/staff/orders/bulk-results";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { paths } from "@/lib/base/paths";
import { counted } from "@/lib/base/words";
import { postJson } from "@/lib/http/post-json";
import { type BulkOutcome, type PickedOrder, retryable } from "@/lib/staff/orders/bulk-outcome";
import type { BulkUpdate } from "@/lib/staff/schema";

type BulkDialogProps = { orders: PickedOrder[]; onDone: () => void; onClose: () => void };

/** The same change for several orders, and what came of it for each of them. */
export function BulkDialog({ orders, onDone, onClose }: BulkDialogProps) {
  const router = useRouter();
  const [isOpen, setIsOpen] = useState(true);
  const [isSaving, setIsSaving] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [changes, setChanges] = useState<BulkUpdate["changes"]>({});
  const [results, setResults] = useState<BulkOutcome[]>();
  const again = results ? retryable(results) : [];

  async function save(targets: { id: string; version: number }[]) {
    setIsSaving(true);
    setFailure(undefined);
    const body = { orders: targets.map(({ id, version }) => ({ id, version })), changes };
    const answer = await postJson<{ results: BulkOutcome[] }>(paths.api.adminBulk, body);
    setIsSaving(false);
    if (!answer.ok) return setFailure(answer.error);
    const { results: fresh } = answer.data;
    const isFresh = new Set(fresh.map(({ id }) => id));
    setResults([...(results ?? []).filter(({ id }) => !isFresh.has(id)), ...fresh]);
    onDone();
    router.refresh();
  }

  const count = counted(orders.length, "order");
  return (
    <Dialog
      title={results ? "Results" : `Change ${count}`}
      isOpen={isOpen}
      onClose={() => {
        setIsOpen(false);
        onClose();
      }}
    >
      <div className="space-y-5">
        {failure ? (
          <Alert tone="danger" isLive title="Failed to update order">
            {failure}
          </Alert>
        ) : null}
        {results ? (
          <>
            <BulkResults orders={orders} results={results} />
            {again.length > 0 ? (
              <Button isBusy={isSaving} onClick={() => save(again)}>
                Save {again.length === 1 ? "this one" : `these ${again.length}`} all the same
              </Button>
            ) : null}
          </>
        ) : (
          <BulkForm
            changes={changes}
            isSaving={isSaving}
            saveText={`Save ${count}`}
            onChange={setChanges}
            onSave={() => save(orders)}
          />
        )}
      </div>
    </Dialog>
  );
}
