import { CircleAlert } from "lucide-react";
import { CheckPendingPayment } from "@/components/orders/submit/check-pending-payment";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { paths } from "@/lib/base/paths";
import { site } from "@/lib/base/site";

type ConfirmationErrorProps = {
  /** Without one: the address names no payment. */
  message?: string | undefined;
  /** The payment session, for our support. */
  reference?: string | undefined;
  isSignedIn: boolean;
};

/** A definite no: nothing was paid, or the link is not one of ours. */
export function ConfirmationError({ message, reference, isSignedIn }: ConfirmationErrorProps) {
  return (
    <main id="main" className="mx-auto w-full max-w-xl px-4 py-16 sm:px-6">
      <Card className="space-y-6 text-center">
        <div className="space-y-3">
          <CircleAlert className="mx-auto size-9 text-danger" aria-hidden="true" />
          <h1 className="text-2xl font-semibold">We could not confirm a payment</h1>
          <p role="alert" className="text-text-muted">
            {message ?? "Invalid payment session. Please contact support."}
          </p>
          {reference ? (
            <p className="text-xs wrap-anywhere text-text-muted">
              Reference ID: <code>{reference}</code>
            </p>
          ) : null}
        </div>
        {message === undefined ? <CheckPendingPayment /> : null}
        <div className="flex flex-wrap justify-center gap-3">
          <ButtonLink href={isSignedIn ? paths.submit : paths.submitPayg}>Back to Submissions</ButtonLink>
          {isSignedIn ? (
            <ButtonLink variant="secondary" href={paths.dashboard}>
              Go to Dashboard
            </ButtonLink>
          ) : null}
          <ButtonLink variant="quiet" href={`mailto:${site.contactEmail}`}>
            Contact Support
          </ButtonLink>
        </div>
      </Card>
    </main>
  );
}
