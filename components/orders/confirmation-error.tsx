import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { paths } from "@/lib/paths";
import { site } from "@/lib/site";

type ConfirmationErrorProps = {
  message?: string | undefined;
  /** The payment session, for our support. */
  reference?: string | undefined;
  isSignedIn: boolean;
};

/** A definite no: nothing was paid, or the link is not one of ours. */
export function ConfirmationError({
  message = "Invalid payment session. Please contact support.",
  reference,
  isSignedIn,
}: ConfirmationErrorProps) {
  const back = isSignedIn ? paths.submit : paths.submitPayg;
  return (
    <main id="main" className="mx-auto w-full max-w-xl px-4 py-16 sm:px-6">
      <Card className="space-y-5 text-center">
        <h1 className="text-2xl font-semibold">We could not confirm a payment</h1>
        <p role="alert" className="text-text-muted">
          {message}
        </p>
        {reference ? (
          <p className="text-xs wrap-break-word text-text-muted">
            Reference: <code>{reference}</code>
          </p>
        ) : null}
        <div className="flex flex-wrap justify-center gap-3">
          <ButtonLink href={back}>Back to Submissions</ButtonLink>
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
