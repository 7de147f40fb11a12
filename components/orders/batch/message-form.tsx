import { useState } from "react";
import { Button } from "@/components/ui/button";
import { SubmitButton } from "@/components/ui/submit-button";
import { TextareaField } from "@/components/ui/textarea-field";

type MessageFormProps = {
  hint: string;
  maxLength: number;
  /** Returns why the message can't be sent yet. Without it, Send is disabled while the message is empty. */
  problemOf?: (words: string) => string | undefined;
  isBusy: boolean;
  onSend: (words: string) => void;
  onCancel?: () => void;
};

export function MessageForm({ hint, maxLength, problemOf, isBusy, onSend, onCancel }: MessageFormProps) {
  const [words, setWords] = useState("");
  const [error, setError] = useState<string>();
  const isEmpty = words.trim() === "";
  return (
    <form
      className="space-y-3"
      data-unsaved={isEmpty ? undefined : ""}
      onSubmit={(event) => {
        event.preventDefault();
        const problem = problemOf?.(words);
        setError(problem);
        if (!problem) onSend(words);
      }}
    >
      <TextareaField
        label="What's wrong?"
        hint={hint}
        rows={3}
        maxLength={maxLength}
        value={words}
        error={error}
        onChange={(event) => setWords(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <SubmitButton size="sm" isBusy={isBusy} busyText="Sending…" disabled={!problemOf && isEmpty}>
          Send message
        </SubmitButton>
        {onCancel ? (
          <Button size="sm" variant="secondary" disabled={isBusy} onClick={onCancel}>
            Cancel
          </Button>
        ) : null}
      </div>
    </form>
  );
}
