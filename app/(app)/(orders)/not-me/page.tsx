import { ConfirmLink } from "@/components/orders/confirm-link";
import { ScriptNeeded } from "@/components/ui/script-needed";
import { apiPaths } from "@/lib/base/api-paths";
import { firstValue, type Query } from "@/lib/base/query";
import { secretLinkMetadata } from "@/lib/marketing/page-metadata";

export const metadata = secretLinkMetadata("Report an address change you didn't make");

/** Lets someone dispute a changed return address. Opening the page changes nothing. */
export default async function NotMePage({ searchParams }: { searchParams: Promise<Query> }) {
  return (
    <>
      <ScriptNeeded />
      <ConfirmLink
        path={apiPaths.disputeAddress}
        body={{ link: firstValue((await searchParams).link) ?? "" }}
        ask={{
          title: "Didn't change your return address?",
          text: "Let us know, and we'll hold your cards until we've talked to you.",
          button: "This wasn't me",
        }}
        done={{ title: "We're holding your cards", text: "We won't ship them until we've talked to you." }}
      />
    </>
  );
}
