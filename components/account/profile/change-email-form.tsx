"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { FormProblem } from "@/components/account/form-problem";
import { CodeField } from "@/components/account/second-factor/code-field";
import { useAccountForm } from "@/components/account/use-account-form";
import { Alert } from "@/components/ui/alert";
import { SubmitButton } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { paths } from "@/lib/base/paths";

const loadSchema = async () => (await import("@/lib/auth/schema")).changeEmailSchema;

/** A new e-mail address, and the current password. */
export function ChangeEmailForm({ email }: { email: string }) {
  const router = useRouter();
  const [needsCode, setNeedsCode] = useState(false);
  const { form, field, problem, answer, isBusy } = useAccountForm<{ isChanged: boolean }>({
    path: paths.api.changeEmail,
    loadSchema,
    fieldAfterRefusal: "currentPassword",
    onDone: ({ isChanged }) => (isChanged ? router.refresh() : undefined),
  });
  if (problem?.code === "code_needed" && !needsCode) setNeedsCode(true);
  if (answer) {
    return (
      <Alert tone="success" isLive>
        {answer.isChanged
          ? "Your email address has been changed."
          : "Check your mail: open the link we sent to your new address, and the one to your old address if you get one. Until then nothing changes."}
      </Alert>
    );
  }
  return (
    <form {...form} className="max-w-md space-y-5" aria-label="Change email">
      <FormProblem problem={problem} />
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <TextField label="New email" type="email" autoComplete="email" required {...field("email")} />
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        required
        {...field("currentPassword")}
      />
      {needsCode ? <CodeField {...field("code")} /> : null}
      <SubmitButton isBusy={isBusy} busyText="Saving…">
        Change email
      </SubmitButton>
    </form>
  );
}
