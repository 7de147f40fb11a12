import { Contact } from "@/components/site/contact";
import { FAQ } from "@/lib/marketing/words";

/**
 * Shows the landing page's questions, each of which opens by itself, without a script, and closes the one before; and whom to ask
 * what they leave open.
 */
export function Faq() {
  return (
    <section id="faq" aria-labelledby="faq-title" className="part">
      <div className="container-page questions-part">
        <header>
          <div>
            <h2 id="faq-title">Questions, answered</h2>
            <p>What collectors ask before a first batch.</p>
          </div>
        </header>
        <div className="question-list">
          {FAQ.map(({ question, answer }) => (
            <details key={question} name="faq">
              <summary>{question}</summary>
              <p>{answer}</p>
            </details>
          ))}
        </div>
        <Contact />
      </div>
    </section>
  );
}
