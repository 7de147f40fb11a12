import { ChevronDown } from "lucide-react";
import { Section } from "@/components/site/section";
import { FAQ } from "@/lib/marketing/words";

/** Shows the landing page's questions; each opens by itself, without a script, and closes the one before. */
export function Faq() {
  return (
    <Section
      isSplit
      id="faq"
      title="Questions, answered"
      lead="What collectors ask before their first batch."
    >
      <div className="divide-y divide-border border-y border-border lg:-mt-5 lg:border-t-0">
        {FAQ.map(({ question, answer }) => (
          <details key={question} className="group reveal" name="faq">
            <summary className="flex list-none items-center justify-between gap-6 py-5 text-base font-medium [&::-webkit-details-marker]:hidden">
              {question}
              <ChevronDown
                className="size-5 shrink-0 text-text-muted transition-transform group-open:rotate-180"
                aria-hidden="true"
              />
            </summary>
            <p className="max-w-[68ch] pb-6 text-text-muted">{answer}</p>
          </details>
        ))}
      </div>
    </Section>
  );
}
