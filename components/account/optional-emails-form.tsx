"use client";

import { type FormEvent, useEffect, useRef, useState, useTransition } from "react";
import { Alert, type AlertTone } from "@/components/ui/alert";
import { SubmitButton } from "@/components/ui/submit-button";
import { postJson } from "@/lib/http/post-json";

type OptionalEmailsFormProps = {
  /** Endpoint that stores the choice: of the account, or of a mail token. */
  path: string;
  /** The stored choice. */
  wanted: boolean;
};

/** Shows the one switch for optional emails. A choice that differs from the stored one can be saved. */
export function OptionalEmailsForm({ path, wanted }: OptionalEmailsFormProps) {
  const [isBusy, startSaving] = useTransition();
  const box = useRef<HTMLInputElement>(null);
  const [saved, setSaved] = useState(wanted);
  const [chosen, setChosen] = useState(wanted);
  const [note, setNote] = useState<{ tone: AlertTone; text: string; attempt: number } | null>(null);

  const readChoice = () => setChosen(box.current?.checked === true);
  // The box may have been clicked before this script ran, or restored by the browser.
  useEffect(readChoice, []);

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy || chosen === saved) return;
    startSaving(async () => {
      const answer = await postJson<{ wanted: boolean }>(path, { wanted: chosen });
      const attempt = Date.now();
      startSaving(() => {
        if (!answer.ok) return setNote({ tone: "danger", text: answer.error, attempt });
        setSaved(answer.data.wanted);
        const text = `Saved. Optional emails are ${answer.data.wanted ? "on" : "off"}.`;
        setNote({ tone: "success", text, attempt });
      });
    });
  }

  return (
    <form onSubmit={save} method="post" aria-label="Email notifications" className="space-y-5">
      <label className="flex items-start gap-3 text-sm">
        <input
          ref={box}
          type="checkbox"
          name="wanted"
          defaultChecked={wanted}
          onChange={readChoice}
          className="mt-0.75 size-4 shrink-0 accent-accent"
        />
        <span className="min-w-0">
          <span className="font-medium">Optional emails</span>{" "}
          <span className="block text-text-muted">
            Reminders to ship, a note in a week without news, and when your cards were delivered.
          </span>
        </span>
      </label>
      <p className="text-sm text-text-muted">
        We always email you about payments, each step of your batch, decisions, refunds, your membership and
        your account's security.
      </p>
      {note ? (
        <Alert key={note.attempt} tone={note.tone} isLive>
          {note.text}
        </Alert>
      ) : null}
      <SubmitButton isBusy={isBusy} busyText="Saving…" isAtRest={chosen === saved}>
        Save notifications
      </SubmitButton>
    </form>
  );
}
