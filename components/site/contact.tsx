import { FindBatchLink } from "@/components/orders/find/find-batch-link";
import { Section } from "@/components/site/section";
import { ButtonLink } from "@/components/ui/button-link";
import { business } from "@/lib/base/business";
import { paths } from "@/lib/base/paths";
import { site } from "@/lib/base/site";

/** Shows at the end of the landing page how to reach us, and a batch whose link is lost. */
export function Contact() {
  return (
    <Section
      isSplit
      id="contact"
      title="Talk to a person"
      lead="A large collection, an odd card, a question about a batch: write to us, we answer."
    >
      <div className="flex flex-wrap items-center justify-between gap-6 self-start rounded-2xl border border-border bg-surface-raised p-7 shadow-sm sm:p-9">
        <div className="space-y-1">
          <p className="text-sm text-text-muted">Write to</p>
          <a className="link text-lg" href={`mailto:${site.contactEmail}`}>
            {site.contactEmail}
          </a>
          <p className="text-sm text-text-muted">
            Somebody answers {business.supportHours}. {business.legalName}, {business.address}
          </p>
        </div>
        <ButtonLink href={paths.signup} size="lg">
          Get Started
        </ButtonLink>
        <FindBatchLink />
      </div>
    </Section>
  );
}
