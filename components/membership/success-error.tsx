import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { paths, withQuery } from "@/lib/base/paths";
import { site } from "@/lib/base/site";
import { messages } from "@/lib/base/words";

type SuccessErrorProps = {
  message?: string;
  /** The payment session, for our support. */
  reference?: string | undefined;
};

/** A definite no: nothing was paid, or the address names no payment of ours. */
export function SuccessError({ message = messages.paymentNotFound, reference }: SuccessErrorProps) {
  const subject = reference ? `Membership payment ${reference}` : "Membership payment";
  return (
    <main id="main" className="container-page max-w-xl py-16">
      <Card className="space-y-5 text-center">
        <h1 className="text-2xl font-semibold">We could not confirm your membership</h1>
        <p role="alert" className="text-text-muted">
          {message}
        </p>
        {reference ? (
          <p className="text-xs wrap-anywhere text-text-muted">
            Reference ID: <code>{reference}</code>
          </p>
        ) : null}
        <div className="flex flex-wrap justify-center gap-3">
          <ButtonLink href={reference ? withQuery(paths.success, { session_id: reference }) : paths.pricing}>
            Try Again
          </ButtonLink>
          <ButtonLink variant="secondary" href={paths.dashboard}>
            Go to Dashboard
          </ButtonLink>
          <ButtonLink
            variant="quiet"
            href={`mailto:${site.contactEmail}?subject=${encodeURIComponent(subject)}`}
          >
            Contact Support
          </ButtonLink>
        </div>
      </Card>
    </main>
  );
}
