import type { Metadata } from "next";
import { PlanCards } from "@/components/membership/plan-cards";
import { Answers } from "@/components/site/answers";
import { Benefits } from "@/components/site/benefits";
import { BulkPricing } from "@/components/site/bulk-pricing";
import { Faq } from "@/components/site/faq";
import { Hero } from "@/components/site/hero";
import { Section } from "@/components/site/section";
import { StructuredData } from "@/components/site/structured-data";
import { paths } from "@/lib/base/paths";
import { publicMetadata } from "@/lib/marketing/page-metadata";
import { homeGraph } from "@/lib/marketing/structured-data";

export const metadata: Metadata = publicMetadata({
  title: "Card grading submissions from $19 a card",
  description:
    "Submit trading cards for grading in one batch: pay per card, ship them in one box, and follow every step until the slabs are back.",
  path: paths.home,
});

export default function HomePage() {
  return (
    <>
      <main id="main">
        <Hero />
        <Answers />
        <Benefits />
        <Section
          isSunken
          id="pricing"
          title="Pay for cards, not for promises"
          lead="Start without a fee, join when it pays. Insured return shipping is in every price."
          aside={<BulkPricing />}
        >
          <PlanCards level={3} />
        </Section>
        <Faq />
      </main>
      <StructuredData graph={homeGraph()} />
    </>
  );
}
