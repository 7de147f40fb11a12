import { BadgeCheck, Layers, ShieldCheck, Timer } from "lucide-react";
import { Section } from "@/components/site/section";

const BENEFITS = [
  {
    icon: Timer,
    title: "Fast submissions",
    text: "A batch takes a minute: the number of cards, a note, and payment. No forms to fill in for every card.",
  },
  {
    icon: BadgeCheck,
    title: "Authorized dealer",
    text: "We submit to the grading company as an authorized dealer, so your cards go in through the front door.",
  },
  {
    icon: Layers,
    title: "Bulk pricing",
    text: "One clear rate per card, and the full price is on the screen before you pay. No hidden charges.",
  },
  {
    icon: ShieldCheck,
    title: "Insured shipping",
    text: "Your slabs travel back insured, and each step from check-in to return shows on your dashboard.",
  },
];

/** The four reasons to send cards through us. */
export function Benefits() {
  return (
    <Section
      id="benefits"
      title="Made for collectors who send more than one card"
      lead="We do the grading company's side of the work. You keep the overview."
    >
      <ul className="grid gap-px overflow-hidden rounded-2xl border border-border bg-border sm:grid-cols-2 lg:grid-cols-4">
        {BENEFITS.map(({ icon: Icon, title, text }) => (
          <li key={title} className="space-y-3 bg-surface-raised p-7">
            <Icon className="mb-5 size-6 text-accent-text" strokeWidth={1.75} aria-hidden="true" />
            <h3 className="text-base font-semibold">{title}</h3>
            <p className="text-sm text-text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
