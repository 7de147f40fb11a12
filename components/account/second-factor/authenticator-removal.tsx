"use client";

import { CurrentPasswordField } from "@/components/account/current-password-field";
import { CodeField } from "@/components/account/second-factor/code-field";
import { FormProblem } from "@/components/layout/form-problem";
import { usePostForm } from "@/components/layout/use-post-form";
import { Alert } from "@/components/ui/alert";
import { SubmitButton } from "@/components/ui/submit-button";
import { apiPaths } from "@/lib/base/api-paths";

const loadSchema = async () => (await import("@/lib/auth/schema")).removeAuthenticatorSchema;

/** Shows on the profile that two-step sign-in is on, with a form that turns it off by the password and one last code. */
export function AuthenticatorRemoval() {
  const { form, field, problem, answer, isBusy } = usePostForm<{ isOn: boolean }>({
    path: apiPaths.authenticatorRemove,
    loadSchema,
    fieldAfterRefusal: "code",
  });
  if (answer) {
    return (
      <Alert tone="success" isLive>
        Two-step sign-in is off.
      </Alert>
    );
  }
  return (
    <form {...form} className="space-y-5" aria-label="Turn off two-step sign-in">
      <p className="text-sm text-text-muted">
        It is on: every log-in asks for a code of your authenticator app. To turn it off, enter your password
        and one more.
      </p>
      <FormProblem problem={problem} />
      <CurrentPasswordField field={field} />
      <CodeField {...field("code")} />
      <SubmitButton variant="secondary" isBusy={isBusy} busyText="Checking…">
        Turn off
      </SubmitButton>
    </form>
  );
}
