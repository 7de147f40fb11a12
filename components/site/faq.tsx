import { Contact } from "@/components/site/contact";
import { Section } from "@/components/site/section";
import { FAQ } from "@/lib/marketing/words";

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
