import type { ReactNode } from "react";
import { AuthenticatorRemoval } from "@/components/profile/authenticator-removal";
import { AuthenticatorSetup } from "@/components/profile/authenticator-setup";
import { ChangeEmailForm } from "@/components/profile/change-email-form";
import { ChangePasswordForm } from "@/components/profile/change-password-form";
import { ConnectedAccounts } from "@/components/profile/connected-accounts";
import { PasswordByMail } from "@/components/profile/password-by-mail";
import { Alert } from "@/components/ui/alert";
import { Card, CardHeader } from "@/components/ui/card";
import type { LoginNotice } from "@/lib/auth/login-notice";
import type { SignInMethods } from "@/lib/auth/sign-in-methods";

type SignInCardProps = {
  email: string;
  /** null: they cannot be read now. */
  methods: SignInMethods | null;
  /** What became of an attempt to connect another site. */
  notice?: LoginNotice | undefined;
};

/** How the person signs in: e-mail address and password, a second step, accounts of other sites. */
export function SignInCard({ email, methods, notice }: SignInCardProps) {
  return (
    <Card>
      <CardHeader title="Sign-in" description="A new email or password asks for your current password." />
      {notice ? (
        <div className="mb-5">
          <Alert {...notice}>{notice.text}</Alert>
        </div>
      ) : null}
      {methods?.hasPassword === false ? <PasswordByMail email={email} /> : null}
      <div className="divide-y divide-border border-y border-border">
        <Part title="Change email">
          <ChangeEmailForm email={email} />
        </Part>
        <Part title="Change password">
          <ChangePasswordForm email={email} />
        </Part>
        {methods ? <MoreParts {...methods} isOpen={notice !== undefined} /> : null}
      </div>
      {methods ? null : (
        <p className="mt-4 text-sm text-text-muted">
          Two-step sign-in and connected accounts cannot be shown right now. Please load this page again in a
          minute.
        </p>
      )}
    </Card>
  );
}

function MoreParts({ authenticator, identities, providers, isOpen }: SignInMethods & { isOpen: boolean }) {
  return (
    <>
      {authenticator ? (
        <Part title="Two-step sign-in">
          {authenticator === "on" ? <AuthenticatorRemoval /> : <AuthenticatorSetup />}
        </Part>
      ) : null}
      {identities.length + providers.length > 0 ? (
        <Part title="Connected accounts" isOpen={isOpen}>
          <ConnectedAccounts identities={identities} providers={providers} />
        </Part>
      ) : null}
    </>
  );
}

function Part({ title, isOpen, children }: { title: string; isOpen?: boolean; children: ReactNode }) {
  return (
    <details className="group" open={isOpen}>
      <summary className="flex min-h-12 cursor-pointer items-center justify-between gap-4 py-2 font-medium marker:content-none">
        {title}
        <span
          aria-hidden="true"
          className="text-xl leading-none text-text-muted transition-transform group-open:rotate-45"
        >
          +
        </span>
      </summary>
      <div className="pt-2 pb-6">{children}</div>
    </details>
  );
}
