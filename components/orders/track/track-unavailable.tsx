import { ButtonLink } from "@/components/ui/button";
import { MessagePage } from "@/components/ui/message-page";
import { paths } from "@/lib/base/paths";

/** A tracking link that opens nothing, whatever the reason. */
export function TrackUnavailable() {
  return (
    <MessagePage
      title="This tracking link opens nothing"
      text="It may be incomplete, the owner of the batch may have ended or replaced it, or the cards were returned more than 180 days ago. Is the batch yours? Your dashboard has the current link."
      support
      actions={<ButtonLink href={paths.dashboard}>Go to Dashboard</ButtonLink>}
    />
  );
}
