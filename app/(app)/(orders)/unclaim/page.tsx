import { ConfirmLink } from "@/components/orders/confirm-link";
import { ScriptNeeded } from "@/components/ui/script-needed";
import { apiPaths } from "@/lib/base/api-paths";
import { firstValue, type Query } from "@/lib/base/query";
import { secretLinkMetadata } from "@/lib/marketing/page-metadata";

export const metadata = secretLinkMetadata("Remove batch");

/** Lets the payer remove a batch from an account. Opening the page changes nothing. */
export default async function UnclaimPage({ searchParams }: { searchParams: Promise<Query> }) {
  return (
    <>
      <ScriptNeeded />
      <ConfirmLink
        path={apiPaths.claim}
        body={{ action: "undo", link: firstValue((await searchParams).link) ?? "" }}
        ask={{
          title: "Remove your batch from the account it was added to?",
          text: "Do this if you didn't add it yourself. We'll email you a new tracking link.",
          button: "Remove batch",
        }}
        done={{
          title: "Batch removed from the account",
          text: "The account can no longer see or change it. Check your email for a new tracking link.",
        }}
      />
    </>
  );
}
