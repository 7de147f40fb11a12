import { LateFindBatchForm } from "@/components/orders/find/late-find-batch-form";
import { LinkUnavailable } from "@/components/orders/link-unavailable";
import { ScriptNeeded } from "@/components/ui/script-needed";

/** Answers for a tracking link that is unknown, ended by its owner, or too old, and mails it again to who has paid. */
export default function TrackNotFound() {
  return (
    <LinkUnavailable to="track">
      <div className="space-y-5 text-left">
        <ScriptNeeded />
        <LateFindBatchForm />
      </div>
    </LinkUnavailable>
  );
}
