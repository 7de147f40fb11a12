import { useState } from "react";
import { LoginLink } from "@/components/account/carried-email";
import { AskedCodeField } from "@/components/account/code-field";
import { PasswordFields } from "@/components/account/password-fields";
import { UnusableLink } from "@/components/account/unusable-link";
import { AuthPanel } from "@/components/layout/auth-panel";
import { FormProblem } from "@/components/layout/form-problem";
import { usePostForm } from "@/components/layout/use-post-form";
import { Alert } from "@/components/ui/alert";
import { ScriptNeeded } from "@/components/ui/script-needed";
import { SubmitButton, submitting } from "@/components/ui/submit-button";
import type { MailLink } from "@/lib/auth/sign-in/login-query";
import { goOnSignedIn, linkedOrdersMessage, type SignedIn } from "@/lib/auth/sign-in/signed-in";
import { apiPaths } from "@/lib/base/api-paths";
import { postJson } from "@/lib/http/post-json";

export function EmailLinkForm({ tokenHash, type }: MailLink) {
  if (type === "recovery") return <NewPasswordForm tokenHash={tokenHash} />;
  if (type === "email_change") return <ConfirmEmail tokenHash={tokenHash} />;
  return <ConfirmAccount tokenHash={tokenHash} type={type} />;
}

const loadNewPasswordSchema = async () => (await import("@/lib/auth/schema")).newPasswordSchema;

/** Redeems a recovery link together with the new password, never by opening the page. */
function NewPasswordForm({ tokenHash }: { tokenHash: string }) {
  const { form, field, problem, answer, isBusy } = usePostForm<SignedIn>({
    path: apiPaths.resetPassword,
    loadSchema: loadNewPasswordSchema,
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

const loadConfirmSchema = async () => (await import("@/lib/auth/schema")).confirmSchema;

const NEW_ACCOUNT = {
  title: "Confirm your email",
  lead: "Set your password to finish.",
  password: "Use the password you signed up with, or choose a new one.",
  button: "Confirm and log in",
};

const WORDS = {
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
 * Opening the page redeems nothing, because mail scanners open links. It asks for a password again, because only the
 * mailbox owner may choose it.
 */
function ConfirmAccount({ tokenHash, type }: { tokenHash: string; type: keyof typeof WORDS }) {
  const words = WORDS[type];
  const { form, field, problem, answer, isBusy } = usePostForm<SignedIn>({
    path: apiPaths.confirmEmail,
    loadSchema: loadConfirmSchema,
    extra: { tokenHash, type },
    fieldAfterRefusal: "password",
    onDone: (answer) => goOnSignedIn(answer, 500),
  });
  if (problem?.code === "link_refused") return <UnusableLink message={problem.text} for="confirmation" />;
  return (
    <AuthPanel title={words.title} lead={words.lead}>
      <ScriptNeeded />
      <form {...form} className="space-y-5">
        <FormProblem problem={problem} />
        {answer ? (
          <Alert tone="success" isLive>
            {linkedOrdersMessage(answer.linkedCount) ?? "Your email is confirmed."}
          </Alert>
        ) : null}
        <p className="text-sm text-text-muted">{words.password}</p>
        <PasswordFields field={field} label="Password" />
        <AskedCodeField problem={problem} field={field} />
        <SubmitButton block size="lg" isBusy={isBusy} busyText="Confirming…">
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

/** Confirms a changed address by a button, because mail scanners open links too. */
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
    const problem = goOnSignedIn(answer.data, 500);
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
