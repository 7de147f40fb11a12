import { useState } from "react";
import { BatchId } from "@/components/orders/batch-id";
import { SetAsideFacts, StaffPaymentBadge } from "@/components/staff/batch-facts";
import { usePost } from "@/components/staff/use-post";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Failure } from "@/components/ui/failure";
import { controlled } from "@/components/ui/field";
import { Cell, HeadRow, Table } from "@/components/ui/table";
import { TextareaField } from "@/components/ui/textarea-field";
import { formatBusinessDate } from "@/lib/base/business-date";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { staffPaths } from "@/lib/base/staff-paths";
import { displayBatchId } from "@/lib/orders/batch-id";
import type { SetAsideRow } from "@/lib/staff/desk/receiving-desk";
import { setAsideText } from "@/lib/staff/desk/stop-reason";

const nameOf = (row: SetAsideRow) => displayBatchId({ id: row.order_id, batch_id: row.batch_id });

export function SetAsideList({ rows }: { rows: SetAsideRow[] }) {
  const [asking, setAsking] = useState<SetAsideRow>();
  return (
    <>
      <Table caption="Packages set aside, oldest first" isStacked>
        <HeadRow columns={["Batch", "Reason", "Payment", "Customer", "Shelf", "Notes", "Actions"]} />
        <tbody>
          {rows.map((row) => (
            <tr key={row.order_id}>
              <Cell place="head" label="Batch" isPlain>
                <BatchId name={nameOf(row)} href={staffPaths.order(row.order_id)} className="font-medium" />
              </Cell>
              <Cell label="Reason">
                <Badge tone="danger">{setAsideText(row.reason)}</Badge>
              </Cell>
              <Cell label="Payment">
                <StaffPaymentBadge status={row.payment_status} />
              </Cell>
              <Cell label="Customer" isPlain place="line" className="wrap-anywhere">
                {[row.customer_name, row.email].filter(Boolean).join(", ") || "Guest"}
              </Cell>
              <Cell label="Shelf">{row.shelf_location ?? "–"}</Cell>
              <Cell label="Notes" isPlain place="line">
                <SetAsideFacts aside={row} />
              </Cell>
              <Cell place="line">
                <Actions row={row} onAsk={setAsking} />
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      {asking ? (
        <AskedDialog key={asking.order_id} row={asking} onClose={() => setAsking(undefined)} />
      ) : null}
    </>
  );
}

function Actions({ row, onAsk }: { row: SetAsideRow; onAsk: (row: SetAsideRow) => void }) {
  const { post, isBusy, failure } = usePost();
  const end = () =>
    post(staffApiPaths.setAside(row.order_id), { action: "end" }, { done: "Removed from the list" });
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="sm"
        variant="secondary"
        aria-haspopup="dialog"
        aria-label={`Add note: ${nameOf(row)}`}
        onClick={() => onAsk(row)}
      >
        Add note…
      </Button>
      <Button
        size="sm"
        variant="quiet"
        isBusy={isBusy}
        aria-label={`Remove from list: ${nameOf(row)}`}
        onClick={end}
      >
        Remove from list
      </Button>
      <Failure className="basis-full">{failure}</Failure>
    </div>
  );
}

function AskedDialog({ row, onClose }: { row: SetAsideRow; onClose: () => void }) {
  const { post, isBusy, failure } = usePost();
  const [note, setNote] = useState(
    () => `Asked the customer on ${formatBusinessDate(new Date().toISOString())}: `,
  );
  async function save() {
    const body = { action: "asked", note };
    const { ok } = await post(staffApiPaths.setAside(row.order_id), body, { done: "Note saved" });
    if (ok) onClose();
  }
  return (
    <ConfirmDialog
      title={
        <>
          Add a note about <BatchId name={nameOf(row)} />
        </>
      }
      isOpen
      onCancel={onClose}
      confirm={{ isBusy, onClick: save, disabled: note.trim() === "", children: "Save note" }}
    >
      <TextareaField
        label="Note"
        hint="Only staff can see this."
        rows={3}
        maxLength={2000}
        {...controlled(note, setNote)}
        error={failure}
      />
    </ConfirmDialog>
  );
}
