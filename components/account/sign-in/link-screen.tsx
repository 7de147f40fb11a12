import { NewPasswordForm } from "@/components/account/password/new-password-form";
import { ScriptNeeded } from "@/components/account/script-needed";
import { ConfirmEmail } from "@/components/account/sign-in/confirm-email";
import { LoginLink } from "@/components/account/sign-in/login-link";
import { UnusableLink } from "@/components/account/unusable-link";
import { AuthPanel } from "@/components/layout/auth-panel";
import type { MailLink } from "@/lib/auth/sign-in/login-query";

const CONFIRMATIONS = {
  signup: {
    title: "Confirm your e-mail",
    lead: "The last step to your account.",
    button: "Confirm and log in",
  },
  email: {
    title: "Confirm your e-mail",
    lead: "The last step to your account.",
    button: "Confirm and log in",
  },
  email_change: {
    title: "Confirm your new e-mail",
    lead: "From then on you log in with the new address.",
    button: "Confirm the change",
  },
  magiclink: { title: "Log in", lead: "No password needed.", button: "Log in" },
} as const;

/**
 * Shows /login opened from a mail: one press, or a new password, redeems the link. Opening it alone changes nothing.
 */
export function LinkScreen({ link }: { link: MailLink | "unusable" }) {
  if (link === "unusable") {
    return (
      <AuthPanel title="This link does not work" lead="Nothing was changed.">
        <UnusableLink
          message="This link is not complete. Please open it from the e-mail once more."
          for="confirmation"
        />
      </AuthPanel>
    );
  }
  if (link.type === "recovery") {
    return (
      <AuthPanel title="Set a new password" lead="Other devices are then signed out." footer={<LoginLink />}>
        <ScriptNeeded />
        <NewPasswordForm tokenHash={link.tokenHash} />
      </AuthPanel>
    );
  }
  const { title, lead, button } = CONFIRMATIONS[link.type];
  return (
    <AuthPanel title={title} lead={lead}>
      <ScriptNeeded />
      <ConfirmEmail tokenHash={link.tokenHash} type={link.type} button={button} />
    </AuthPanel>
  );
}
