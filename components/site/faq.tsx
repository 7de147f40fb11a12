import { FindBatchLink } from "@/components/orders/find/find-batch-link";
import { Section } from "@/components/site/section";
import { ButtonLink } from "@/components/ui/button-link";
import { business } from "@/lib/base/business";
import { paths } from "@/lib/base/paths";
import { site } from "@/lib/base/site";
import { FAQ } from "@/lib/marketing/messages";

export function Faq() {
  return (
    <Section id="faq" title="Questions, answered" layout="questions-part">
      <div className="question-list">
        {FAQ.map(({ question, answer }) => (
          <details key={question} name="faq">
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
      <section id="contact" aria-labelledby="contact-title" className="text-sm">
        <h2 id="contact-title">Talk to a person</h2>
        <p>Big collection? Unusual card? Email us.</p>
        <p className="mt-3">
          <a className="link text-lg" href={`mailto:${site.contactEmail}`}>
            {site.contactEmail}
          </a>
        </p>
        <p className="mt-2 text-text-muted">We reply {business.supportHours}.</p>
        <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3">
          <ButtonLink href={paths.signup} variant="secondary">
            Get Started
          </ButtonLink>
          <div className="flex-1 basis-44 has-[form]:basis-full">
            <FindBatchLink />
          </div>
        </div>
      </section>
    </Section>
  );
}
