"use client";

import { useEffect, useRef, useState } from "react";
import { FormProblem } from "@/components/layout/form-problem";
import { usePostForm } from "@/components/layout/use-post-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { SubmitButton } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { apiPaths } from "@/lib/base/api-paths";

const loadSchema = async () => (await import("@/lib/orders/tracking/schema")).findBatchSchema;

type FindBatchFormProps = {
  /** Brings the keyboard to the first field, where the form has taken the place of what was pressed. */
  isFocused?: boolean;
};

/**
 * Shows the form by which somebody without an account, or without their link, gets the tracking link of a batch mailed.
 * Afterwards it says the same for every batch and address: it knows no more itself.
 */
export function FindBatchForm({ isFocused = false }: FindBatchFormProps) {
  const [round, setRound] = useState(0);
  return (
    <LookUp key={round} isFocused={isFocused || round > 0} onAgain={() => setRound((count) => count + 1)} />
  );
}

function LookUp({ isFocused, onAgain }: { isFocused: boolean; onAgain: () => void }) {
  const ref = useRef<HTMLFormElement>(null);
  const { form, field, problem, answer, isBusy } = usePostForm<{ asked: true }>({
    path: apiPaths.findBatch,
    loadSchema,
  });
  useEffect(() => {
    if (isFocused) ref.current?.querySelector("input")?.focus();
  }, [isFocused]);

  if (answer) {
    return (
      <Alert
        tone="success"
        title="If it matches, we have emailed the link."
        isLive
        action={
          <Button size="sm" variant="secondary" onClick={onAgain}>
            Look again
          </Button>
        }
      >
        It goes to the address that the batch was paid with. Nothing there after a few minutes? Look into the
        spam folder, then check both entries.
      </Alert>
    );
  }
  const [email, batch] = [field("email"), field("batch")];
  return (
    <form {...form} ref={ref} aria-label="Find your batch" className="space-y-5">
      {email.error || batch.error ? null : <FormProblem problem={problem} />}
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        hint="The one that you paid with."
        required
        {...email}
      />
      <TextField
        label="Batch ID"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        hint="On your receipt email, starting with BATCH-"
        required
        {...batch}
      />
      <SubmitButton block isBusy={isBusy} busyText="Sending…">
        Mail me the link
      </SubmitButton>
    </form>
  );
}
