import { Section } from "@/components/site/section";
import { FAQ } from "@/lib/marketing/words";

/** Shows the landing page's questions, the first answered; each opens by itself, without a script, and closes the one before. */
export function Faq() {
  return (
    <Section id="faq" title="Questions, answered" lead="What collectors ask before a first batch.">
      <div className="question-list question-columns">
        {FAQ.map(({ question, answer }, index) => (
          <details key={question} name="faq" open={index === 0}>
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </Section>
  );
}
