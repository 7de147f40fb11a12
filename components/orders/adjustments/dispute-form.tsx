"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { SubmitButton } from "@/components/ui/submit-button";
import { TextareaField } from "@/components/ui/textarea-field";
import { MAX_DISPUTE_WORDS } from "@/lib/orders/adjustments/schema";

type DisputeFormProps = { isBusy: boolean; onSend: (words: string) => void; onCancel: () => void };

/** Asks what is wrong about an upcharge; nothing is charged then, and staff read it. */
export function DisputeForm({ isBusy, onSend, onCancel }: DisputeFormProps) {
  const [words, setWords] = useState("");
  return (
    <form
      className="space-y-3"
      data-unsaved={words.trim() ? "" : undefined}
      onSubmit={(event) => {
        event.preventDefault();
        onSend(words);
      }}
    >
      <TextareaField
        label="What is wrong?"
        hint="Nothing is charged. We read it and write to you."
        rows={3}
        maxLength={MAX_DISPUTE_WORDS}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <SubmitButton size="sm" isBusy={isBusy} busyText="Sending…" disabled={words.trim() === ""}>
          Send
        </SubmitButton>
        <Button size="sm" variant="secondary" disabled={isBusy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
