"use client";

import { useState } from "react";
import { FormProblem } from "@/components/account/form-problem";
import { CodeField } from "@/components/account/second-factor/code-field";
import { useAccountForm } from "@/components/account/use-account-form";
import { Alert } from "@/components/ui/alert";
import { SubmitButton } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { PASSWORD_MIN } from "@/lib/auth/signup-rules";
import { paths } from "@/lib/base/paths";

const loadSchema = async () => (await import("@/lib/auth/schema")).changePasswordSchema;

/** A new password, twice, and the current one. */
export function ChangePasswordForm({ email }: { email: string }) {
  const [needsCode, setNeedsCode] = useState(false);
  const { form, field, problem, answer, isBusy } = useAccountForm<{ othersEnded: boolean }>({
    path: paths.api.changePassword,
    loadSchema,
    fieldAfterRefusal: "currentPassword",
    onDone: () => undefined,
  });
  if (problem?.code === "code_needed" && !needsCode) setNeedsCode(true);
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
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        hint={`At least ${PASSWORD_MIN} characters; longer is safer.`}
        required
        {...field("password")}
      />
      <TextField
        label="Confirm password"
        type="password"
        autoComplete="new-password"
        required
        {...field("confirmPassword")}
      />
      {needsCode ? <CodeField {...field("code")} /> : null}
      <SubmitButton isBusy={isBusy} busyText="Saving…">
        Change password
      </SubmitButton>
    </form>
  );
}
