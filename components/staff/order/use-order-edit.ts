"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { showToast } from "@/components/ui/toast";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { postJson } from "@/lib/http/post-json";
import { statusesAfter } from "@/lib/orders/status";
import { toastTexts } from "@/lib/staff/order/messages";
import { correctsCustomer, isReasonNeeded } from "@/lib/staff/order/needed-reason";
import { changesOf, draftOf, type OrderDraft, rebase } from "@/lib/staff/order/order-draft";
import { orderUpdateSchema, type WarningCode } from "@/lib/staff/order/schema";
import type { StaffOrder, StaffOrderEvent } from "@/lib/staff/staff-order";

type Saved = { order: StaffOrder; action_id: string | null };
type Refusal = { order: StaffOrder; changes: StaffOrderEvent[]; error: string; warnings: WarningCode[] };

/** Runs the edit form of an order: its values (`draft`), saving them with the seen version, and what others changed (`others`). */
export function useOrderEdit(initial: StaffOrder) {
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
    // Changed elsewhere on this page, as by an undo.
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

  /** Replaces what was typed with the stored values. */
  function takeCurrent() {
    setDraft(draftOf(order));
    setOthers([]);
    setFailure(undefined);
  }

  /** Shows the order after the last save was undone. */
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
      showToast("success", toastTexts.saved);
      if (changes.invoice_filename) showToast("info", toastTexts.upload);
      router.refresh();
      return;
    }
    const { reply } = answer;
    showToast("danger", toastTexts.failed);
    setFailure(reply.error ?? toastTexts.failed);
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
    /** Whether the save corrects what the customer may have read. */
    isCorrecting,
    emailsCorrection,
    setEmailsCorrection,
    /** The last save, while it can be undone here. */
    saved,
    afterUndo,
  };
}
