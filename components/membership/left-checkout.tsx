"use client";

import { Alert } from "@/components/ui/alert";
import { ButtonLink } from "@/components/ui/button-link";
import { useQueryDropped } from "@/components/ui/use-query-dropped";
import { LEFT, paths, withQuery } from "@/lib/base/paths";
import { type MembershipPlan, plans } from "@/lib/base/plans";

/** Says to who has left the payment page of a membership that nothing was charged, with the ways back to it and to the plans. */
export function LeftCheckout({ plan }: { plan: MembershipPlan }) {
  useQueryDropped(LEFT);
  const { label } = plans[plan];
  return (
    <Alert
      tone="info"
      title={`You left the checkout of ${label}`}
      action={
        <div className="flex flex-wrap gap-2">
          <ButtonLink variant="secondary" size="sm" href={withQuery(paths.pricing, { plan })}>
            Go on with {label}
          </ButtonLink>
          <ButtonLink variant="quiet" size="sm" href={paths.pricing}>
            Compare plans
          </ButtonLink>
        </div>
      }
    >
      Nothing was charged, and no membership was started.
    </Alert>
  );
}
