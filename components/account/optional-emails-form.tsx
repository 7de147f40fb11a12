"use client";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Alert, type AlertTone } from "@/components/ui/alert";
import { postJson } from "@/lib/http/post-json";

/** Shows a switch for optional emails that saves each change immediately. A failed save flips it back. */
export function OptionalEmailsForm({ path, wanted }: { path: string; wanted: boolean }) {
  const box = useRef<HTMLInputElement>(null);
  const saved = useRef(wanted);
  const isSaving = useRef(false);
  const [note, setNote] = useState<{ tone: AlertTone; text: string; attempt: number } | null>(null);

  async function save() {
    const input = box.current;
    if (!input || isSaving.current) return;
    isSaving.current = true;
    // The box may be clicked again while the last change is being saved.
    while (input.checked !== saved.current) {
      const answer = await postJson<{ wanted: boolean }>(path, { wanted: input.checked });
      if (!answer.ok) {
        input.checked = saved.current;
        setNote({ tone: "danger", text: answer.error, attempt: Date.now() });
        break;
      }
      saved.current = answer.data.wanted;
      const text = `Saved. Optional emails are ${saved.current ? "on" : "off"}.`;
      setNote({ tone: "success", text, attempt: Date.now() });
    }
    isSaving.current = false;
  }

  // The box may have been clicked before this script ran.
  const onReady = useEffectEvent(save);
  useEffect(() => void onReady(), []);

  return (
    <form method="post" aria-label="Email notifications" className="space-y-5 text-sm">
      <label className="flex items-start gap-3">
        <input
          ref={box}
          type="checkbox"
          name="wanted"
          autoComplete="off"
          defaultChecked={wanted}
          onChange={save}
          className="mt-0.75 size-4 shrink-0 accent-accent"
        />
        <span className="min-w-0">
          <span className="font-medium">Optional emails</span>{" "}
          <span className="block text-text-muted">
            Reminders to ship, weekly progress notes and delivery notices.
          </span>
        </span>
      </label>
      <p className="text-text-muted">
        We&apos;ll always email you receipts, refund notices, batch updates, questions and account notices.
      </p>
      {note ? (
        <Alert key={note.attempt} tone={note.tone} isLive>
          {note.text}
        </Alert>
      ) : null}
    </form>
  );
}
