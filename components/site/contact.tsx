import { Section } from "@/components/site/section";
import { ButtonLink } from "@/components/ui/button";
import { site } from "@/lib/site";

/** How to reach us. */
export function Contact() {
  return (
    <Section
      id="contact"
      title="Talk to a person"
      lead="A large collection, an odd card, a question about a batch: write to us, we answer."
    >
      <ButtonLink href={`mailto:${site.contactEmail}`} variant="secondary" size="lg">
        {site.contactEmail}
      </ButtonLink>
    </Section>
  );
}
