import type { Metadata } from "next";
import { PlanCards } from "@/components/membership/plan-cards";
import { PlanCheckout } from "@/components/membership/plan-checkout";
import { StructuredData } from "@/components/site/structured-data";
import { paths } from "@/lib/base/paths";
import { publicMetadata } from "@/lib/marketing/page-metadata";
import { pricingGraph } from "@/lib/marketing/structured-data";

export const metadata: Metadata = publicMetadata({
  title: "Pricing",
  description:
    "Pay per submission without a monthly fee, or choose a membership with a lower rate per card: three plans from $29 a month.",
  path: paths.pricing,
});

/** Serves the plans; with `?plan=` it goes on to that plan's checkout or to signing up. */
export default function PricingPage() {
  return (
    <main id="main" className="container-page py-14 sm:py-20">
      <div className="mb-10 max-w-[56ch] space-y-3 sm:mb-14">
        <h1 className="text-4xl font-semibold">Pay for cards, not for promises</h1>
        <p className="text-lg text-text-muted">
          Start without a monthly fee. Members pay less per card, and every plan uses the same secure checkout
          and the same insured way back.
        </p>
      </div>
      <PlanCheckout />
      <PlanCards level={2} />
      <p className="mt-3 max-w-[68ch] text-sm text-text-muted">
        Memberships renew each month until you cancel, which you can do at any time. Card limits count by
        calendar month and start again on the 1st.
      </p>
      <StructuredData graph={pricingGraph()} />
    </main>
  );
}
