"use client";

import { CodeField } from "@/components/account/second-factor/code-field";
import { FormProblem } from "@/components/layout/form-problem";
import { usePostForm } from "@/components/layout/use-post-form";
import { Alert } from "@/components/ui/alert";
import { SubmitButton } from "@/components/ui/submit-button";
import { goOnSignedIn, linkedOrdersMessage, type SignedIn } from "@/lib/auth/sign-in/signed-in";
import { apiPaths } from "@/lib/base/api-paths";

const loadSchema = async () => (await import("@/lib/auth/schema")).secondFactorSchema;

/** Asks for the authenticator code between password and session. The server checks `next` and `plan`. */
export function SecondFactorForm({ next, plan }: { next?: string | undefined; plan?: string | undefined }) {
  const { form, field, problem, answer, isBusy } = usePostForm<SignedIn>({
    path: apiPaths.secondFactor,
    loadSchema,
    extra: { next, plan },
    fieldAfterRefusal: "code",
    onDone: (answer) => goOnSignedIn(answer),
  });
  const success = answer && linkedOrdersMessage(answer.linkedCount);
  return (
    <form {...form} className="space-y-5">
      <FormProblem problem={problem} />
      {success ? (
        <Alert tone="success" isLive>
          {success}
        </Alert>
      ) : null}
      <CodeField {...field("code")} hint={null} />
      <SubmitButton block size="lg" isBusy={isBusy} busyText="Checking…">
        Continue
      </SubmitButton>
    </form>
  );
}
