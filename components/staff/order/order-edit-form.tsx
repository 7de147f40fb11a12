"use client";

import { useRouter } from "next/navigation";
import { useId, useState } from "react";
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
import { UndoButton } from "@/components/staff/staff-actions/undo-button";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ScrollIntoView } from "@/components/ui/scroll-into-view";
import { SubmitButton, submitting } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { TextareaField } from "@/components/ui/textarea-field";
import { showToast } from "@/components/ui/toast";
import { useUnsavedGuard } from "@/components/ui/use-unsaved-guard";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { postJson } from "@/lib/http/post-json";
import { statusesAfter } from "@/lib/orders/status";
import { paymentLabel } from "@/lib/staff/labels";
import {
  changesOf,
  correctsCustomer,
  draftOf,
  isReasonNeeded,
  type OrderDraft,
  rebase,
} from "@/lib/staff/order/order-draft";
import { orderUpdateSchema, type WarningCode } from "@/lib/staff/order/schema";
import type { StaffOrder, StaffOrderEvent } from "@/lib/staff/staff-order";

const FAILED = "Failed to update order";

/** Edits an order. On a conflict it shows the other person's changes and keeps what was typed. */
export function OrderEditForm({ order: initial, part }: { order: StaffOrder; part?: "order" | "note" }) {
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

type Saved = { order: StaffOrder; action_id: string | null };
type Refusal = { order: StaffOrder; changes: StaffOrderEvent[]; error: string; warnings: WarningCode[] };

/** Holds the values of the form (`draft`), saves them with the seen version, and returns what others changed (`others`). */
function useOrderEdit(initial: StaffOrder) {
  const router = useRouter();
  const [order, setOrder] = useState(initial);
  const [draft, setDraft] = useState(() => draftOf(initial));
  const [reason, setReason] = useState("");
  const [others, setOthers] = useState<StaffOrderEvent[]>([]);
  const [failure, setFailure] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);
  const [saved, setSaved] = useState<string | null>(null);
  const [isQuiet, setIsQuiet] = useState(false);
  const [emailsCorrection, setEmailsCorrection] = useState(false);
  const [isOdd, setIsOdd] = useState(false);
  const changes = changesOf(order, draft);
  if (initial.version > order.version && !changes) {
    // Changed elsewhere on this page, for example by an undo.
    setOrder(initial);
    setDraft(draftOf(initial));
  }
  const isCorrecting = changes !== null && correctsCustomer(order, changes);
  const needsReason = changes !== null && (isOdd || isReasonNeeded(order, changes));

  function edit(change: Partial<OrderDraft>) {
    setDraft((former) => {
      const next = { ...former, ...change };
      if (!change.fulfillment_status && !change.submission_status) return next;
      const now = { fulfillment: former.fulfillment_status, submission: former.submission_status };
      const picked = statusesAfter(now, {
        ...(change.fulfillment_status ? { fulfillment: change.fulfillment_status } : {}),
        ...(change.submission_status ? { submission: change.submission_status } : {}),
      });
      return { ...next, fulfillment_status: picked.fulfillment, submission_status: picked.submission };
    });
  }

  function adopt(current: StaffOrder) {
    setDraft(rebase(draft, order, current));
    setOrder(current);
  }

  function takeCurrent() {
    setDraft(draftOf(order));
    setOthers([]);
    setFailure(undefined);
  }

  function afterUndo(current: StaffOrder) {
    adopt(current);
    setSaved(null);
  }

  async function save() {
    if (!changes || isSaving) return;
    const parsed = orderUpdateSchema.safeParse({
      version: order.version,
      changes,
      ...(needsReason && reason.trim() ? { reason } : {}),
      ...(isQuiet ? { is_quiet: true } : {}),
      ...(isCorrecting && emailsCorrection ? { emails_correction: true } : {}),
    });
    setFailure(parsed.success ? undefined : parsed.error.issues[0]?.message);
    if (!parsed.success) return;
    setIsSaving(true);
    const answer = await postJson<Saved, Refusal>(staffApiPaths.order(order.id), parsed.data);
    setIsSaving(false);
    if (answer.ok) {
      setOrder(answer.data.order);
      setDraft(draftOf(answer.data.order));
      setOthers([]);
      setReason("");
      setIsOdd(false);
      setIsQuiet(false);
      setEmailsCorrection(false);
      setSaved(answer.data.action_id);
      showToast("success", "Order updated successfully");
      if (changes.invoice_filename) showToast("info", "File upload mocked - filename saved");
      router.refresh();
      return;
    }
    const { reply } = answer;
    showToast("danger", FAILED);
    setFailure(reply.error ?? FAILED);
    if (reply.warnings) setIsOdd(true);
    if (reply.order) adopt(reply.order);
    setOthers(reply.changes ?? []);
  }

  return {
    order,
    draft,
    edit,
    changes,
    save,
    takeCurrent,
    isSaving,
    failure,
    others,
    needsReason,
    reason,
    setReason,
    isQuiet,
    setIsQuiet,
    isCorrecting,
    emailsCorrection,
    setEmailsCorrection,
    /** Undoes the last save; null if it can't be undone here. */
    saved,
    afterUndo,
  };
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

const STATUSES = "grid gap-x-4 gap-y-5 sm:grid-cols-[repeat(auto-fit,minmax(14rem,1fr))]";
const NUMBERS = "grid gap-x-4 gap-y-5 sm:grid-cols-[repeat(auto-fit,minmax(11.5rem,1fr))]";

/** The save bar sticks to the bottom while there are changes. */
const SAVE = "flex flex-wrap items-center gap-4 py-3";
const SAVE_IN_SIGHT = `${SAVE} sticky bottom-0 border-t border-border bg-surface-raised`;

/** Browsers style a file field as read-only, with its button close to its text. */
const FILE_LOOK =
  "enabled:bg-surface-raised! py-1.5 pl-1.5 text-sm file:mr-3 file:h-full file:rounded-md file:bg-surface-sunken file:px-3";

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
