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
      <div className="questions divide-y divide-border border-y border-border lg:-mt-5 lg:border-t-0">
        {FAQ.map(({ question, answer }) => (
          <details key={question} name="faq">
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </Section>
  );
}
