import { AuthPanel } from "@/components/layout/auth-panel";
import { RefreshButton } from "@/components/ui/refresh-button";
import { SUBSCRIPTION_UNKNOWN } from "@/lib/membership/subscription-unknown";

/** In place of a page for members when nobody can tell whether this person is one. */
export function GuardError() {
  return (
    <AuthPanel title="Something went wrong" lead={SUBSCRIPTION_UNKNOWN}>
      <RefreshButton block size="lg">
        Refresh Page
      </RefreshButton>
    </AuthPanel>
  );
}
