"use client";

import { goTo } from "@/components/account/go-to";
import { linkedOrdersMessage, READING_MS } from "@/components/account/linked-orders";
import { useAccountForm } from "@/components/account/use-account-form";
import { Alert } from "@/components/ui/alert";
import { SubmitButton } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { paths, withQuery } from "@/lib/base/paths";

type SignedIn = { redirectTo: string; linkedCount: number };

const loadSchema = async () => (await import("@/lib/auth/schema")).loginSchema;

/** E-mail and password; `next` and `plan` of the address travel along and are judged by the server. */
export function LoginForm({ next, plan }: { next?: string | undefined; plan?: string | undefined }) {
  const { form, field, problem, answer, isBusy } = useAccountForm<SignedIn>({
    path: paths.api.login,
    loadSchema,
    extra: { next, plan },
    fieldAfterRefusal: "password",
    onDone: ({ redirectTo, linkedCount }) => goTo(redirectTo, linkedCount > 0 ? READING_MS : 0),
  });
  const success = answer && linkedOrdersMessage(answer.linkedCount);
  return (
    <form {...form} className="space-y-5">
      {problem ? (
        <Alert
          key={problem.key}
          tone="danger"
          id={problem.id}
          isLive
          action={
            // The service says so only to who knows the password.
            /not confirmed/i.test(problem.text) ? (
              <a className="link" href={withQuery(paths.login, { view: "resend", next, plan })}>
                Send the confirmation again
              </a>
            ) : null
          }
        >
          {problem.text}
        </Alert>
      ) : null}
      {success ? (
        <Alert tone="success" isLive>
          {success}
        </Alert>
      ) : null}
      <TextField label="Email" type="email" autoComplete="username" required {...field("email")} />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        required
        {...field("password")}
      />
      <p className="text-right text-sm">
        <a className="link" href={withQuery(paths.login, { view: "forgot", next, plan })}>
          Forgot password?
        </a>
      </p>
      <SubmitButton block size="lg" isBusy={isBusy} busyText="Logging in…">
        Log In
      </SubmitButton>
    </form>
  );
}
