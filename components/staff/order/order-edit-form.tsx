"use client";
import { useId, useState } from "react";
import { Checkbox, QuietBox } from "@/components/staff/checkbox";
import { DelayFields, FulfillmentField, SubmissionStatusField } from "@/components/staff/order/order-fields";
import { ChangeList } from "@/components/staff/order/staff-timeline";
import { UndoButton } from "@/components/staff/staff-actions/undo-button";
import { usePost } from "@/components/staff/use-post";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { controlled } from "@/components/ui/field";
import { SubmitButton, submitting } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { TextareaField } from "@/components/ui/textarea-field";
import { showToast } from "@/components/ui/toast";
import { useUnsavedGuard } from "@/components/ui/use-unsaved-guard";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { statusesAfter } from "@/lib/orders/status";
import { paymentLabel } from "@/lib/staff/labels";
import type { WarningCode } from "@/lib/staff/order/change-warnings";
import {
  changesOf,
  correctsCustomer,
  draftOf,
  isReasonNeeded,
  type OrderDraft,
  rebase,
} from "@/lib/staff/order/order-draft";
import { orderUpdateSchema } from "@/lib/staff/order/schema";
import type { StaffOrder, StaffOrderEvent } from "@/lib/staff/staff-order";

const bringIntoView = (message: HTMLElement | null) => message?.scrollIntoView({ block: "center" });

const FAILED = "Failed to update order";

export function OrderEditForm({ order: initial, part }: { order: StaffOrder; part?: "order" | "note" }) {
  const form = useOrderEdit(initial);
  const { options, setOption } = form;
  useUnsavedGuard(form.changes !== null);
  return (
    <form
      className="order-edit space-y-5"
      data-unsaved={form.changes ? "" : undefined}
      onSubmit={submitting(() => form.save())}
    >
      {form.failure ? (
        <div ref={bringIntoView}>
          <Alert
            tone={form.others.length > 0 ? "warning" : "danger"}
            isLive
            title={form.failure}
            action={
              form.others.length > 0 && form.changes ? (
                <Button variant="secondary" size="sm" onClick={form.takeCurrent}>
                  Discard my changes
                </Button>
              ) : null
            }
          >
            {form.others.length > 0 ? <ChangeList events={form.others} /> : null}
          </Alert>
        </div>
      ) : null}
      {part === "note" ? null : <OrderFields form={form} />}
      {form.needsReason ? (
        <TextareaField
          label="Reason"
          hint="Only staff can see this."
          rows={2}
          {...controlled(options.reason, (reason) => setOption({ reason }))}
        />
      ) : null}
      {part === "order" ? null : (
        <TextareaField
          label="Add a staff note"
          hint="Only staff can see this."
          rows={2}
          maxLength={5000}
          {...form.field("note")}
        />
      )}
      {part === "note" ? null : (
        <QuietBox isOn={options.isQuiet} onChange={(isQuiet) => setOption({ isQuiet })} />
      )}
      {form.isCorrecting ? (
        <Checkbox isOn={options.emailsCorrection} onChange={(on) => setOption({ emailsCorrection: on })}>
          Email the customer about this correction
        </Checkbox>
      ) : null}
      {/* Sticks to the bottom while there are unsaved changes. */}
      <div
        className={`flex flex-wrap items-center gap-4 py-3 ${form.changes ? "sticky bottom-0 border-t border-border bg-surface-raised" : ""}`}
      >
        <SubmitButton isBusy={form.isSaving} disabled={!form.changes} busyText="Saving…">
          {part === "note" ? "Save note" : "Save changes"}
        </SubmitButton>
        <span className="text-sm text-text-muted">
          {form.changes ? "Not saved yet" : form.saved ? "All changes saved" : null}
        </span>
        {form.saved && !form.changes ? (
          <UndoButton
            key={form.saved}
            actionId={form.saved}
            orderId={form.order.id}
            what="the last save"
            onUndone={form.afterUndo}
          />
        ) : null}
      </div>
    </form>
  );
}

/** Options of a single save. `isOdd`: the server asked for a reason. */
const NO_OPTIONS = { reason: "", isOdd: false, isQuiet: false, emailsCorrection: false };

type Saved = { order: StaffOrder; action_id: string | null };
type Refusal = { order: StaffOrder; changes: StaffOrderEvent[]; error: string; warnings: WarningCode[] };

