import { CreateAccountLink } from "@/components/orders/confirmation/create-account-link";
import { ButtonLink } from "@/components/ui/button-link";
import { Disclosure } from "@/components/ui/disclosure";
import { formatPrice } from "@/lib/base/money";
import { paths, withQuery } from "@/lib/base/paths";
import { PAYG_CEILING_CENTS, plans } from "@/lib/base/plans";
import type { ConfirmedOrder } from "@/lib/orders/confirmation/confirmation";

export function WhatNext({ order, isSignedIn }: { order: ConfirmedOrder; isSignedIn: boolean }) {
  const { isGuest } = order;
  return (
    <>
      {isSignedIn ? null : (
        <Disclosure title={isGuest ? "Create an account" : "Log in to see your batches"}>
          {isGuest ? (
            <p className="mb-4 text-text-muted">
              Keep your batches together. Use the same email, and this one will be on your dashboard.
            </p>
          ) : null}
          <div className="flex flex-wrap gap-3">
            {isGuest ? (
              <CreateAccountLink email={order.user_email ?? order.guest_email} cards={order.num_cards} />
            ) : null}
            <ButtonLink variant="secondary" href={withQuery(paths.login, { next: paths.dashboard })}>
              Log in
            </ButtonLink>
          </div>
        </Disclosure>
      )}
      {order.plan_type === "payg" ? (
        <Disclosure title="Save on your next batch">
          <p className="mb-4 text-text-muted">
            Members pay from {formatPrice(plans.elite.rateCents)}/card. Pay-As-You-Go is up to{" "}
            {formatPrice(PAYG_CEILING_CENTS)}/card, and you always see the exact price before you pay.
          </p>
          <ButtonLink variant="secondary" href={paths.pricing}>
            See memberships
          </ButtonLink>
        </Disclosure>
      ) : null}
    </>
  );
}

type ConfirmationLinksProps = {
  isSignedIn: boolean;
  /** The payment's outcome is unknown. Customers who are asked not to pay again get no link to submit another batch. */
  isUnknown?: boolean;
};

export function ConfirmationLinks({ isSignedIn, isUnknown }: ConfirmationLinksProps) {
  return (
    <div className="flex flex-wrap justify-center gap-3">
      <ButtonLink variant="secondary" href={isSignedIn ? paths.dashboard : paths.home}>
        {isSignedIn ? "Go to Dashboard" : "Back to Home"}
      </ButtonLink>
      {isUnknown ? null : (
        <ButtonLink variant="secondary" href={isSignedIn ? paths.submit : paths.submitPayg}>
          Submit More Cards
        </ButtonLink>
      )}
    </div>
  );
}
