import { LazyFindBatchForm } from "@/components/orders/find/find-batch-link";
import { LinkUnavailable } from "@/components/orders/link-unavailable";
import { ScriptNeeded } from "@/components/ui/script-needed";

export default function TrackNotFound() {
  return (
    <LinkUnavailable to="track">
      <div className="space-y-5 text-left">
        <ScriptNeeded />
        <LazyFindBatchForm />
      </div>
    </LinkUnavailable>
  );
}
