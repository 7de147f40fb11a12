import { paths } from "@/lib/base/paths";
import { site } from "@/lib/base/site";
import { MailLayout } from "@/lib/email/layout/mail-layout";
import { paint } from "@/lib/email/layout/paint";
import { MailButton, MailHeading, MailPart, Paragraph, SlabLabel } from "@/lib/email/layout/parts";
import { renderHtml } from "@/lib/email/layout/render-email";

type AuthMailContent = {
  title: string;
  text: string;
  /** The button, and the kind of token that its link carries; without one the mail shows the code. */
  action?: { label: string; type: "signup" | "invite" | "recovery" | "email_change" | "magiclink" };
  /** What to do for somebody who did not ask for this. */
  ifNotYou: string;
};

const IGNORE = "If it was not you, ignore this mail: nothing changes.";
const BEWARE =
  "If it was not you, somebody may know your password: leave this mail alone, log in and change your password.";

/**
 * Holds the mails of the auth service, by the names of their files in supabase/templates. The service fills in
 * `{{ .Names }}` (https://supabase.com/docs/guides/auth/auth-email-templates). Links lead to a page with a button, not
 * straight to the service: programs that open every link of a mail would use up the token.
 */
export const authMails: Record<string, AuthMailContent> = {
  confirmation: {
    title: "Confirm your email address",
    text: `Welcome to ${site.name}. One press of the button, and your account {{ .Email }} is ready.`,
    action: { label: "Confirm my address", type: "signup" },
    ifNotYou: IGNORE,
  },
  invite: {
    title: `Join ${site.name}`,
    text: `You're invited to open a ${site.name} account for {{ .Email }}. Choose a password to get started.`,
    action: { label: "Accept invitation", type: "invite" },
    ifNotYou: "If you don't want an account, ignore this email.",
  },
  recovery: {
    title: "Set a new password",
    text: "Somebody, hopefully you, asked for a new password for {{ .Email }}.",
    action: { label: "Set a new password", type: "recovery" },
    ifNotYou: IGNORE,
  },
  "email-change": {
    title: "Confirm your new email address",
    text: "Your account is to change its email address from {{ .Email }} to {{ .NewEmail }}.",
    action: { label: "Confirm the change", type: "email_change" },
    ifNotYou: BEWARE,
  },
  "magic-link": {
    title: "Your sign-in link",
    text: "Press the button to log in as {{ .Email }}. It asks for a password: yours, or a new one.",
    action: { label: "Log in", type: "magiclink" },
    ifNotYou: IGNORE,
  },
  reauthentication: {
    title: "Confirm that it is you",
    text: "Enter this code to go on with the change to your account.",
    ifNotYou: BEWARE,
  },
};

/** Renders one of the auth service's mails as HTML, with the service's variables still in it. */
export function renderAuthMail(content: AuthMailContent): Promise<string> {
  return renderHtml(<AuthMail {...content} />);
}

/** One of the auth service's mails, in the look of the product's own. */
function AuthMail({ title, text, action, ifNotYou }: AuthMailContent) {
  const link = `{{ .SiteURL }}${paths.login}?token_hash={{ .TokenHash }}&type=${action?.type}`;
  const expiry = `The ${action ? "link" : "code"} works once and expires after an hour.`;
  return (
    <MailLayout
      title={title}
      preheader={expiry}
      reason={`You get this email because this address was entered at ${site.name}. ${ifNotYou}`}
      // The files are the auth service's, whatever address a build was given.
      contactPage={`{{ .SiteURL }}${paths.home}#contact`}
    >
      <MailPart>
        <MailHeading level={1}>{title}</MailHeading>
        <Paragraph size={16}>{text}</Paragraph>
        {action ? (
          <div style={{ padding: "18px 0 20px" }}>
            <MailButton href={link}>{action.label}</MailButton>
          </div>
        ) : (
          <SlabLabel caption="Your code" value="{{ .Token }}" hint={expiry} />
        )}
        {action ? <FallbackLink link={link} expiry={expiry} /> : null}
      </MailPart>
    </MailLayout>
  );
}

function FallbackLink({ link, expiry }: { link: string; expiry: string }) {
  return (
    <>
      <Paragraph tone="muted" size={13}>
        {expiry} If the button does not work, open this address:
      </Paragraph>
      <a href={link} {...paint(["link"], { fontSize: 13, lineHeight: "20px", wordBreak: "break-all" })}>
        {link}
      </a>
    </>
  );
}
