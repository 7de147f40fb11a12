import * as z from "zod/mini";
import { site } from "@/lib/base/site";
import { FactTable } from "@/lib/email/layout/fact-table";
import { MailHeading, MailPart, Paragraph } from "@/lib/email/layout/mail-blocks";
import { MailLayout } from "@/lib/email/layout/mail-layout";
import { type Mail, mailAddress, renderMail } from "@/lib/email/outbox/mail-message";

/** Reads what the outbox holds of photographs that cannot be deleted: how many, and the folder of one of them in the bucket. */
export const photoAlertSchema = z.object({ count: z.number(), path: z.string() });
type PhotoAlert = z.infer<typeof photoAlertSchema>;

/** Renders the mail that tells staff of photographs that cannot be deleted. It names no customer. Throws without an address. */
export async function renderPhotoAlert(alert: PhotoAlert, to: string | undefined): Promise<Mail> {
  const photographs = `${alert.count.toLocaleString("en-US")} ${alert.count === 1 ? "photograph" : "photographs"}`;
  const subject = `${photographs} cannot be deleted`;
  return renderMail(
    { to: mailAddress(to ?? null, site.name), subject },
    <PhotoAlertMail alert={alert} subject={subject} photographs={photographs} />,
  );
}

function PhotoAlertMail(props: { alert: PhotoAlert; subject: string; photographs: string }) {
  const { alert, subject, photographs } = props;
  const words = "Their time is over, but the storage has refused to delete their files for six hours.";
  return (
    <MailLayout
      title={subject}
      preheader={words}
      reason={`You get this email because ${site.name} tells this address of what the job cannot do.`}
    >
      <MailPart>
        <MailHeading level={1}>Photographs that cannot be deleted</MailHeading>
        <Paragraph tone="muted" size={16}>
          {words}
        </Paragraph>
      </MailPart>
      <MailPart title="What it is about">
        <FactTable
          facts={[
            { label: "How many", value: photographs },
            { label: "In the bucket", value: `order-photos/${alert.path}` },
          ]}
        />
      </MailPart>
      <MailPart title="What to do now">
        <Paragraph>
          See whether the storage answers, and what the log says (photo.stuck, sync.failed). The job tries
          again every hour, and all other photographs go on time. Nobody is told twice of the same one.
        </Paragraph>
      </MailPart>
    </MailLayout>
  );
}
