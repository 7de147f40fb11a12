"use client";

import { type FormEvent, useEffect, useRef, useState, useTransition } from "react";
import { Alert, type AlertTone } from "@/components/ui/alert";
import { SubmitButton } from "@/components/ui/submit-button";
import { postJson } from "@/lib/http/post-json";
import { type MailLevel, mailLevels } from "@/lib/profile/notices/schema";
import { alwaysSent, mailLevelWords } from "@/lib/profile/notices/words";

type MailChoiceFormProps = {
  /** Endpoint that takes the choice: of the account, or of a mail's token. */
  path: string;
  /** What is chosen now. */
  level: MailLevel;
};

/** Shows the three choices of which mails an address gets; another one than the saved can be saved. */
export function MailChoiceForm({ path, level }: MailChoiceFormProps) {
  const [isBusy, startSaving] = useTransition();
  const form = useRef<HTMLFormElement>(null);
  const [saved, setSaved] = useState(level);
  const [chosen, setChosen] = useState<string>(level);
  const [note, setNote] = useState<{ tone: AlertTone; text: string; attempt: number } | null>(null);

  const readChoice = () => setChosen(choiceIn(form.current));
  // What was pressed before the script came, or put back by the browser, counts too.
  useEffect(readChoice, []);

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy || chosen === saved) return;
    startSaving(async () => {
      const answer = await postJson<{ level: MailLevel }>(path, { level: chosen });
      const attempt = Date.now();
      startSaving(() => {
        if (!answer.ok) return setNote({ tone: "danger", text: answer.error, attempt });
        setSaved(answer.data.level);
        setNote({ tone: "success", text: `Saved: ${mailLevelWords[answer.data.level].label}.`, attempt });
      });
    });
  }

  return (
    <form
      ref={form}
      onSubmit={save}
      onChange={readChoice}
      method="post"
      aria-label="Email notifications"
      className="space-y-5"
    >
      <fieldset className="space-y-4">
        <legend className="sr-only">Which emails do you want?</legend>
        {mailLevels.map((value) => (
          <label key={value} className="flex items-start gap-3 text-sm">
            <input
              type="radio"
              name="level"
              value={value}
              defaultChecked={value === level}
              className="mt-0.75 size-4 shrink-0 accent-accent"
            />
            <span className="min-w-0">
              <span className="font-medium">{mailLevelWords[value].label}</span>{" "}
              <span className="block text-text-muted">{mailLevelWords[value].text}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <p className="text-sm text-text-muted">{alwaysSent}</p>
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

function choiceIn(form: HTMLFormElement | null): string {
  return String(form && new FormData(form).get("level"));
}
