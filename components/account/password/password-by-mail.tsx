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
          Check your inbox for a link to set your password.
        </Alert>
      </div>
    );
  }
  return (
    <form {...form} className="mb-5 space-y-3" aria-label="Set a password">
      <p className="text-sm text-text-muted">
        You signed up with another site. Need a password? We&apos;ll email you a link to set one.
      </p>
      <FormProblem problem={problem} />
      <SubmitButton size="sm" variant="secondary" isBusy={isBusy} busyText="Sending…">
        Email me a link
      </SubmitButton>
    </form>
  );
}
