"use client";
import { CodeField } from "@/components/account/code-field";
import { CurrentPasswordField } from "@/components/account/password-fields";
import { FormProblem } from "@/components/layout/form-problem";
import { usePostForm } from "@/components/layout/use-post-form";
import { Alert } from "@/components/ui/alert";
import { BarcodeImage } from "@/components/ui/barcode-image";
import { CopyButton } from "@/components/ui/copy-button";
import { SubmitButton } from "@/components/ui/submit-button";
import type { Enrollment } from "@/lib/auth/account/enroll-authenticator";
import { apiPaths } from "@/lib/base/api-paths";

export function AuthenticatorSetup() {
  const { form, field, problem, answer, isBusy } = usePostForm<Enrollment>({
    path: apiPaths.authenticator,
    loadSchema: async () => (await import("@/lib/auth/schema")).enrollAuthenticatorSchema,
    fieldAfterRefusal: "currentPassword",
  });
  if (answer) return <FirstCode enrollment={answer} />;
  return (
    <form {...form} className="max-w-md space-y-5" aria-label="Turn on two-step sign-in">
      <p className="text-sm text-text-muted">
        You&apos;ll log in with your password and a code from an authenticator app on your phone.
      </p>
      <FormProblem problem={problem} />
      <CurrentPasswordField field={field} />
      <SubmitButton variant="secondary" isBusy={isBusy} busyText="Preparing…">
        Turn on two-step sign-in
      </SubmitButton>
    </form>
  );
}

function FirstCode({ enrollment: { factorId, qr, secret } }: { enrollment: Enrollment }) {
  const { form, field, problem, answer, isBusy } = usePostForm<{ isOn: boolean }>({
    path: apiPaths.authenticatorConfirm,
    loadSchema: async () => (await import("@/lib/auth/schema")).confirmAuthenticatorSchema,
    extra: { factorId },
    fieldAfterRefusal: "code",
  });
  if (answer) {
    return (
      <Alert tone="success" isLive>
        Two-step sign-in is on. Keep the app. You&apos;ll need it to log in.
      </Alert>
    );
  }
  return (
    <form {...form} className="space-y-5" aria-label="Confirm your authenticator app">
      <p className="text-sm text-text-muted">
        Scan this with your authenticator app, or enter the key. Then type the code it shows.
      </p>
      <div className="w-fit rounded-lg bg-(--paper) p-2 text-(--paper-ink)">
        <BarcodeImage barcode={qr} label="QR code for your authenticator app" className="size-44" />
      </div>
      <div className="space-y-2">
        <p className="text-sm">
          <span className="text-text-muted">Key: </span>
          <code className="wrap-anywhere">{secret}</code>
        </p>
        <CopyButton text={secret} label="Copy key" />
      </div>
      <FormProblem problem={problem} />
      <CodeField autoFocus {...field("code")} />
      <SubmitButton variant="secondary" isBusy={isBusy} busyText="Checking…">
        Confirm code
      </SubmitButton>
    </form>
  );
}

export function AuthenticatorRemoval() {
  const { form, field, problem, answer, isBusy } = usePostForm<{ isOn: boolean }>({
    path: apiPaths.authenticatorRemove,
    loadSchema: async () => (await import("@/lib/auth/schema")).removeAuthenticatorSchema,
    fieldAfterRefusal: "code",
  });
  if (answer) {
    return (
      <Alert tone="success" isLive>
        Two-step sign-in is off.
      </Alert>
    );
  }
  return (
    <form {...form} className="space-y-5" aria-label="Turn off two-step sign-in">
      <p className="text-sm text-text-muted">
        Two-step sign-in is on. To turn it off, enter your password and a code.
      </p>
      <FormProblem problem={problem} />
      <CurrentPasswordField field={field} />
      <CodeField {...field("code")} />
      <SubmitButton variant="secondary" isBusy={isBusy} busyText="Checking…">
        Turn off two-step sign-in
      </SubmitButton>
    </form>
  );
}
