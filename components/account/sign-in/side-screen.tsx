import { LoginLink } from "@/components/account/carrying-link";
import { LazySideForm } from "@/components/account/sign-in/lazy-forms";
import type { SideFormProps } from "@/components/account/sign-in/side-form";
import { AuthPanel } from "@/components/layout/auth-panel";
import { ScriptNeeded } from "@/components/ui/script-needed";

const TEXTS = {
  forgot: { title: "Forgot your password?", lead: "We'll email you a reset link." },
  resend: { title: "No confirmation email?", lead: "We'll send it again." },
  find: { title: "Find your batch", lead: "We'll email the tracking link to the address you paid with." },
  code: { title: "One more step", lead: "Enter the code from your authenticator app." },
} as const;

/** Shows a step beside the login: forgotten password, lost email, second factor, or finding a guest's batch. */
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
