"use client";

import { LoginLink } from "@/components/account/carrying-link";
import { PasswordFields } from "@/components/account/password/password-fields";
import { AskedCodeField } from "@/components/account/second-factor/code-field";
import { UnusableLink } from "@/components/account/unusable-link";
import { AuthPanel } from "@/components/layout/auth-panel";
import { FormProblem } from "@/components/layout/form-problem";
import { usePostForm } from "@/components/layout/use-post-form";
import { Alert } from "@/components/ui/alert";
import { ScriptNeeded } from "@/components/ui/script-needed";
import { SubmitButton } from "@/components/ui/submit-button";
import { goOnSignedIn, linkedOrdersMessage, type SignedIn } from "@/lib/auth/sign-in/signed-in";
import { apiPaths } from "@/lib/base/api-paths";

const loadSchema = async () => (await import("@/lib/auth/schema")).newPasswordSchema;

/** Redeems a recovery link together with the new password, never by opening the page. */
export function NewPasswordForm({ tokenHash }: { tokenHash: string }) {
  const { form, field, problem, answer, isBusy } = usePostForm<SignedIn>({
    path: apiPaths.resetPassword,
    loadSchema,
    extra: { tokenHash },
    fieldAfterRefusal: "password",
    onDone: (answer) => goOnSignedIn(answer, 500),
  });
  if (problem?.code === "link_refused") return <UnusableLink message={problem.text} for="recovery" />;
  return (
    <AuthPanel
      title="Set a new password"
      lead="This will sign you out on your other devices."
      footer={<LoginLink />}
    >
      <ScriptNeeded />
      <form {...form} className="space-y-5">
        <FormProblem problem={problem} />
        {answer ? (
          <Alert tone="success" isLive>
            Your new password is saved. {linkedOrdersMessage(answer.linkedCount)}
          </Alert>
        ) : null}
        <PasswordFields field={field} />
        <AskedCodeField problem={problem} field={field} />
        <SubmitButton block size="lg" isBusy={isBusy} busyText="Saving…">
          Set new password
        </SubmitButton>
      </form>
    </AuthPanel>
  );
}
