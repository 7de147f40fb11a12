import {
  ChangeEmailForm,
  ChangePasswordForm,
  PasswordByMail,
} from "@/components/account/profile/change-sign-in-forms";
import { ConnectedAccounts } from "@/components/account/profile/connected-accounts";
import { AuthenticatorRemoval, AuthenticatorSetup } from "@/components/account/profile/two-step";
import { Alert } from "@/components/ui/alert";
import { Card, CardHeader } from "@/components/ui/card";
import { Icon } from "@/components/ui/icon";
import type { SignInMethods } from "@/lib/auth/account/sign-in-methods";
import type { LoginNotice } from "@/lib/auth/sign-in/login-notice";

type SignInCardProps = {
  email: string;
  /** Null when they couldn't be read. */
  methods: SignInMethods | null;
  /** Why connecting an OAuth account failed. */
  notice?: LoginNotice | undefined;
};

export function SignInCard({ email, methods, notice }: SignInCardProps) {
  return (
    <Card id="sign-in">
      <CardHeader title="Login and security" description="You'll need your current password." />
      {notice ? (
        <div className="mb-5">
          <Alert {...notice}>{notice.text}</Alert>
        </div>
      ) : null}
      {methods?.pendingEmail ? (
        <div className="mb-5">
          <Alert tone="info">
            <span className="wrap-anywhere">
              To switch to {methods.pendingEmail}, open the links we emailed to both addresses.
            </span>
          </Alert>
        </div>
      ) : null}
      {methods?.hasPassword === false ? <PasswordByMail email={email} /> : null}
      <div className="divide-y divide-border border-y border-border">
        <Part title="Change email" id="change-email">
          <ChangeEmailForm email={email} />
        </Part>
        <Part title="Change password">
          <ChangePasswordForm email={email} />
        </Part>
        {methods ? (
          <>
            {methods.authenticator ? (
              <Part title="Two-step sign-in">
                {methods.authenticator === "on" ? <AuthenticatorRemoval /> : <AuthenticatorSetup />}
              </Part>
            ) : null}
            {methods.identities.length + methods.providers.length > 0 ? (
              <Part title="Connected accounts" isOpen={notice !== undefined}>
                <ConnectedAccounts identities={methods.identities} providers={methods.providers} />
              </Part>
            ) : null}
          </>
        ) : null}
      </div>
      {methods ? null : (
        <p className="mt-4 text-sm text-text-muted">
          We can&apos;t show two-step sign-in or connected accounts right now. Reload this page in a minute.
        </p>
      )}
    </Card>
  );
}

type PartProps = { title: string; id?: string; isOpen?: boolean; children: React.ReactNode };

function Part({ title, id, isOpen, children }: PartProps) {
  return (
    <details id={id} className="group" open={isOpen}>
      <summary className="flex min-h-12 cursor-pointer items-center justify-between gap-4 py-2 font-medium marker:content-none">
        {title}
        <Icon
          name="chevron-down"
          className="size-5 shrink-0 text-text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="pt-2 pb-6">{children}</div>
    </details>
  );
}
