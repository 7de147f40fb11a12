import { Contact } from "@/components/site/contact";
import { Section } from "@/components/site/section";
import { FAQ } from "@/lib/marketing/words";

/**
 * Shows the landing page's questions, each of which opens by itself, without a script, and closes the one before; and whom to ask
 * what they leave open.
 */
export function Faq() {
  return (
    <Section
      id="faq"
      title="Questions, answered"
      lead="What collectors ask before a first batch."
      layout="questions-part"
    >
      <div className="question-list">
        {FAQ.map(({ question, answer }) => (
          <details key={question} name="faq">
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
      <Contact />
    </Section>
  );
}
