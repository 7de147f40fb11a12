import { contactEmail } from "@/lib/base/env-public";
import { HOME } from "@/lib/base/home-path";

/** Uses no shared components, because every page loads it. */
export function FailedPage({ reference, onRetry }: { reference: string | undefined; onRetry: () => void }) {
  return (
    <main id="main" className="container-page max-w-xl flex-1 py-16">
      <div className="space-y-6 rounded-2xl border border-border bg-surface-raised p-6 text-center shadow-sm sm:p-8">
        <div role="alert" className="space-y-3">
          <h1 className="text-2xl font-semibold">Something went wrong</h1>
          <p className="wrap-break-word text-text-muted">
            We couldn't load this page. Please try again. If it keeps happening, email{" "}
            <a className="link" href={`mailto:${contactEmail}`}>
              {contactEmail}
            </a>
            .
          </p>
          {reference ? (
            <p className="text-xs wrap-anywhere text-text-muted">
              Reference ID: <code>{reference}</code>
            </p>
          ) : null}
        </div>
        <div className="flex flex-wrap justify-center gap-3">
          <button type="button" className="button" onClick={onRetry}>
            Try Again
          </button>
          <a className="button button-secondary" href={HOME}>
            Back to Home
          </a>
        </div>
      </div>
    </main>
  );
}
