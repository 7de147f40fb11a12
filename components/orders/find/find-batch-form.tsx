import { useEffect, useRef, useState } from "react";
import { FormProblem } from "@/components/layout/form-problem";
import { usePostForm } from "@/components/layout/use-post-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { SubmitButton } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { apiPaths } from "@/lib/base/api-paths";

type FindBatchFormProps = {
  /** Focuses the first field when the form replaces the link that opened it. */
  isFocused?: boolean;
};

/** Emails a batch's tracking link to the address that paid. The response never reveals which batches exist. */
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
    loadSchema: async () => (await import("@/lib/orders/tracking/schema")).findBatchSchema,
  });
  useEffect(() => {
    if (isFocused) ref.current?.querySelector("input")?.focus();
  }, [isFocused]);

  if (answer) {
    return (
      <Alert
        tone="success"
        title="If we found a match, we've emailed you the link."
        isLive
        action={
          <Button size="sm" variant="secondary" onClick={onAgain}>
            Try again
          </Button>
        }
      >
        Nothing after a few minutes? Check your spam folder, then try again.
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
        hint="The email you paid with."
        required
        {...email}
      />
      <TextField
        label="Batch ID"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        hint="In your receipt email. Starts with BATCH-"
        required
        {...batch}
      />
      <SubmitButton block isBusy={isBusy} busyText="Sending…">
        Email me the link
      </SubmitButton>
    </form>
  );
}
