"use client";

import { FormProblem } from "@/components/account/form-problem";
import { PasswordFields } from "@/components/account/password/password-fields";
import { AskedCodeField } from "@/components/account/second-factor/asked-code-field";
import { useAccountForm } from "@/components/account/use-account-form";
import { Alert } from "@/components/ui/alert";
import { SubmitButton } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { paths } from "@/lib/base/paths";

const loadSchema = async () => (await import("@/lib/auth/schema")).changePasswordSchema;

/** A new password, twice, and the current one. */
export function ChangePasswordForm({ email }: { email: string }) {
  const { form, field, problem, answer, isBusy } = useAccountForm<{ othersEnded: boolean }>({
    path: paths.api.changePassword,
    loadSchema,
    fieldAfterRefusal: "currentPassword",
    onDone: () => undefined,
  });
  if (answer) {
    return (
      <Alert tone={answer.othersEnded ? "success" : "warning"} isLive>
        Your password has been changed.{" "}
        {answer.othersEnded
          ? "Your other devices are signed out."
          : "Your other devices may still be signed in: sign out there."}
      </Alert>
    );
  }
  return (
    <form {...form} className="max-w-md space-y-5" aria-label="Change password">
      <FormProblem problem={problem} />
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        required
        {...field("currentPassword")}
      />
      <PasswordFields field={field} />
      <AskedCodeField problem={problem} field={field} />
      <SubmitButton isBusy={isBusy} busyText="Saving…">
        Change password
      </SubmitButton>
    </form>
  );
}
