import { Button, ButtonLink } from "@/components/ui/button";
import { paths } from "@/lib/base/paths";
import { site } from "@/lib/base/site";

type FailedPageProps = {
  /** Finds the error in our log. */
  reference: string | undefined;
  onRetry: () => void;
};

/** What a person reads when a page could not be made, and what to do then. */
export function FailedPage({ reference, onRetry }: FailedPageProps) {
  return (
    <main id="main" className="container-page flex max-w-xl flex-1 flex-col justify-center gap-6 py-20">
      <div className="space-y-2">
        <h1 className="text-2xl font-semibold">Something went wrong</h1>
        <p className="text-text-muted">
          We couldn't load this page. Please try again; if it keeps happening, write to{" "}
          <a className="link" href={`mailto:${site.contactEmail}`}>
            {site.contactEmail}
          </a>
          {reference ? ` and name the reference ${reference}` : ""}.
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onRetry}>Try Again</Button>
        <ButtonLink href={paths.home} variant="secondary">
          Back to Home
        </ButtonLink>
      </div>
    </main>
  );
}
