"use client";

import { FormProblem } from "@/components/layout/form-problem";
import { usePostForm } from "@/components/layout/use-post-form";
import { Alert } from "@/components/ui/alert";
import { SubmitButton } from "@/components/ui/submit-button";
import { apiPaths } from "@/lib/base/api-paths";

const loadSchema = async () => (await import("@/lib/auth/schema")).accountMailSchema;

/** Offers to email a link that sets a password to an account that began at another site. */
export function PasswordByMail({ email }: { email: string }) {
  const { form, problem, answer, isBusy } = usePostForm({
    path: apiPaths.recover,
    loadSchema,
    extra: { email },
  });
  if (answer) {
    return (
      <div className="mb-5">
        <Alert tone="success" isLive>
          Check your mail: the link in it sets a password.
        </Alert>
      </div>
    );
  }
  return (
    <form {...form} className="mb-5 space-y-3" aria-label="Set a password">
      <p className="text-sm text-text-muted">
        You came with an account of another site. If you have no password here yet, we mail you a link to set
        one.
      </p>
      <FormProblem problem={problem} />
      <SubmitButton size="sm" variant="secondary" isBusy={isBusy} busyText="Sending…">
        Mail me a link
      </SubmitButton>
    </form>
  );
}
