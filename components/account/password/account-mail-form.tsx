"use client";

import { useCarriedEmail } from "@/components/account/use-carried-email";
import { FormProblem } from "@/components/layout/form-problem";
import { usePostForm } from "@/components/layout/use-post-form";
import { Alert } from "@/components/ui/alert";
import { SubmitButton } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { apiPaths } from "@/lib/base/api-paths";

const KINDS = {
  recovery: {
    path: apiPaths.recover,
    button: "Email me a link",
    done: "If that address has an account, we've sent a reset link.",
  },
  confirmation: {
    path: apiPaths.resend,
    button: "Resend email",
    done: "If that address needs confirming, we've sent the email.",
  },
} as const;

const loadSchema = async () => (await import("@/lib/auth/schema")).accountMailSchema;

/** Asks for an account email. Its answer is the same for every address, so no one learns who has an account. */
export function AccountMailForm({ kind }: { kind: keyof typeof KINDS }) {
  const { path, button, done } = KINDS[kind];
  const email = useCarriedEmail();
  const { form, field, problem, answer, isBusy } = usePostForm<{ sent: true }>({
    path,
    loadSchema,
    fieldAfterRefusal: "email",
  });
  if (answer) {
    return (
      <Alert tone="success" title="Check your inbox" isLive>
        {done} The link works once, for one hour. Nothing yet? Check your spam folder.
      </Alert>
    );
  }
  return (
    <form {...form} className="space-y-5">
      <FormProblem problem={problem} />
      <TextField
        ref={email}
        label="Email"
        type="email"
        autoComplete="username"
        required
        {...field("email")}
      />
      <SubmitButton block size="lg" isBusy={isBusy} busyText="Sending…">
        {button}
      </SubmitButton>
    </form>
  );
}
