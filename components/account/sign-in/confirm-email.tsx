"use client";

import { useState } from "react";
import { UnusableLink } from "@/components/account/unusable-link";
import { AuthPanel } from "@/components/layout/auth-panel";
import { Alert } from "@/components/ui/alert";
import { ScriptNeeded } from "@/components/ui/script-needed";
import { SubmitButton } from "@/components/ui/submit-button";
import { goOnSignedIn, linkedOrdersMessage, type SignedIn } from "@/lib/auth/sign-in/signed-in";
import { apiPaths } from "@/lib/base/api-paths";
import { postJson } from "@/lib/http/post-json";

type State =
  | { step: "ready" | "busy" }
  | { step: "done"; message: string }
  | { step: "refused"; message: string; canRetry: boolean };

/**
 * Shows the page whose button confirms a changed address by the link of a mail. Opening the page redeems nothing, because mail
 * scanners open links, too. A link that is refused for good is shown as unusable; any other failure can be tried again.
 */
export function ConfirmEmail({ tokenHash }: { tokenHash: string }) {
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
    const confirmed = linkedOrdersMessage(answer.data.linkedCount) ?? "Your email address is confirmed.";
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
        <form
          method="post"
          className="space-y-5"
          onSubmit={(event) => {
            event.preventDefault();
            void confirm();
          }}
        >
          {state.step === "refused" ? (
            <Alert tone="danger" isLive>
              {state.message}
            </Alert>
          ) : null}
          <SubmitButton block size="lg" busyText="Confirming…" isBusy={state.step === "busy"}>
            Confirm the change
          </SubmitButton>
        </form>
      )}
    </AuthPanel>
  );
}
