import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { paths } from "@/lib/base/paths";
import { site } from "@/lib/base/site";

/** A tracking link that opens nothing, whatever the reason. */
export function TrackUnavailable() {
  return (
    <main id="main" className="mx-auto w-full max-w-xl px-4 py-16 sm:px-6">
      <Card className="space-y-5 text-center">
        <h1 className="text-2xl font-semibold">This tracking link opens nothing</h1>
        <p className="text-text-muted">
          It may be incomplete, the owner of the batch may have ended or replaced it, or the cards were
          returned more than 180 days ago. Is the batch yours? Your dashboard has the current link.
        </p>
        <div className="flex flex-wrap justify-center gap-3">
          <ButtonLink href={paths.dashboard}>Go to Dashboard</ButtonLink>
          <ButtonLink variant="secondary" href={`mailto:${site.contactEmail}`}>
            Contact Support
          </ButtonLink>
        </div>
      </Card>
    </main>
  );
}
