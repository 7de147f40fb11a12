import { FormArt, PackageArt, RatesArt, RouteArt } from "@/components/site/benefit-art";
import { Section } from "@/components/site/section";
import { Mark } from "@/components/ui/mark";

const BENEFITS = [
  {
    mark: "timer",
    art: FormArt,
    title: "Fast submissions",
    text: "A batch takes a minute: the number of cards, a note, and payment. No forms to fill in for every card.",
  },
  {
    mark: "badge-check",
    art: RouteArt,
    title: "Authorized dealer",
    text: "We submit to the grading company as an authorized dealer, so your cards go in through the front door.",
  },
  {
    mark: "layers",
    art: RatesArt,
    title: "Bulk pricing",
    text: "One clear rate per card, and the full price is on the screen before you pay. No hidden charges.",
  },
  {
    mark: "shield-check",
    art: PackageArt,
    title: "Insured shipping",
    text: "Your slabs travel back insured, and each step from check-in to return shows on your dashboard.",
  },
] as const;

/** Shows the landing page's four reasons to send cards through us, each with a picture that phones leave out. */
export function Benefits() {
  return (
    <Section
      id="benefits"
      title="Made for collectors who send more than one card"
      lead="We do the grading company's side of the work. You keep the overview."
    >
      <ul className="benefit-list grid gap-5 *:flex *:flex-col *:overflow-hidden *:rounded-2xl *:border *:border-border *:bg-surface-raised *:shadow-sm sm:grid-cols-2">
        {BENEFITS.map(({ mark, art: Art, title, text }) => (
          <li key={title}>
            {/* For the eye only; a phone has no room for it. */}
            <div aria-hidden="true">
              <Art />
            </div>
            <div>
              <Mark name={mark} className="size-5" />
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
