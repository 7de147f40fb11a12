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
    text: "It is incomplete, was replaced, or ended 180 days after the cards came back. Your dashboard has the current one; without an account, have it emailed again.",
  },
} as const;

/** Says that a link opens nothing, never why, so no one can find out which batches exist. */
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
