"use client";
import { useRouter } from "next/navigation";
import { RequiredCodeField } from "@/components/account/code-field";
import { CurrentPasswordField, PasswordFields } from "@/components/account/password-fields";
import { FormProblem } from "@/components/layout/form-problem";
import { type PostForm, usePostForm } from "@/components/layout/use-post-form";
import { Alert } from "@/components/ui/alert";
import { SubmitButton } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { apiPaths } from "@/lib/base/api-paths";

export function ChangeEmailForm({ email }: { email: string }) {
  const router = useRouter();
  const { answer, ...state } = usePostForm<{ isChanged: boolean }>({
    path: apiPaths.changeEmail,
    loadSchema: async () => (await import("@/lib/auth/schema")).changeEmailSchema,
    fieldAfterRefusal: "currentPassword",
    onDone: ({ isChanged }) => (isChanged ? router.refresh() : undefined),
  });
  if (answer) {
    return (
      <Alert tone="success" isLive>
        {answer.isChanged
          ? "Your email has been changed."
          : "Open the link we sent to your new address. If you get one at your old address, open it too."}
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

export function ChangePasswordForm({ email }: { email: string }) {
  const { answer, ...state } = usePostForm<{ othersEnded: boolean }>({
    path: apiPaths.changePassword,
    loadSchema: async () => (await import("@/lib/auth/schema")).changePasswordSchema,
    fieldAfterRefusal: "currentPassword",
  });
  if (answer) {
    return (
      <Alert tone={answer.othersEnded ? "success" : "warning"} isLive>
        Your password has been changed.{" "}
        {answer.othersEnded
          ? "Your other devices are signed out."
          : "Your other devices may still be signed in. Sign out there."}
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

type ChangeSignInFormProps = {
  title: string;
  /** The current address, by which a password manager finds the account. */
  email: string;
  state: Pick<PostForm, "form" | "field" | "problem" | "isBusy">;
  children: React.ReactNode;
};

function ChangeSignInForm({ title, email, state, children }: ChangeSignInFormProps) {
  const { form, field, problem, isBusy } = state;
  return (
    <form {...form} className="max-w-md space-y-5" aria-label={title}>
      <FormProblem problem={problem} />
      <input type="hidden" autoComplete="username" value={email} readOnly />
      {children}
      <RequiredCodeField problem={problem} field={field} />
      <SubmitButton variant="secondary" isBusy={isBusy} busyText="Saving…">
        {title}
      </SubmitButton>
    </form>
  );
}

/** Offers to email a link for setting a password, for an account that was created with an OAuth provider. */
export function PasswordByMail({ email }: { email: string }) {
  const { form, problem, answer, isBusy } = usePostForm({
    path: apiPaths.recover,
    loadSchema: async () => (await import("@/lib/auth/schema")).accountMailSchema,
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
        You signed up through another service. Need a password? We&apos;ll email you a link to set one.
      </p>
      <FormProblem problem={problem} />
      <SubmitButton size="sm" variant="secondary" isBusy={isBusy} busyText="Sending…">
        Email me a link
      </SubmitButton>
    </form>
  );
}
