"use client";

import { useRouter } from "next/navigation";
import { CurrentPasswordField } from "@/components/account/current-password-field";
import { ChangeSignInForm } from "@/components/account/password/change-sign-in-form";
import { usePostForm } from "@/components/layout/use-post-form";
import { Alert } from "@/components/ui/alert";
import { TextField } from "@/components/ui/text-field";
import { apiPaths } from "@/lib/base/api-paths";

const loadSchema = async () => (await import("@/lib/auth/schema")).changeEmailSchema;

/**
 * Shows the profile's form for a new email address; afterwards it says whether that is changed or waits for the links
 * of two mails.
 */
export function ChangeEmailForm({ email }: { email: string }) {
  const router = useRouter();
  const { answer, ...state } = usePostForm<{ isChanged: boolean }>({
    path: apiPaths.changeEmail,
    loadSchema,
    fieldAfterRefusal: "currentPassword",
    onDone: ({ isChanged }) => (isChanged ? router.refresh() : undefined),
  });
  if (answer) {
    return (
      <Alert tone="success" isLive>
        {answer.isChanged
          ? "Your email address has been changed."
          : "Open the link we sent to your new address, and the one to your old address if you get it. Nothing changes until then."}
      </Alert>
    );
  }
  return (
    <ChangeSignInForm title="Change email" email={email} state={state}>
      <TextField label="New email" type="email" autoComplete="email" required {...state.field("email")} />
      <CurrentPasswordField field={state.field} />
    </ChangeSignInForm>
  );
}
