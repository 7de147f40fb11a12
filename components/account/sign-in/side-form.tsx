import { CodeField } from "@/components/account/code-field";
import { TypedEmailField } from "@/components/account/typed-email";
import { FormProblem } from "@/components/layout/form-problem";
import { usePostForm } from "@/components/layout/use-post-form";
import { FindBatchForm } from "@/components/orders/find/find-batch-form";
import { Alert } from "@/components/ui/alert";
import { SubmitButton } from "@/components/ui/submit-button";
import { linkedOrdersMessage, openAfterSignIn, type SignedIn } from "@/lib/auth/sign-in/after-sign-in";
import type { LoginView } from "@/lib/auth/sign-in/login-query";
import { apiPaths } from "@/lib/base/api-paths";

export type SideFormProps = { view: LoginView; next?: string | undefined; plan?: string | undefined };

export function SideForm({ view, next, plan }: SideFormProps) {
  if (view === "find") return <FindBatchForm />;
  if (view === "code") return <SecondFactorForm next={next} plan={plan} />;
  return <AccountMailForm kind={view === "forgot" ? "recovery" : "confirmation"} />;
}

const KINDS = {
  recovery: {
    path: apiPaths.recover,
    button: "Email me a link",
    done: "If that address has an account, we've sent a reset link.",
  },
  confirmation: {
    path: apiPaths.resend,
    button: "Resend email",
    done: "If that address needs confirming, we've sent a new confirmation email.",
  },
} as const;

/** Asks for an account's email. The response is the same for every address, so it doesn't reveal who has an account. */
function AccountMailForm({ kind }: { kind: keyof typeof KINDS }) {
  const { path, button, done } = KINDS[kind];
  const { form, field, problem, answer, isBusy } = usePostForm<{ sent: true }>({
    path,
    loadSchema: async () => (await import("@/lib/auth/schema")).accountMailSchema,
    fieldAfterRefusal: "email",
  });
  if (answer) {
    return (
      <Alert tone="success" title="Check your inbox" isLive>
        {done} The link works once and expires in one hour. Nothing yet? Check your spam folder.
      </Alert>
    );
  }
  return (
    <form {...form} className="space-y-5">
      <FormProblem problem={problem} />
      <TypedEmailField field={field} />
      <SubmitButton block size="lg" isBusy={isBusy} busyText="Sending…">
        {button}
      </SubmitButton>
    </form>
  );
}

/** The server validates `next` and `plan`. */
function SecondFactorForm({ next, plan }: { next?: string | undefined; plan?: string | undefined }) {
  const { form, field, problem, answer, isBusy } = usePostForm<SignedIn>({
    path: apiPaths.secondFactor,
    loadSchema: async () => (await import("@/lib/auth/schema")).secondFactorSchema,
    extra: { next, plan },
    fieldAfterRefusal: "code",
    onDone: (answer) => openAfterSignIn(answer),
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
