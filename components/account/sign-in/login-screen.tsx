import { LazyEmailLinkForm, LazySideForm } from "@/components/account/sign-in/lazy-forms";
import { LoginForm } from "@/components/account/sign-in/login-form";
import type { SideFormProps } from "@/components/account/sign-in/side-form";
import { KeepEmailLink, LoginLink } from "@/components/account/typed-email";
import { UnusableLink } from "@/components/account/unusable-link";
import { AuthPanel } from "@/components/layout/auth-panel";
import { Alert } from "@/components/ui/alert";
import { ButtonLink } from "@/components/ui/button-link";
import { ScriptNeeded } from "@/components/ui/script-needed";
import { providerLabel } from "@/lib/auth/oauth/messages";
import { loginLead } from "@/lib/auth/session/landing-path";
import { type LoginNotice, linkRefusedText } from "@/lib/auth/sign-in/login-notice";
import type { MailLink } from "@/lib/auth/sign-in/login-query";
import { apiPaths } from "@/lib/base/api-paths";
import { paths, withQuery } from "@/lib/base/paths";

type LoginScreenProps = {
  next?: string | undefined;
  plan?: string | undefined;
  providers: string[];
  notice: LoginNotice | undefined;
};

export function LoginScreen({ next, plan, providers, notice }: LoginScreenProps) {
  return (
    <AuthPanel
      title="Welcome Back"
      lead={loginLead({ next, plan })}
      footer={
        <>
          <p>
            New here? <KeepEmailLink href={withQuery(paths.signup, { plan })}>Create Account</KeepEmailLink>
          </p>
          <p>
            No account?{" "}
            <a className="link" href={paths.submitPayg}>
              Try Pay-As-You-Go
            </a>
          </p>
          <p>
            Paid as a guest?{" "}
            <a className="link" href={paths.findBatch}>
              Find your batch
            </a>
          </p>
          <p>
            <a className="underline" href={paths.home}>
              Back to Home
            </a>
          </p>
        </>
      }
    >
      <div className="space-y-5">
        {notice ? (
          <Alert tone={notice.tone} {...(notice.title ? { title: notice.title } : {})}>
            {notice.text}
          </Alert>
        ) : null}
        <ScriptNeeded />
        <LoginForm next={next} plan={plan} />
        {providers.length > 0 ? (
          <div className="space-y-4">
            <p className="flex items-center gap-4 text-sm text-text-muted before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
              or
            </p>
            <div className="grid gap-3">
              {providers.map((provider) => (
                <ButtonLink
                  key={provider}
                  href={withQuery(apiPaths.oauth, { provider, next, plan })}
                  variant="secondary"
                  size="lg"
                  block
                  rel="nofollow"
                >
                  {`Continue with ${providerLabel(provider)}`}
                </ButtonLink>
              ))}
            </div>
          </div>
        ) : null}
      </div>
    </AuthPanel>
  );
}

const TEXTS = {
  forgot: { title: "Forgot your password?", lead: "We'll email you a reset link." },
  resend: { title: "No confirmation email?", lead: "We'll send it again." },
  find: { title: "Find your batch", lead: "We'll email the tracking link to the address you paid with." },
  code: { title: "One more step", lead: "Enter the code from your authenticator app." },
} as const;

export function SideScreen({ view, next, plan }: SideFormProps) {
  const { title, lead } = TEXTS[view];
  return (
    <AuthPanel title={title} lead={lead} footer={<LoginLink next={next} plan={plan} />}>
      <div className="space-y-5">
        <ScriptNeeded />
        <LazySideForm view={view} next={next} plan={plan} />
      </div>
    </AuthPanel>
  );
}

/** Shows /login opened from an email. Opening it changes nothing, because mail scanners open links too. */
export function LinkScreen({ link, isUsed }: { link: MailLink | "unusable"; isUsed: boolean }) {
  if (link === "unusable") {
    const message = "This link is incomplete. Please open it from the email again.";
    return <UnusableLink message={message} for="confirmation" isForeign />;
  }
  if (isUsed) {
    const { type } = link;
    const purpose = type === "recovery" || type === "email_change" ? type : "confirmation";
    return <UnusableLink message={linkRefusedText(type)} for={purpose} />;
  }
  return <LazyEmailLinkForm {...link} />;
}
