import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { paths } from "@/lib/base/paths";
import { site } from "@/lib/base/site";
import { PRINT_LINK_DAYS } from "@/lib/orders/print/print";

/** A label or slip that this visitor may not print, whatever the reason. */
export function PrintUnavailable() {
  return (
    <main id="main" className="mx-auto w-full max-w-xl px-4 py-16 sm:px-6">
      <Card className="space-y-5 text-center">
        <h1 className="text-2xl font-semibold">This page cannot be opened</h1>
        <p className="text-text-muted">
          Label and packing slip open for the account that paid for the batch, in the browser that paid
          without an account, and for {PRINT_LINK_DAYS} days through the links of the confirmation mail.
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
