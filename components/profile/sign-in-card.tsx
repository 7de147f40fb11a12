import type { ReactNode } from "react";
import { ChangeEmailForm } from "@/components/profile/change-email-form";
import { ChangePasswordForm } from "@/components/profile/change-password-form";
import { Card, CardHeader } from "@/components/ui/card";

/** How the person signs in: change of e-mail address and of password, each behind the current password. */
export function SignInCard({ email }: { email: string }) {
  return (
    <Card>
      <CardHeader title="Sign-in" description="Each change asks for your current password." />
      <div className="divide-y divide-border border-y border-border">
        <Part title="Change email">
          <ChangeEmailForm email={email} />
        </Part>
        <Part title="Change password">
          <ChangePasswordForm email={email} />
        </Part>
      </div>
    </Card>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="group">
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
