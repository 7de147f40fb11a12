"use client";

import { useState } from "react";
import { SubmitButton } from "@/components/ui/submit-button";
import { TextareaField } from "@/components/ui/textarea-field";
import { site } from "@/lib/base/site";
import { MAX_PROBLEM_WORDS, MIN_PROBLEM_WORDS, problemMessages } from "@/lib/orders/homeward/schema";

/** Asks what is wrong with the cards or their way back. Too few words are asked for again, at the field. */
export function ProblemForm({ isBusy, onSend }: { isBusy: boolean; onSend: (words: string) => void }) {
  const [words, setWords] = useState("");
  const [error, setError] = useState<string>();
  return (
    <form
      className="space-y-3"
      data-unsaved={words.trim() ? "" : undefined}
      onSubmit={(event) => {
        event.preventDefault();
        const isTooShort = words.trim().length < MIN_PROBLEM_WORDS;
        setError(isTooShort ? problemMessages.tooShort : undefined);
        if (!isTooShort) onSend(words);
      }}
    >
      <TextareaField
        label="What is wrong?"
        hint={`We'll answer you by email. Can it be seen? Send photographs to ${site.contactEmail}, with the batch ID.`}
        rows={3}
        maxLength={MAX_PROBLEM_WORDS}
        value={words}
        error={error}
        onChange={(event) => setWords(event.target.value)}
      />
      <SubmitButton size="sm" isBusy={isBusy} busyText="Sending…">
        Send
      </SubmitButton>
    </form>
  );
}
