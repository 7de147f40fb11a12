import type { Metadata } from "next";
import { Benefits } from "@/components/site/benefits";
import { Contact } from "@/components/site/contact";
import { Faq } from "@/components/site/faq";
import { Hero } from "@/components/site/hero";
import { PricingCards } from "@/components/site/pricing-cards";
import { publicEnv } from "@/lib/env-public";
import { paths } from "@/lib/paths";

export const metadata: Metadata = {
  description:
    "Submit trading cards for grading in one batch: pay per card, ship them in one box, and follow every step until the slabs are back.",
  alternates: { canonical: publicEnv.siteUrl + paths.home },
};

export default function HomePage() {
  return (
    <main id="main">
      <Hero />
      <Benefits />
      <PricingCards />
      <Faq />
      <Contact />
    </main>
  );
}
