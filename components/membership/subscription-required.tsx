import { AuthPanel } from "@/components/layout/auth-panel";
import { ButtonLink } from "@/components/ui/button";
import { paths } from "@/lib/base/paths";
import { plans } from "@/lib/base/plans";

/** In place of a page for members: the ways to become one, and around it. */
export function SubscriptionRequired() {
  return (
    <AuthPanel title="Subscription Required" lead="This page is for members. Choose a plan to open it.">
      <div className="grid gap-3">
        <ButtonLink href={paths.pricing} size="lg" block>
          Choose a Plan
        </ButtonLink>
        <ButtonLink href={paths.loginFree} size="lg" variant="secondary" block>
          Try Free Plan (${plans.free.rateCents / 100}/card)
        </ButtonLink>
        <ButtonLink href={paths.home} size="lg" variant="quiet" block>
          Back to Home
        </ButtonLink>
      </div>
    </AuthPanel>
  );
}
