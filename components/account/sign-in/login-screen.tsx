import { CarryingLink } from "@/components/account/carrying-link";
import { LoginForm } from "@/components/account/sign-in/login-form";
import { ProviderButtons } from "@/components/account/sign-in/provider-buttons";
import { AuthPanel } from "@/components/layout/auth-panel";
import { Alert } from "@/components/ui/alert";
import { ScriptNeeded } from "@/components/ui/script-needed";
import { loginLead } from "@/lib/auth/sign-in/login-lead";
import type { LoginNotice } from "@/lib/auth/sign-in/login-notice";
import { paths, withQuery } from "@/lib/base/paths";

type LoginScreenProps = {
  next?: string | undefined;
  plan?: string | undefined;
  /** Other sites whose accounts may be used, as the auth service names them. */
  providers: string[];
  notice: LoginNotice | undefined;
};

/**
 * Shows /login to a visitor: the form, the other sites' accounts, and the ways to sign up, to pay without an account, to a
 * batch that was paid so, or home.
 */
export function LoginScreen({ next, plan, providers, notice }: LoginScreenProps) {
  return (
    <AuthPanel
      title="Welcome Back"
      lead={loginLead({ next, plan })}
      footer={
        <>
          <p>
            New here? <CarryingLink href={withQuery(paths.signup, { plan })}>Create Account</CarryingLink>. No
            account needed:{" "}
            <a className="link" href={paths.submitPayg}>
              Try Pay-As-You-Go
            </a>
          </p>
          <p>
            Paid without an account?{" "}
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
        <ProviderButtons providers={providers} next={next} plan={plan} />
      </div>
    </AuthPanel>
  );
}
