import { CreateAccountLink } from "@/components/orders/confirmation/create-account-link";
import { ButtonLink } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import { formatPrice } from "@/lib/base/money";
import { paths, withQuery } from "@/lib/base/paths";
import { PAYG_CEILING_CENTS, plans } from "@/lib/base/plans";

type WhatNextProps = {
  isSignedIn: boolean;
  isPayg: boolean;
  /** The batch was placed without an account. */
  isGuest: boolean;
  /** The address that paid, for its owner's own eyes; null for anybody else. */
  email: string | null;
};

/** Offers a payer an account, the login, or a membership, whichever they don't have. */
export function WhatNext({ isSignedIn, isPayg, isGuest, email }: WhatNextProps) {
  return (
    <div className="space-y-6">
      {isSignedIn ? null : <FollowOnline isGuest={isGuest} email={email} />}
      {isPayg ? <PaygUpsell /> : null}
    </div>
  );
}

function FollowOnline({ isGuest, email }: Pick<WhatNextProps, "isGuest" | "email">) {
  return (
    <Card className="space-y-4">
      <div className="space-y-1">
        <h2 className="text-lg font-semibold">Follow this batch online</h2>
        <p className="text-text-muted">
          {isGuest
            ? "Create an account with the same email address, and this batch appears on your dashboard."
            : "It is on the dashboard of the account that placed it."}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        {isGuest ? <CreateAccountLink email={email} /> : null}
        <ButtonLink variant="secondary" href={withQuery(paths.login, { next: paths.dashboard })}>
          Log in
        </ButtonLink>
      </div>
    </Card>
  );
}

function PaygUpsell() {
  return (
    <Card className="space-y-4">
      <div className="space-y-1">
        <h2 className="text-lg font-semibold">More cards to come?</h2>
        <p className="text-text-muted">
          Pay-as-you-go costs up to {formatPrice(PAYG_CEILING_CENTS)}/card; the exact price is shown before
          you pay. Members pay from {formatPrice(plans.elite.rateCents)}/card.
        </p>
      </div>
      <ButtonLink variant="secondary" href={paths.pricing}>
        See memberships
      </ButtonLink>
    </Card>
  );
}

type ConfirmationLinksProps = {
  isSignedIn: boolean;
  /** Nobody knows of the payment: who is asked not to pay again is offered no other batch. */
  isUnknown?: boolean;
};

/** Shows the two ways on at the end of a confirmation: to the dashboard or home, and to the next batch. */
export function ConfirmationLinks({ isSignedIn, isUnknown }: ConfirmationLinksProps) {
  return (
    <div className="flex flex-wrap justify-center gap-3">
      {isSignedIn ? (
        <ButtonLink href={paths.dashboard}>Go to Dashboard</ButtonLink>
      ) : (
        <ButtonLink variant="secondary" href={paths.home}>
          Back to Home
        </ButtonLink>
      )}
      {isUnknown ? null : (
        <ButtonLink variant="secondary" href={isSignedIn ? paths.submit : paths.submitPayg}>
          Submit More Cards
        </ButtonLink>
      )}
    </div>
  );
}
