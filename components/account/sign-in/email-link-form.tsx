import { useState } from "react";
import { RequiredCodeField } from "@/components/account/code-field";
import { PasswordFields } from "@/components/account/password-fields";
import { LoginLink } from "@/components/account/typed-email";
import { UnusableLink } from "@/components/account/unusable-link";
import { AuthPanel } from "@/components/layout/auth-panel";
import { FormProblem } from "@/components/layout/form-problem";
import { usePostForm } from "@/components/layout/use-post-form";
import { Alert } from "@/components/ui/alert";
import { ScriptNeeded } from "@/components/ui/script-needed";
import { SubmitButton, submitting } from "@/components/ui/submit-button";
import { linkedOrdersMessage, openAfterSignIn, type SignedIn } from "@/lib/auth/sign-in/after-sign-in";
import type { MailLink } from "@/lib/auth/sign-in/login-query";
import { apiPaths } from "@/lib/base/api-paths";
import { postJson } from "@/lib/http/post-json";

export function EmailLinkForm({ tokenHash, type }: MailLink) {
  if (type === "email_change") return <ConfirmEmail tokenHash={tokenHash} />;
  return <SetPassword tokenHash={tokenHash} type={type} />;
}

const NEW_ACCOUNT = {
  title: "Confirm your email",
  lead: "Set your password to finish.",
  password: "Use the password you signed up with, or choose a new one.",
  button: "Confirm and log in",
};

const WORDS = {
  recovery: {
    title: "Set a new password",
    lead: "This will sign you out on your other devices.",
    password: null,
    button: "Set new password",
  },
  signup: NEW_ACCOUNT,
  invite: { ...NEW_ACCOUNT, password: "You'll use it to log in." },
  email: NEW_ACCOUNT,
  magiclink: {
    title: "Log in",
    lead: "Your link worked. Now set your password.",
    password: "Use your current password or a new one.",
    button: "Log in",
  },
};

/**
 * Redeems a link with a password. Opening the page redeems nothing, because mail scanners open links. A new account
 * enters its password again, because only the mailbox owner may choose it.
 */
function SetPassword({ tokenHash, type }: { tokenHash: string; type: keyof typeof WORDS }) {
  const words = WORDS[type];
  const isRecovery = type === "recovery";
  const { form, field, problem, answer, isBusy } = usePostForm<SignedIn>({
    path: isRecovery ? apiPaths.resetPassword : apiPaths.confirmEmail,
    loadSchema: async () => {
      const { confirmSchema, newPasswordSchema } = await import("@/lib/auth/schema");
      return isRecovery ? newPasswordSchema : confirmSchema;
    },
    extra: isRecovery ? { tokenHash } : { tokenHash, type },
    fieldAfterRefusal: "password",
    onDone: (answer) => openAfterSignIn(answer, 500),
  });
  if (problem?.code === "link_refused")
    return <UnusableLink message={problem.text} for={isRecovery ? "recovery" : "confirmation"} />;
  const linked = answer && linkedOrdersMessage(answer.linkedCount);
  return (
    <AuthPanel title={words.title} lead={words.lead} footer={isRecovery ? <LoginLink /> : null}>
      <ScriptNeeded />
      <form {...form} className="space-y-5">
        <FormProblem problem={problem} />
        {answer ? (
          <Alert tone="success" isLive>
            {isRecovery
              ? `Your new password is saved. ${linked ?? ""}`
              : (linked ?? "Your email is confirmed.")}
          </Alert>
        ) : null}
        {words.password ? <p className="text-sm text-text-muted">{words.password}</p> : null}
        <PasswordFields field={field} {...(isRecovery ? {} : { label: "Password" })} />
        <RequiredCodeField problem={problem} field={field} />
        <SubmitButton block size="lg" isBusy={isBusy} busyText={isRecovery ? "Saving…" : "Confirming…"}>
          {words.button}
        </SubmitButton>
      </form>
    </AuthPanel>
  );
}

type State =
  | { step: "ready" | "busy" }
  | { step: "done"; message: string }
  | { step: "refused"; message: string; canRetry: boolean };

/** Confirms a changed address with a button, because mail scanners open links too. */
function ConfirmEmail({ tokenHash }: { tokenHash: string }) {
  const [state, setState] = useState<State>({ step: "ready" });

  async function confirm() {
    setState({ step: "busy" });
    const answer = await postJson<SignedIn & { message?: string }>(apiPaths.confirmEmail, {
      tokenHash,
      type: "email_change",
    });
    if (!answer.ok) {
      const canRetry = answer.code !== "link_refused" && answer.code !== "invalid_input";
      return setState({ step: "refused", message: answer.error, canRetry });
    }
    const { message } = answer.data;
    if (message) return setState({ step: "done", message });
    const confirmed = linkedOrdersMessage(answer.data.linkedCount) ?? "Your email is confirmed.";
    const problem = openAfterSignIn(answer.data, 500);
    setState({ step: "done", message: problem ? `${confirmed} ${problem}` : confirmed });
  }

  if (state.step === "refused" && !state.canRetry)
    return <UnusableLink message={state.message} for="email_change" />;
  return (
    <AuthPanel title="Confirm your new email" lead="You'll log in with the new address from now on.">
      <ScriptNeeded />
      {state.step === "done" ? (
        <Alert tone="success" isLive>
          {state.message}
        </Alert>
      ) : (
        <form method="post" className="space-y-5" onSubmit={submitting(confirm)}>
          {state.step === "refused" ? (
            <Alert tone="danger" isLive>
              {state.message}
            </Alert>
          ) : null}
          <SubmitButton block size="lg" busyText="Confirming…" isBusy={state.step === "busy"}>
            Confirm new email
          </SubmitButton>
        </form>
      )}
    </AuthPanel>
  );
}
