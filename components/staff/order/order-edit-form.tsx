"use client";

import { useId } from "react";
import { CorrectionBox, QuietBox } from "@/components/staff/notice-boxes";
import {
  DelayFields,
  FulfillmentField,
  ShelfField,
  SubmissionNumberField,
  SubmissionStatusField,
  TrackingNumberField,
} from "@/components/staff/order/order-fields";
import { ChangeList } from "@/components/staff/order/staff-timeline";
import { useOrderEdit } from "@/components/staff/order/use-order-edit";
import { UndoButton } from "@/components/staff/staff-actions/undo-button";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ScrollIntoView } from "@/components/ui/scroll-into-view";
import { SubmitButton, submitting } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { TextareaField } from "@/components/ui/textarea-field";
import { useUnsavedGuard } from "@/components/ui/use-unsaved-guard";
import { paymentLabel } from "@/lib/staff/labels";
import type { StaffOrder } from "@/lib/staff/staff-order";

type OrderEditFormProps = {
  order: StaffOrder;
  /** Only the fields of the order, or only a note; all of them unless set. */
  part?: "order" | "note";
};

/**
 * Shows what staff can change on an order. It is saved with the version they have seen, so that nobody overwrites what they haven't
 * read: another person's changes are shown, and what was typed is kept.
 */
export function OrderEditForm({ order: initial, part }: OrderEditFormProps) {
  const form = useOrderEdit(initial);
  useUnsavedGuard(form.changes !== null);
  const { order, draft, edit } = form;
  return (
    <form
      className="order-edit space-y-5"
      data-unsaved={form.changes ? "" : undefined}
      onSubmit={submitting(() => form.save())}
    >
      {form.failure ? (
        <ScrollIntoView>
          <Alert
            tone={form.others.length > 0 ? "warning" : "danger"}
            isLive
            title={form.failure}
            action={
              form.others.length > 0 && form.changes ? (
                <Button variant="secondary" size="sm" onClick={form.takeCurrent}>
                  Use the current values
                </Button>
              ) : null
            }
          >
            {form.others.length > 0 ? <ChangeList events={form.others} /> : null}
          </Alert>
        </ScrollIntoView>
      ) : null}
      {part === "note" ? null : <OrderFields form={form} />}
      {form.needsReason ? (
        <TextareaField
          label="Reason"
          hint="Only staff can see this."
          rows={2}
          value={form.reason}
          onChange={(event) => form.setReason(event.target.value)}
        />
      ) : null}
      {part === "order" ? null : (
        <TextareaField
          label="Add a staff note"
          hint="Only staff can see this."
          rows={2}
          maxLength={5000}
          value={draft.note}
          onChange={(event) => edit({ note: event.target.value })}
        />
      )}
      {part === "note" ? null : <QuietBox isOn={form.isQuiet} onChange={form.setIsQuiet} />}
      {form.isCorrecting ? (
        <CorrectionBox isOn={form.emailsCorrection} onChange={form.setEmailsCorrection} />
      ) : null}
      <div className={form.changes ? SAVE_IN_SIGHT : SAVE}>
        <SubmitButton isBusy={form.isSaving} disabled={!form.changes} busyText="Saving…">
          {part === "note" ? "Save note" : "Save changes"}
        </SubmitButton>
        <span className="text-sm text-text-muted">
          {form.changes ? "Not saved yet" : "All changes saved"}
        </span>
        {form.saved && !form.changes ? (
          <UndoButton
            key={form.saved}
            actionId={form.saved}
            orderId={order.id}
            what="the last save"
            onUndone={form.afterUndo}
          />
        ) : null}
      </div>
    </form>
  );
}

function OrderFields({ form: { order, draft, edit } }: { form: ReturnType<typeof useOrderEdit> }) {
  return (
    <>
      <div className={STATUSES}>
        <SubmissionStatusField
          value={draft.submission_status}
          onChange={(event) =>
            edit({ submission_status: event.target.value as StaffOrder["submission_status"] })
          }
        />
        <FulfillmentField
          value={draft.fulfillment_status}
          onChange={(event) =>
            edit({ fulfillment_status: event.target.value as StaffOrder["fulfillment_status"] })
          }
        />
      </div>
      <div className={NUMBERS}>
        <TrackingNumberField
          value={draft.tracking_number}
          onChange={(event) => edit({ tracking_number: event.target.value })}
        />
        <SubmissionNumberField
          value={draft.grading_submission_number}
          onChange={(event) => edit({ grading_submission_number: event.target.value })}
        />
        <ShelfField
          value={draft.shelf_location}
          onChange={(event) => edit({ shelf_location: event.target.value })}
        />
      </div>
      {order.promised_to !== null && order.fulfillment_status !== "complete" ? (
        <DelayFields reason={draft.delay_reason} until={draft.delayed_until} onChange={edit} />
      ) : null}
      <PaymentField
        order={order}
        value={draft.payment_status}
        onPick={(payment_status) => edit({ payment_status })}
      />
      <InvoiceField
        value={draft.invoice_filename}
        onPick={(invoice_filename) => edit({ invoice_filename })}
      />
    </>
  );
}

function PaymentField({
  order,
  value,
  onPick,
}: {
  order: StaffOrder;
  value: StaffOrder["payment_status"];
  onPick: (value: "unpaid" | "paid") => void;
}) {
  const name = useId();
  const isOther = order.payment_status !== "paid" && order.payment_status !== "unpaid";
  return (
    <fieldset className="space-y-2">
      <legend className="text-sm font-medium">Payment</legend>
      <div className="flex flex-wrap gap-5">
        {(["unpaid", "paid"] as const).map((status) => (
          <label key={status} className="flex min-h-9 items-center gap-2 text-sm">
            <input
              type="radio"
              name={name}
              className="size-4 accent-accent"
              checked={value === status}
              onChange={() => onPick(status)}
            />
            {paymentLabel(status).label}
          </label>
        ))}
      </div>
      {isOther ? (
        <p className="text-sm text-text-muted">Stripe says: {paymentLabel(order.payment_status).label}.</p>
      ) : null}
    </fieldset>
  );
}

/** As many fields on a line as have room for their labels. */
const STATUSES = "grid gap-x-4 gap-y-5 sm:grid-cols-[repeat(auto-fit,minmax(14rem,1fr))]";
const NUMBERS = "grid gap-x-4 gap-y-5 sm:grid-cols-[repeat(auto-fit,minmax(11.5rem,1fr))]";

/** The save bar stays in sight while there is something to save. */
const SAVE = "flex flex-wrap items-center gap-4 py-3";
const SAVE_IN_SIGHT = `${SAVE} sticky bottom-0 border-t border-border bg-surface-raised`;

/** Browsers style a file field as read-only, with its button close to its text. */
const FILE_LOOK =
  "enabled:bg-surface-raised! py-1.5 pl-1.5 text-sm file:mr-3 file:h-full file:rounded-md file:bg-surface-sunken file:px-3";

/** Takes an invoice file; only its name is stored. */
function InvoiceField({ value, onPick }: { value: string; onPick: (name: string) => void }) {
  return (
    <div className="space-y-2">
      <TextField
        label="Invoice file"
        type="file"
        accept=".pdf,.jpg,.jpeg,.png"
        className={FILE_LOOK}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) onPick(file.name);
        }}
      />
      {value ? (
        <p className="flex flex-wrap items-center gap-3 text-sm">
          <span className="font-medium wrap-anywhere">{value}</span>
          <Button variant="quiet" size="sm" onClick={() => onPick("")}>
            Remove
          </Button>
        </p>
      ) : null}
    </div>
  );
}
