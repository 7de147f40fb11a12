import { ButtonLink } from "@/components/ui/button";
import { MessagePage } from "@/components/ui/message-page";
import { paths } from "@/lib/base/paths";
import { PRINT_LINK_DAYS } from "@/lib/orders/print/print";

/** A label or slip that this visitor may not print, whatever the reason. */
export function PrintUnavailable() {
  return (
    <MessagePage
      title="This page cannot be opened"
      text={`Label and packing slip open for the account that paid for the batch, in the browser that paid without an account, and for ${PRINT_LINK_DAYS} days through the links of the confirmation mail.`}
      support
      actions={<ButtonLink href={paths.dashboard}>Go to Dashboard</ButtonLink>}
    />
  );
}
