import type { ReactNode } from "react";
import { ButtonLink } from "@/components/ui/button-link";
import { MessagePage } from "@/components/ui/message-page";
import { paths } from "@/lib/base/paths";
import { PRINT_LINK_DAYS } from "@/lib/orders/print/print";

const TEXTS = {
  print: {
    title: "This page cannot be opened",
    text: `Label and packing slip open for the account that paid for the batch, in the browser that paid without an account, and for ${PRINT_LINK_DAYS} days through the links of the confirmation email.`,
  },
  track: {
    title: "This tracking link does not work",
    text: "It may be incomplete, the owner of the batch may have ended or replaced it, or the cards were returned more than 180 days ago. Is the batch yours? Your dashboard has the current link. Paid without an account? We will email it to you again.",
  },
} as const;

/**
 * Shows the page behind a link to a batch that opens nothing for this visitor, in `print` its label or slip, in `track`
 * its tracking page. It never says which reason it is, so that nobody can find out which batches exist. `children`: what
 * may help.
 */
export function LinkUnavailable({ to, children }: { to: keyof typeof TEXTS; children?: ReactNode }) {
  return (
    <MessagePage
      {...TEXTS[to]}
      tone="warning"
      support
      actions={
        <ButtonLink variant="secondary" href={paths.dashboard}>
          Go to Dashboard
        </ButtonLink>
      }
    >
      {children}
    </MessagePage>
  );
}
