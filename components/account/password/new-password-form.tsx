"use client";

import { useState } from "react";
import { FormProblem } from "@/components/account/form-problem";
import { goTo } from "@/components/account/go-to";
import { linkedOrdersMessage, READING_MS } from "@/components/account/linked-orders";
import { CodeField } from "@/components/account/second-factor/code-field";
import { UnusableLink } from "@/components/account/unusable-link";
import { useAccountForm } from "@/components/account/use-account-form";
import { Alert } from "@/components/ui/alert";
import { SubmitButton } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { PASSWORD_MIN } from "@/lib/auth/signup-rules";
import { paths } from "@/lib/base/paths";

type SignedIn = { redirectTo: string; linkedCount: number };

const loadSchema = async () => (await import("@/lib/auth/schema")).newPasswordSchema;

/** The page behind the link of a recovery mail; the link is redeemed together with the new password, never by opening. */
export function NewPasswordForm({ tokenHash }: { tokenHash: string }) {
  const [needsCode, setNeedsCode] = useState(false);
  const { form, field, problem, answer, isBusy } = useAccountForm<SignedIn>({
    path: paths.api.resetPassword,
    loadSchema,
    extra: { tokenHash },
    fieldAfterRefusal: "password",
    onDone: ({ redirectTo, linkedCount }) => goTo(redirectTo, linkedCount > 0 ? READING_MS : 500),
  });
  if (problem?.code === "link_refused") return <UnusableLink message={problem.text} for="recovery" />;
  if (problem?.code === "code_needed" && !needsCode) setNeedsCode(true);
  return (
    <form {...form} className="space-y-5">
      <FormProblem problem={problem} />
      {answer ? (
        <Alert tone="success" isLive>
          Your new password is set. {linkedOrdersMessage(answer.linkedCount)}
        </Alert>
      ) : null}
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
      <SubmitButton block size="lg" isBusy={isBusy} busyText="Saving…">
        Set new password
      </SubmitButton>
    </form>
  );
}