/** Manages the form's values (`draft`), saves them with the version last seen, and returns `others`' changes. */
function useOrderEdit(initial: StaffOrder) {
  const { post, isBusy: isSaving, failure, setFailure } = usePost();
  const [order, setOrder] = useState(initial);
  const [draft, setDraft] = useState(() => draftOf(initial));
  const [others, setOthers] = useState<StaffOrderEvent[]>([]);
  const [saved, setSaved] = useState<string | null>(null);
  const [options, setOptions] = useState(NO_OPTIONS);
  const changes = changesOf(order, draft);
  if (initial.version > order.version && !changes) {
    // The order was changed elsewhere on this page, for example by an undo.
    setOrder(initial);
    setDraft(draftOf(initial));
  }
  const isCorrecting = changes !== null && correctsCustomer(order, changes);
  const needsReason = changes !== null && (options.isOdd || isReasonNeeded(order, changes));

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

  const field = (name: keyof OrderDraft) => controlled(draft[name], (text) => edit({ [name]: text }));

  const setOption = (change: Partial<typeof NO_OPTIONS>) =>
    setOptions((former) => ({ ...former, ...change }));

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
      ...(needsReason && options.reason.trim() ? { reason: options.reason } : {}),
      ...(options.isQuiet ? { is_quiet: true } : {}),
      ...(isCorrecting && options.emailsCorrection ? { emails_correction: true } : {}),
    });
    setFailure(parsed.success ? undefined : parsed.error.issues[0]?.message);
    if (!parsed.success) return;
    const path = staffApiPaths.order(order.id);
    const answer = await post<Saved, Refusal>(path, parsed.data, { done: "Order updated successfully" });
    if (answer.ok) {
      setOrder(answer.data.order);
      setDraft(draftOf(answer.data.order));
      setOthers([]);
      setOptions(NO_OPTIONS);
      setSaved(answer.data.action_id);
      if (changes.invoice_filename) showToast("info", "File upload mocked - filename saved");
      return;
    }
    const { reply } = answer;
    showToast("danger", FAILED);
    setFailure(reply.error ?? FAILED);
    if (reply.warnings) setOption({ isOdd: true });
    if (reply.order) adopt(reply.order);
    setOthers(reply.changes ?? []);
  }

  return {
    order,
    draft,
    edit,
    field,
    changes,
    save,
    takeCurrent,
    isSaving,
    failure,
    others,
    needsReason,
    options,
    setOption,
    isCorrecting,
    /** Action ID of the last save, for its undo. Null if it can't be undone here. */
    saved,
    afterUndo,
  };
}

type FormProps = { form: ReturnType<typeof useOrderEdit> };

function OrderFields({ form }: FormProps) {
  const { order, field } = form;
  return (
    <>
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-[repeat(auto-fit,minmax(14rem,1fr))]">
        <SubmissionStatusField {...field("submission_status")} />
        <FulfillmentField {...field("fulfillment_status")} />
      </div>
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-[repeat(auto-fit,minmax(11.5rem,1fr))]">
        <TextField {...field("tracking_number")} label="Tracking number" maxLength={100} />
        <TextField {...field("grading_submission_number")} label="Submission number" maxLength={100} />
        <TextField {...field("shelf_location")} label="Shelf" maxLength={100} />
      </div>
      {order.promised_to !== null && order.fulfillment_status !== "complete" ? (
        <DelayFields field={field} />
      ) : null}
      <PaymentField form={form} />
      <InvoiceField form={form} />
    </>
  );
}

function PaymentField({ form: { order, draft, edit } }: FormProps) {
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
              checked={draft.payment_status === status}
              onChange={() => edit({ payment_status: status })}
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

/** Browsers style a file field as read-only, with its button too close to the text. */
const FILE_LOOK =
  "enabled:bg-surface-raised! py-1.5 pl-1.5 text-sm file:mr-3 file:h-full file:rounded-md file:bg-surface-sunken file:px-3";

function InvoiceField({ form: { draft, edit } }: FormProps) {
  const name = draft.invoice_filename;
  return (
    <div className="space-y-2">
      <TextField
        label="Invoice file"
        type="file"
        accept=".pdf,.jpg,.jpeg,.png"
        className={FILE_LOOK}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) edit({ invoice_filename: file.name });
        }}
      />
      {name ? (
        <p className="flex flex-wrap items-center gap-3 text-sm">
          <span className="font-medium wrap-anywhere">{name}</span>
          <Button variant="quiet" size="sm" onClick={() => edit({ invoice_filename: "" })}>
            Remove
          </Button>
        </p>
      ) : null}
    </div>
  );
}
