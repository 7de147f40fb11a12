import type { ReactNode } from "react";
import { CountMail, SampleLabel, SampleWay } from "@/components/site/benefit-art";
import { Section } from "@/components/site/section";
import { paths } from "@/lib/base/paths";

/** Shows what a collector gets from us on the way, each as it looks, and with it why to send cards through us. */
export function Benefits() {
  return (
    <Section
      id="benefits"
      title="From your desk to the grader and back"
      lead="You fill one box. Here is what you get."
    >
      <ol className="benefit-list">
        <Benefit
          art={<SampleLabel />}
          title="1. Print one label"
          text="Fast submissions: say how many cards, pay, print. No form to fill in for every card."
        />
        <Benefit
          art={<CountMail />}
          title="2. We count and write"
          text="We count your cards, mail you the number, and submit them as an authorized dealer."
        />
        <Benefit
          art={<SampleWay />}
          title="3. Follow each step"
          text="On a page that needs no account, until insured shipping has brought your slabs back."
          link={{ href: paths.trackSample, words: "Look at a sample" }}
        />
      </ol>
    </Section>
  );
}

type BenefitProps = { art: ReactNode; title: string; text: string; link?: { href: string; words: string } };

function Benefit({ art, title, text, link }: BenefitProps) {
  return (
    <li>
      {/* For the eye only: what it shows is told below it. */}
      <div aria-hidden="true">{art}</div>
      <h3>{title}</h3>
      <p>
        {text}{" "}
        {link ? (
          <a className="link" href={link.href}>
            {link.words}
          </a>
        ) : null}
      </p>
    </li>
  );
}
