import * as z from "zod/mini";
import { providerLabel } from "@/lib/auth/oauth/words";
import { paths, withQuery } from "@/lib/base/paths";
import { site } from "@/lib/base/site";
import { ButtonRow, MailHeading, MailPart, Paragraph } from "@/lib/email/layout/mail-blocks";
import { MailLayout } from "@/lib/email/layout/mail-layout";
import { type Mail, type MailOrigins, mailAddress, renderMail } from "@/lib/email/outbox/mail-message";

/** Reads what the outbox keeps of a change in how somebody signs in: the address is the one of that moment. */
export const accountNoticeSchema = z.object({
  change: z.enum(["authenticator_on", "authenticator_off", "identity_linked", "identity_removed"]),
  email: z.string(),
  provider: z.optional(z.string()),
});

/** Holds the facts of such a mail. */
export type AccountNotice = z.infer<typeof accountNoticeSchema>;

type Words = { title: string; intro: string };

const words: Record<AccountNotice["change"], (site: string) => Words> = {
  authenticator_on: () => ({
    title: "Two-step sign-in is on",
    intro: "An authenticator app was set up for your account. From now on every log-in asks for its code.",
  }),
  authenticator_off: () => ({
    title: "Two-step sign-in is off",
    intro: "The authenticator app of your account was removed. A password is now enough to log in.",
  }),
  identity_linked: (other) => ({
    title: `A ${other} account was connected`,
    intro: `A ${other} account was connected to yours. From now on it signs in to your account, too.`,
  }),
  identity_removed: (other) => ({
    title: `A ${other} account was disconnected`,
    intro: `A ${other} account was disconnected from yours. It no longer signs in to your account.`,
  }),
};

/**
 * Renders the mail that tells the owner of an account of a new way in, or of one that is gone. Throws when there is no
 * usable address.
 */
export async function renderAccountNotice(notice: AccountNotice, { appUrl }: MailOrigins): Promise<Mail> {
  const { title, intro } = words[notice.change](providerLabel(notice.provider ?? "other"));
  const head = { to: mailAddress(notice.email, null), subject: title };
  const forgot = appUrl + withQuery(paths.login, { view: "forgot" });
  return renderMail(
    head,
    <MailLayout
      title={title}
      preheader={intro}
      reason={`You get this email because this address belongs to an account at ${site.name}.`}
    >
      <MailPart>
        <MailHeading level={1}>{title}</MailHeading>
        <Paragraph tone="muted" size={16}>
          {intro}
        </Paragraph>
      </MailPart>
      <MailPart title="Was it not you?">
        <Paragraph>
          Then somebody else has got into your account. Set a new password at once, look at Sign-in on your
          profile, and write to us.
        </Paragraph>
        <ButtonRow href={forgot}>Set a new password</ButtonRow>
      </MailPart>
    </MailLayout>,
  );
}
