import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { LateMailChoiceForm } from "@/components/account/notices/late-mail-choice-form";
import { Card } from "@/components/ui/card";
import { CardHeader } from "@/components/ui/card-header";
import { ScriptNeeded } from "@/components/ui/script-needed";
import { apiPaths } from "@/lib/base/api-paths";
import { loadMailLevel } from "@/lib/profile/notices/loaders";

export const metadata: Metadata = {
  title: "Email notifications",
  robots: { index: false, follow: false, noarchive: true },
  referrer: "no-referrer",
};

/** Serves the choice of emails to whoever has the link of one: no account, no name, no address. Opening it changes nothing. */
export default async function MailPage({ params }: { params: Promise<{ mailToken: string }> }) {
  const { mailToken: token } = await params;
  const level = await loadMailLevel(token);
  if (!level) notFound();
  return (
    <main id="main" className="container-page max-w-xl flex-1 py-16">
      <Card>
        <CardHeader
          level={1}
          title="Email notifications"
          description="What we write to the email address that this link was sent to."
        />
        <ScriptNeeded />
        <LateMailChoiceForm path={apiPaths.mail(token)} level={level} />
      </Card>
    </main>
  );
}
