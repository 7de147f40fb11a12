"use client";
import { KeepEmailLink, TypedEmailField } from "@/components/account/typed-email";
import { FormProblem } from "@/components/layout/form-problem";
import { usePostForm } from "@/components/layout/use-post-form";
import { Alert } from "@/components/ui/alert";
import { PasswordField } from "@/components/ui/password-field";
import { SubmitButton } from "@/components/ui/submit-button";
import { linkedOrdersMessage, openAfterSignIn, type SignedIn } from "@/lib/auth/sign-in/after-sign-in";
import { apiPaths } from "@/lib/base/api-paths";
import { paths, withQuery } from "@/lib/base/paths";

/** The server validates `next` and `plan`. */
export function LoginForm({ next, plan }: { next?: string | undefined; plan?: string | undefined }) {
  const { form, field, problem, answer, isBusy } = usePostForm<SignedIn>({
    path: apiPaths.login,
    loadSchema: async () => (await import("@/lib/auth/schema")).loginSchema,
    extra: { next, plan },
    fieldAfterRefusal: "password",
    onDone: (answer) => openAfterSignIn(answer),
  });
  const success = answer && linkedOrdersMessage(answer.linkedCount);
  return (
    <form {...form} className="space-y-5">
      <FormProblem
        problem={problem}
        action={
          // The auth service reveals this only if the password is correct.
          problem?.code === "email_not_confirmed" ? (
            <KeepEmailLink href={withQuery(paths.login, { view: "resend", next, plan })}>
              Resend confirmation
            </KeepEmailLink>
          ) : problem?.code === "rate_limited" ? (
            <KeepEmailLink href={withQuery(paths.login, { view: "forgot", next, plan })}>
              Reset your password
            </KeepEmailLink>
          ) : null
        }
      />
      {success ? (
        <Alert tone="success" isLive>
          {success}
        </Alert>
      ) : null}
      <TypedEmailField field={field} />
      <PasswordField label="Password" autoComplete="current-password" required {...field("password")} />
      <p className="text-right text-sm">
        <KeepEmailLink href={withQuery(paths.login, { view: "forgot", next, plan })}>
          Forgot password?
        </KeepEmailLink>
      </p>
      <SubmitButton block size="lg" isBusy={isBusy} busyText="Logging in…">
        Log in
      </SubmitButton>
    </form>
  );
}
