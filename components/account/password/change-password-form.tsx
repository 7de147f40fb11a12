"use client";

import { CurrentPasswordField } from "@/components/account/current-password-field";
import { ChangeSignInForm } from "@/components/account/password/change-sign-in-form";
import { PasswordFields } from "@/components/account/password/password-fields";
import { usePostForm } from "@/components/layout/use-post-form";
import { Alert } from "@/components/ui/alert";
import { apiPaths } from "@/lib/base/api-paths";

const loadSchema = async () => (await import("@/lib/auth/schema")).changePasswordSchema;

/** Shows the profile's form for a new password; afterwards it says whether the other devices are signed out. */
export function ChangePasswordForm({ email }: { email: string }) {
  const { answer, ...state } = usePostForm<{ othersEnded: boolean }>({
    path: apiPaths.changePassword,
    loadSchema,
    fieldAfterRefusal: "currentPassword",
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
    <ChangeSignInForm title="Change password" email={email} state={state}>
      <CurrentPasswordField field={state.field} />
      <PasswordFields field={state.field} />
    </ChangeSignInForm>
  );
}
