"use client";

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

const loadSchema = async () => (await import("@/lib/auth/schema")).confirmSchema;

const NEW_ACCOUNT = {
  title: "Confirm your email",
  lead: "The last step to your account: choose its password.",
  password: "The one of your sign-up, or a new one: from now on it is the only password of this account.",
  button: "Confirm and log in",
};

const WORDS = {
  signup: NEW_ACCOUNT,
  invite: { ...NEW_ACCOUNT, password: "You'll use it to log in from now on." },
  email: NEW_ACCOUNT,
  magiclink: {
    title: "Log in",
    lead: "The link shows that the mailbox is yours: choose the password.",
    password: "The one you have, or a new one: from now on it is the only password of this account.",
    button: "Log in",
  },
};

/**
 * Shows the page behind the link of a mail that opens an account. Opening the page redeems nothing, because mail scanners open
 * links, too. The password is asked for here although the sign-up had one: only who holds the mailbox may choose it. A
 * link that is refused for good is shown as unusable.
 */
export function ConfirmAccount({ tokenHash, type }: { tokenHash: string; type: keyof typeof WORDS }) {
  const words = WORDS[type];
  const { form, field, problem, answer, isBusy } = usePostForm<SignedIn>({
    path: apiPaths.confirmEmail,
    loadSchema,
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
            {linkedOrdersMessage(answer.linkedCount) ?? "Your email address is confirmed."}
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
