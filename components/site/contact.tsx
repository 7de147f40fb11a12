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
      isSunken
      id="contact"
      title="Talk to a person"
      lead="A large collection, an odd card, a question: write to us, we answer."
      aside={
        <div className="space-y-4 text-sm">
          <p>
            <a className="link text-lg" href={`mailto:${site.contactEmail}`}>
              {site.contactEmail}
            </a>
            <br />
            Somebody answers {business.supportHours}. {business.legalName}, {business.address}
          </p>
          <ButtonLink href={paths.signup}>Get Started</ButtonLink>
          <FindBatchLink />
        </div>
      }
    />
  );
}
