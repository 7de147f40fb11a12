import { AuthPanel } from "@/components/auth/auth-panel";
import { LoginForm } from "@/components/auth/login-form";
import { ScriptNeeded } from "@/components/auth/script-needed";
import { Alert } from "@/components/ui/alert";
import { paths, withQuery } from "@/lib/paths";

type LoginScreenProps = {
  next?: string | undefined;
  plan?: string | undefined;
  /** Something to know before trying, for example that the sign-in service is away. */
  warning?: string | undefined;
};

/** /login for a visitor. */
export function LoginScreen({ next, plan, warning }: LoginScreenProps) {
  return (
    <AuthPanel
      title="Welcome Back"
      lead="Log in to submit cards and follow your batches."
      footer={
        <>
          <p>
            New here?{" "}
            <a className="link" href={withQuery(paths.signup, { plan })}>
              Create Account
            </a>
          </p>
          <p>
            No account needed:{" "}
            <a className="link" href={paths.submitPayg}>
              Try Pay-As-You-Go
            </a>
          </p>
          <p>
            <a className="link" href={paths.home}>
              Back to Home
            </a>
          </p>
        </>
      }
    >
      <div className="space-y-5">
        {warning ? <Alert tone="warning">{warning}</Alert> : null}
        <ScriptNeeded />
        <LoginForm next={next} plan={plan} />
      </div>
    </AuthPanel>
  );
}
