import { ButtonLink } from "@/components/ui/button-link";
import { MessagePage } from "@/components/ui/message-page";
import { RefreshButton } from "@/components/ui/refresh-button";
import { formatPrice } from "@/lib/base/money";
import { paths } from "@/lib/base/paths";
import { plans } from "@/lib/base/plans";
import { type MembershipGate, SUBSCRIPTION_UNKNOWN } from "@/lib/membership/membership-state";

export function MembershipGuard({ gate, children }: { gate: MembershipGate; children?: React.ReactNode }) {
  if (gate === "failed") {
    return (
      <MessagePage
        tone="danger"
        title="Something went wrong"
        text={SUBSCRIPTION_UNKNOWN}
        actions={<RefreshButton>Refresh Page</RefreshButton>}
      />
    );
  }
  if (gate === "required") {
    return (
      <MessagePage
        tone="info"
        title="Subscription Required"
        text="This page requires a membership. Choose a plan to continue."
        actions={
          <>
            <ButtonLink href={paths.pricing}>Choose a Plan</ButtonLink>
            <ButtonLink href={paths.loginFree} variant="secondary">
              {`Try Free Plan (${formatPrice(plans.free.rateCents)}/card)`}
            </ButtonLink>
            <ButtonLink href={paths.home} variant="quiet">
              Back to Home
            </ButtonLink>
          </>
        }
      />
    );
  }
  return children;
}
