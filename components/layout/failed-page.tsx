import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import { PlainMessage } from "@/components/ui/plain-message";
import { paths } from "@/lib/base/paths";
import { site } from "@/lib/base/site";

type FailedPageProps = {
  /** Our log finds what failed by it; undefined when the browser made the error. */
  reference: string | undefined;
  onRetry: () => void;
};

/**
 * Shows that a page could not be made, with another try and the way home. Both error boundaries of the product show it.
 */
export function FailedPage({ reference, onRetry }: FailedPageProps) {
  return (
    <main id="main" className="container-page max-w-xl flex-1 py-16">
      <Card>
        <PlainMessage
          role="alert"
          title="Something went wrong"
          text={
            <>
              We couldn't load this page. Please try again; if it keeps happening, write to{" "}
              <a className="link" href={`mailto:${site.contactEmail}`}>
                {site.contactEmail}
              </a>
              .
            </>
          }
          reference={reference}
          actions={
            <>
              <Button onClick={onRetry}>Try Again</Button>
              <ButtonLink href={paths.home} variant="secondary">
                Back to Home
              </ButtonLink>
            </>
          }
        />
      </Card>
    </main>
  );
}
