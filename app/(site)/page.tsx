import { PlanCards } from "@/components/membership/plan-cards";
import { Benefits } from "@/components/site/benefits";
import { BulkPricing } from "@/components/site/bulk-pricing";
import { Faq } from "@/components/site/faq";
import { Hero } from "@/components/site/hero";
import { KeyFacts } from "@/components/site/key-facts";
import { Section } from "@/components/site/section";
import { StructuredData } from "@/components/site/structured-data";
import { paths } from "@/lib/base/paths";
import { publicMetadata } from "@/lib/marketing/page-metadata";
import { homeGraph } from "@/lib/marketing/structured-data";

export const metadata = publicMetadata({
  title: "Card grading submissions from $19 a card",
  description:
    "Submit trading cards for grading. Pay per card, ship one box, and follow every step until your slabs are back.",
  path: paths.home,
});

export default function HomePage() {
  return (
    <>
      <main id="main">
        <Hero />
        <KeyFacts />
        <Benefits />
        <Section
          isSunken
          id="pricing"
          title="Simple per-card pricing"
          lead="Start free. Join when it saves you money."
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
