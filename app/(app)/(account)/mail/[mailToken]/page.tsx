import { notFound } from "next/navigation";
import { OptionalEmailsForm } from "@/components/account/optional-emails-form";
import { Card, CardHeader } from "@/components/ui/card";
import { ScriptNeeded } from "@/components/ui/script-needed";
import { apiPaths } from "@/lib/base/api-paths";
import { secretLinkMetadata } from "@/lib/marketing/page-metadata";
import { getOptionalEmails } from "@/lib/profile/data";
import { readMailToken } from "@/lib/profile/mail-token";

export const metadata = secretLinkMetadata("Email notifications");

/** Shows the email preferences to anyone with the emailed link. Opening it changes nothing. */
export default async function MailPage({ params }: { params: Promise<{ mailToken: string }> }) {
  const { mailToken: token } = await params;
  const hash = readMailToken(token);
  if (!hash) notFound();
  return (
    <main id="main" className="container-page max-w-xl flex-1 py-16">
      <Card>
        <CardHeader
          level={1}
          title="Email notifications"
          description="These settings are for the address we emailed this link to."
        />
        <ScriptNeeded />
        <OptionalEmailsForm path={apiPaths.mail(token)} wanted={await getOptionalEmails(hash)} />
      </Card>
    </main>
  );
}
