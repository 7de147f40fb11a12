import { paths } from "@/lib/base/paths";
import { site } from "@/lib/base/site";
import { MailLayout } from "@/lib/email/layout/mail-layout";
import { paint } from "@/lib/email/layout/paint";
import { MailButton, MailHeading, MailPart, PaperLines, Paragraph } from "@/lib/email/layout/parts";
import { renderHtml } from "@/lib/email/layout/render-email";

type AuthMailContent = {
  /** The headline, which is also the subject in supabase/config.toml. */
  title: string;
  text: string;
  /** The button, and the type of the token in its link. Without an action, the email shows the code. */
  action?: { label: string; type: "signup" | "invite" | "recovery" | "email_change" | "magiclink" };
  /** Instructions for someone who didn't request this email. */
  ifNotYou: string;
};

const IGNORE = "Wasn't you? Ignore this email. Nothing will change.";
const BEWARE = "Wasn't you? Someone may know your password.";
const CHANGE_IT = "Log in and change your password.";

/**
 * The auth service's emails, by their file names in supabase/templates. The service fills in `{{ .Names }}`
 * (https://supabase.com/docs/guides/auth/auth-email-templates). Links open a page with a button, because programs
 * that open every link in an email would use up the token.
 */
export const authEmails: Record<string, AuthMailContent> = {
  confirmation: {
    title: `Confirm your email for ${site.name}`,
    text: "Confirm {{ .Email }} to finish setting up your account.",
    action: { label: "Confirm email", type: "signup" },
    ifNotYou: IGNORE,
  },
  invite: {
    title: `You're invited to ${site.name}`,
    text: "Accept to create an account for {{ .Email }} and choose a password.",
    action: { label: "Accept invitation", type: "invite" },
    ifNotYou: "Don't want an account? Ignore this email.",
  },
  recovery: {
    title: `Set a new ${site.name} password`,
    text: "We got a request to reset the password for {{ .Email }}.",
    action: { label: "Set a new password", type: "recovery" },
    ifNotYou: IGNORE,
  },
  "email-change": {
    title: `Confirm your new email for ${site.name}`,
    text: "You asked to change your email from {{ .Email }} to {{ .NewEmail }}.",
    action: { label: "Confirm new email", type: "email_change" },
    ifNotYou: `${BEWARE} Don't confirm. ${CHANGE_IT}`,
  },
  "magic-link": {
    title: `Log in to ${site.name}`,
    text: "Open this link to log in as {{ .Email }}. Then enter your password or choose a new one.",
    action: { label: "Log in", type: "magiclink" },
    ifNotYou: IGNORE,
  },
  reauthentication: {
    title: `Your ${site.name} confirmation code`,
    text: "Enter this code to confirm your account change.",
    ifNotYou: `${BEWARE} Don't share the code. ${CHANGE_IT}`,
  },
};

/** Renders one of the auth service's emails as HTML and leaves the service's variables in place. */
export function renderAuthMail(content: AuthMailContent): Promise<string> {
  return renderHtml(<AuthMail {...content} />);
}

function AuthMail({ title, text, action, ifNotYou }: AuthMailContent) {
  const link = `{{ .SiteURL }}${paths.login}?token_hash={{ .TokenHash }}&type=${action?.type}`;
  const expiry = `This ${action ? "link" : "code"} works once and expires in an hour.`;
  return (
    <MailLayout
      title={title}
      preheader={expiry}
      hasBrand
      reason={`You're getting this because someone entered this address on ${site.name}. ${ifNotYou}`}
      // The files belong to the auth service and don't depend on the build's address.
      contactPage={`{{ .SiteURL }}${paths.home}#contact`}
    >
      <MailPart>
        <MailHeading>{title}</MailHeading>
        <Paragraph size={16}>{text}</Paragraph>
        {action ? (
          <MailButton href={link}>{action.label}</MailButton>
        ) : (
          <PaperLines lines={["{{ .Token }}"]} size={28} />
        )}
        <Paragraph tone="muted" size={14}>
          {expiry}
          {action ? " Button not working? Open this link:" : ""}
        </Paragraph>
        {action ? (
          <a href={link} {...paint(["link"], { fontSize: 13, lineHeight: "20px", wordBreak: "break-all" })}>
            {link}
          </a>
        ) : null}
      </MailPart>
    </MailLayout>
  );
}
