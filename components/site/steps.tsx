import { Section } from "@/components/site/section";

const STEPS = [
  {
    title: "Tell us how many",
    text: "Enter the number of cards. The total is on the screen before you pay, and the checkout is Stripe's.",
  },
  {
    title: "Ship one box",
    text: "You get the receiving address and a batch ID. Write it on the outside, put a note inside.",
  },
  {
    title: "Follow the batch",
    text: "We check your cards in and submit them. Each step shows on your dashboard.",
  },
  {
    title: "Open your slabs",
    text: "Graded and insured on the way home, 10-15 business days after check-in.",
  },
];

/** Shows the landing page's journey of a batch in four steps. */
export function Steps() {
  return (
    <Section
      id="how-it-works"
      title="From your desk to the grader and back"
      lead="You fill one box. We do the rest."
    >
      <ol className="grid gap-x-8 gap-y-10 *:space-y-3 *:border-t-2 *:border-text *:pt-5 sm:grid-cols-2 lg:grid-cols-4 [&_p]:text-sm">
        {STEPS.map(({ title, text }, index) => (
          <li key={title}>
            <p className="font-semibold text-accent-text" aria-hidden="true">
              {index + 1}
            </p>
            <h3 className="font-semibold">{title}</h3>
            <p className="max-w-[44ch] text-text-muted">{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}
