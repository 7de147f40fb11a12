import * as z from "zod/mini";
import { rightLabel, STAFF_RIGHTS } from "@/lib/auth/staff-right";
import { site } from "@/lib/base/site";
import { staffPaths } from "@/lib/base/staff-paths";
import { type Fact, FactTable } from "@/lib/email/layout/fact-table";
import { ButtonRow, MailHeading, MailPart, Paragraph } from "@/lib/email/layout/mail-blocks";
import { MailLayout } from "@/lib/email/layout/mail-layout";
import { type Mail, type MailOrigins, mailAddress, renderMail } from "@/lib/email/outbox/mail-message";

const standing = z.nullable(
  z.object({ role: z.string(), rights: z.array(z.enum(STAFF_RIGHTS)), is_main: z.boolean() }),
);

/** Reads what the outbox keeps of a change of who is staff and with which rights; the addresses are those of that moment. */
export const rightsNoticeSchema = z.object({
  action: z.enum(["added", "role_changed", "rights_changed", "handed_over", "removed"]),
  to: z.string(),
  /** The reader is whom it is about; else an owner who is to know. */
  is_about_reader: z.boolean(),
  email: z.nullable(z.string()),
  /** Who changed it; null: a script of the house. */
  by: z.nullable(z.string()),
  before: standing,
  after: standing,
});
type RightsNotice = z.infer<typeof rightsNoticeSchema>;

const TITLES: Record<RightsNotice["action"], [aboutReader: string, aboutOther: string]> = {
  added: ["You are on the staff", "Somebody was added to the staff"],
  role_changed: ["Your role has changed", "The role of one of the staff has changed"],
  rights_changed: ["Your rights have changed", "The rights of one of the staff have changed"],
  handed_over: ["You are the main owner", "There is another main owner"],
  removed: ["You are not on the staff any more", "Somebody was removed from the staff"],
};

function standingWords(of: RightsNotice["before"]): string {
  if (of === null) return "Not staff";
  if (of.is_main) return "Main owner";
  if (of.role === "owner") return "Owner";
  return of.rights.map(rightLabel).join(", ") || "No right of its own";
}

/**
 * Renders the mail about a change of who is staff, to whom it is about or to the main owner. Throws when there is no usable
 * address.
 */
export async function renderRightsNotice(notice: RightsNotice, { appUrl }: MailOrigins): Promise<Mail> {
  const { is_about_reader: isAboutReader, email, by } = notice;
  const title = TITLES[notice.action][isAboutReader ? 0 : 1];
  const facts: Fact[] = [
    { label: "Who", value: email ?? "An account without an address" },
    { label: "Changed by", value: by ?? "System" },
    { label: "Before", value: standingWords(notice.before) },
    { label: "Now", value: standingWords(notice.after) },
  ];
  const isStaff = notice.after !== null || !isAboutReader;
  return renderMail(
    { to: mailAddress(notice.to, null), subject: title },
    <MailLayout
      title={title}
      preheader={`${email ?? "An account"}: ${standingWords(notice.after)}`}
      reason={`You get this email because ${isAboutReader ? "this address belongs to an account" : "you are an owner"} at ${site.name}.`}
    >
      <MailPart>
        <MailHeading level={1}>{title}</MailHeading>
        <Paragraph tone="muted" size={16}>
          It counts from the next click on.
        </Paragraph>
      </MailPart>
      <MailPart title="What has changed">
        <FactTable facts={facts} />
      </MailPart>
      <MailPart title="Is this not right?">
        <Paragraph>
          {isAboutReader
            ? "Ask the owner. If it was you who should have done it and it was not, set a new password and write to us."
            : "Look at who did it, and change it back under People."}
        </Paragraph>
        {isStaff ? (
          <ButtonRow href={`${appUrl}${staffPaths.orders}`}>Open the staff's pages</ButtonRow>
        ) : null}
      </MailPart>
    </MailLayout>,
  );
}
